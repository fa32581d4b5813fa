// Which answers the applicant's page keeps when the form changes. The page itself is tested in test/console.
import { faultOf, fitting, refusedIn } from '../../console/src/apply/answers'

type Question = Parameters<typeof fitting>[0][number]

const text = (id: string): Question => ({ id, type: 'short' })
const choice = (id: string, type: 'single' | 'multiple', ...options: string[]): Question => ({
  id,
  type,
  options: options.map((option) => ({ id: option })),
})

it('keeps what still fits, and drops removed questions, removed options and answers of another type', () => {
  const typed = { why: 'x', gone: 'x', roles: ['a', 'b'], way: ['a', 'b'], toText: ['a'], toChoice: 'x' }
  const questions = [
    text('why'),
    choice('roles', 'multiple', 'b', 'c'),
    choice('way', 'single', 'a', 'b'),
    text('toText'),
    choice('toChoice', 'single', 'x', 'y'),
    text('constructor'),
  ]
  expect(fitting(questions, typed)).toEqual({ why: 'x', roles: ['b'], way: ['a'] })
})

it('keeps every answer of a form that did not change', () => {
  const typed = { why: '', roles: [], way: ['b'] }
  const questions = [text('why'), choice('roles', 'multiple', 'a', 'b'), choice('way', 'single', 'a', 'b')]
  expect(fitting(questions, typed)).toEqual(typed)
})

it('names the question of each issue of a refusal', () => {
  const issue = (instancePath: string) => ({ instancePath, keyword: 'required', message: 'must be answered' })
  const issues = ['/body/answers/why', '/body/answers', '/body/version', '/body/answers/a~1b'].map(issue)
  expect(refusedIn({ issues })).toEqual(['why', 'a/b'])
  expect(refusedIn({})).toEqual([])
})

it('says what is wrong with an answer', () => {
  expect(faultOf(text('why'), '🙂'.repeat(300), false)).toBeNull()
  expect(faultOf(text('why'), '🙂'.repeat(301), false)).toBe('tooLong')
  expect(faultOf(text('why'), '\u200b', true)).toBe('required')
  expect(faultOf(text('why'), 'x', true)).toBe('notAccepted')
  expect(faultOf(choice('way', 'single', 'a'), [], true)).toBe('required')
})
