// The grade of answers, for all forms and answers.
import fc from 'fast-check'
import { grade, scoreOf } from '../../../src/applications/submissions/rules'
import { runs } from '../../support/runs'

describe('the score', () => {
  it('equals the result of exact arithmetic', () => {
    const options = ['a', 'b', 'c', 'd']
    const set = fc.uniqueArray(fc.constantFrom(...options), { minLength: 1 })
    const asked = fc.record({ key: set, given: fc.oneof(set, fc.constant(undefined)), counts: fc.boolean() })
    const forms = fc.array(asked, { minLength: 1, maxLength: 50 }).filter((all) => all.some(({ counts }) => counts))
    fc.assert(
      fc.property(forms, fc.integer({ min: 1, max: 100 }), fc.boolean(), (all, mark, honest) => {
        const entries = all.map((one, index) => ({ ...one, id: `q${index}`, given: honest ? one.key : one.given }))
        const definition = {
          questions: entries.map(({ id, key, counts }) => ({
            id,
            title: 'x',
            description: '',
            required: true,
            ...(counts ? { type: 'multiple' as const, options: [], answerKey: key } : { type: 'short' as const }),
          })),
        }
        const given = entries.flatMap(({ id, given: answer, counts }): [string, string | string[]][] =>
          counts ? (answer ? [[id, [...answer].reverse()]] : []) : [[id, 'text']],
        )
        const choices = entries.filter(({ counts }) => counts)
        const exact = choices.filter(
          ({ key, given: answer }) => [...key].sort().join() === [...(answer ?? [])].sort().join(),
        )
        const [correct, total] = [BigInt(exact.length), BigInt(choices.length)]
        const result = grade(definition, Object.fromEntries(given), mark)
        expect(result).toEqual({
          correct: exact.length,
          graded: choices.length,
          // correct / total >= mark / 100
          passed: correct * 100n >= BigInt(mark) * total,
        })
        // half a hundredth rounds up
        const hundredths = (2n * correct * 10_000n + total) / (2n * total)
        expect(scoreOf(result.correct, result.graded)).toBe(Number(hundredths) / 100)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('is null where nothing was graded', () => {
    expect([scoreOf(null, null), scoreOf(0, 0), scoreOf(null, 3)]).toEqual([null, null, null])
  })
})
