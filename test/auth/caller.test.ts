// Callers: a context without a caller, or a caller that leaves a decision out, does not compile.
import { UNBOUNDED } from '../../src/auth/bounds/rules'
import { assertMay, JOB, mayRead, type Caller, type Ctx } from '../../src/context'
import { DomainError } from '../../src/base/errors'

const requirement = { scope: 'webhooks.write', feature: null }
const keyThat = (assertMay: () => void): Caller => ({
  kind: 'key',
  requirement,
  bounds: UNBOUNDED,
  takesPerHour: null,
  assertMay,
  describe: () => {
    throw new Error('not read here')
  },
})
const refused = keyThat(() => {
  throw new DomainError('insufficient_scope', 'The key lacks webhooks.write.')
})

it('a key without the scope is refused, and sees nothing of what the scope shows', () => {
  expect(() => assertMay({ caller: refused }, requirement)).toThrow(DomainError)
  expect(mayRead({ caller: refused }, requirement.scope)).toBe(false)
})

it.each<[string, Caller]>([
  ['a key with the scope', keyThat(() => undefined)],
  ['an operator', { kind: 'operator' }],
  ['a job', JOB],
])('%s may do what requires the scope', (_, caller) => {
  expect(() => assertMay({ caller }, requirement)).not.toThrow()
  expect(mayRead({ caller }, requirement.scope)).toBe(true)
})

it('an error other than a refusal is not read as "may not"', () => {
  const caller = keyThat(() => {
    throw new Error('the database is away')
  })
  expect(() => mayRead({ caller }, requirement.scope)).toThrow('the database is away')
})

it('a caller of another kind is refused by every check', () => {
  // @ts-expect-error -- there is no such kind
  const caller: Caller = { kind: 'guest' }
  expect(() => assertMay({ caller }, requirement)).toThrow('no rule for the caller')
})

it('a context without a caller, and a key that decides nothing, do not compile', () => {
  // @ts-expect-error -- the caller is missing
  const nobody: Pick<Ctx, 'caller'> = {}
  // @ts-expect-error -- assertMay is missing
  const silent: Caller = { kind: 'key', requirement, describe: () => ({}) as never }
  expect(() => assertMay(nobody, requirement)).toThrow()
  expect(() => assertMay({ caller: silent }, requirement)).toThrow()
})
