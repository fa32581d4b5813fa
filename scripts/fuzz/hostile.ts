// Hostile values and mutations of valid bodies.
import fc from 'fast-check'

/** Strings with a special meaning in JavaScript, PostgreSQL, Unicode, dates or numbers. */
const strings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'length',
  'null',
  '\ud800',
  'a\udc00',
  '\uffff',
  '\u202e',
  '\u{1f4a5}',
  'e\u0301',
  '\u0130',
  '\u1e9e',
  '\ufb01',
  '\u2028',
  '\t\r\n',
  "' or 1=1 --",
  '$1',
  '%00',
  '%',
  '../..',
  '{}',
  '\\',
  '"',
  '<script>',
  '{{7*7}}',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '0000-01-01T00:00:00Z',
  '1000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2999-12-31T23:59:59Z',
  '2026-02-30T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '9'.repeat(16),
  '9007199254740992',
  '9223372036854775808',
  '9'.repeat(400),
  'x'.repeat(5_000),
]
const numbers = [
  0,
  -0,
  -1,
  1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  2 ** 64,
  1e308,
  -1e308,
  5e-324,
  0.1 + 0.2,
]

/** The object with this own property, also for names such as `__proto__`. */
export function withProperty(object: object, name: string, value: unknown): object {
  const copy = { ...object }
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

export const hostileString: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...strings) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileString },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], { '': null }, [{}, {}]) },
  { weight: 1, arbitrary: hostileString.map((name) => withProperty({}, name, {})) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

export type MutationKind = 'replace' | 'remove' | 'add' | 'wrap' | 'repeat'
export interface Mutation {
  readonly how: MutationKind
  /** Index of the mutated value within the body. */
  readonly where: number
  readonly name: string
  readonly value: unknown
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.oneof(
    { weight: 5, arbitrary: fc.constant('replace' as const) },
    { weight: 3, arbitrary: fc.constantFrom<MutationKind>('remove', 'add', 'wrap', 'repeat') },
  ),
  where: fc.nat(200),
  name: hostileString,
  value: hostileValue,
})

/** The body with one value mutated; undefined when the root is removed. */
export function mutated(body: unknown, { how, where, name, value }: Mutation): unknown {
  const change = (old: unknown): unknown => {
    if (how === 'replace') return value
    if (how === 'remove') return undefined
    if (how === 'wrap') return [old]
    if (Array.isArray(old)) return [...(old as unknown[]), ...(how === 'repeat' ? (old as unknown[]) : [value])]
    return old !== null && typeof old === 'object' ? withProperty(old, name, value) : value
  }
  if (body === undefined) return undefined
  const text = JSON.stringify(body)
  let [count, at] = [0, 0]
  JSON.parse(text, () => count++)
  return JSON.parse(text, (_, old: unknown) => (at++ === where % count ? change(old) : old)) as unknown
}
