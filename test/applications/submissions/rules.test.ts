// Which answers are accepted, and how they are graded (pure functions).
import fc from 'fast-check'
import { checkAnswers, grade, scoreOf, type Answers } from '../../../src/applications/submissions/rules'
import type { DomainError } from '../../../src/base/errors'
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
          // passed if correct / total >= mark / 100
          passed: correct * 100n >= BigInt(mark) * total,
        })
        // rounded to hundredths, halves up
        const hundredths = (2n * correct * 10_000n + total) / (2n * total)
        expect(scoreOf(result.correct, result.graded)).toBe(Number(hundredths) / 100)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('counts no answer to a choice without a key', () => {
    const question = { id: 'q', title: 'x', description: '', required: true, type: 'single' as const, options: [] }
    for (const given of [{}, { q: ['a'] }])
      expect(grade({ questions: [question] }, given, 50)).toEqual({ correct: 0, graded: 1, passed: false })
  })

  it('is null where nothing was graded', () => {
    expect([scoreOf(null, null), scoreOf(0, 0), scoreOf(null, 3), scoreOf(3, null)]).toEqual([null, null, null, null])
  })
})

describe('the answers', () => {
  const base = { title: 'x', description: '', required: false }
  const options = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
  const questions = [
    { ...base, id: 'why', type: 'short' as const, required: true },
    { ...base, id: 'story', type: 'long' as const },
    { ...base, id: 'one', type: 'single' as const, options },
    { ...base, id: 'many', type: 'multiple' as const, options },
    { ...base, id: 'constructor', type: 'short' as const, required: true },
  ]
  const required = { why: 'Because', constructor: 'It is a name' }

  function issuesOf(answers: Answers): unknown {
    try {
      checkAnswers(questions, answers)
      return []
    } catch (error) {
      expect(error).toMatchObject({ code: 'validation_failed' })
      return (error as DomainError).details?.issues
    }
  }

  const issue = (id: string, keyword: string, message: string) => ({
    instancePath: `/body/answers/${id}`,
    keyword,
    message,
  })

  it('are kept without the empty ones', () => {
    const answers = { ...required, story: ' \n', one: ['a'], many: [] }
    expect(checkAnswers(questions, answers)).toEqual({ ...required, one: ['a'] })
    expect(checkAnswers(questions, { ...required, many: ['c', 'a'] })).toEqual({ ...required, many: ['c', 'a'] })
  })

  it.each<[string, string, Answers, string]>([
    ['one', 'type', { one: 'a' }, 'must be an array of option ids'],
    ['one', 'maxItems', { one: ['a', 'b'] }, 'must contain one option id'],
    ['one', 'enum', { one: ['a', 'd'] }, 'must contain option ids of this question only'],
    ['many', 'enum', { many: ['d'] }, 'must contain option ids of this question only'],
    ['many', 'uniqueItems', { many: ['a', 'a'] }, 'must contain each option id once'],
    ['story', 'type', { story: ['a'] }, 'must be a string'],
    ['other', 'additionalProperties', { other: 'x' }, 'is not a question of this form'],
    ['why', 'required', { why: ' ' }, 'must be answered'],
    ['why', 'maxLength', { why: 'x'.repeat(301) }, 'must not be longer than 300 characters'],
    ['story', 'maxLength', { story: 'x'.repeat(4001) }, 'must not be longer than 4000 characters'],
  ])('to the question %s are refused with the keyword %s', (id, keyword, answers, message) => {
    expect(issuesOf({ ...required, ...answers })).toEqual([issue(id, keyword, message)])
  })

  it('may be as long as their limit in characters, also outside the basic plane', () => {
    expect(issuesOf({ ...required, why: '🎖'.repeat(300), story: '🎖'.repeat(4000) })).toEqual([])
  })

  it('are each told what is wrong, unknown ones first, at most fifty times', () => {
    expect(issuesOf({ one: 'a', other: 'x' })).toEqual([
      issue('other', 'additionalProperties', 'is not a question of this form'),
      issue('why', 'required', 'must be answered'),
      issue('one', 'type', 'must be an array of option ids'),
      issue('constructor', 'required', 'must be answered'),
    ])
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`q${index}`, 'x']))
    expect(issuesOf({ ...required, ...unknown })).toHaveLength(50)
  })

  it('need an answer that is not empty', () => {
    const optional = questions.filter((question) => !question.required)
    const refuse = () => checkAnswers(optional, { story: ' ', many: [] })
    expect(refuse).toThrow(expect.objectContaining({ code: 'validation_failed' }))
    try {
      refuse()
    } catch (error) {
      const issues = [{ instancePath: '/body/answers', keyword: 'minProperties', message: 'must contain an answer' }]
      expect((error as DomainError).details).toEqual({ issues })
    }
  })

  it('are named in a problem without NUL and at most 1,000 characters', () => {
    const [first] = issuesOf({ ...required, [`\0${'x'.repeat(2_000)}`]: 'x' }) as { instancePath: string }[]
    expect(first?.instancePath).toBe(`/body/answers/${'x'.repeat(986)}`)
  })
})
