// Valid values of a schema, its limits among them, and references to values of earlier responses.
import fc from 'fast-check'
import { loadContract } from '../../src/contract/document'
import { operationsOf, resolve as resolveIn, type Contract, type Operation, type Schema } from '../contract'
import { withProperty } from './hostile'

const contract = loadContract() as unknown as Contract

export const operations: readonly Operation[] = operationsOf(contract)

export const resolve = (schema: Schema): Schema => resolveIn(contract, schema)

/** A reference to a value of an earlier response, by its name there; replaced when the request is sent. */
export const reference = (name: string, pick: number): string => `{$${name}:${pick}}`

/** Names in responses, where they differ from those in requests. */
const responseName: Readonly<Record<string, string>> = {
  cursor: 'nextCursor',
  rankUniqueId: 'uniqueId',
  hostUserId: 'userId',
}
const referable = /(^|[a-z])Id$|^(version|revision|name|cursor|applicationVersion)$/

/** Accounts: members, one outside the group, one that the platform does not know. */
const accounts = ['101', '102', '103', '104', '105', '50', '300', '900']

/** Addresses that cannot be reached: no webhook may leave the machine. */
const addresses = [
  'http://127.0.0.1:9/',
  'https://bot.example.com/hooks',
  'http://[::1]:9/',
  'http://localhost:9/a?b=c#d',
  'http://user:password@127.0.0.1:9/',
  'http://127.1:9/',
  'http://a..b/',
  'http://%00/',
  'https://%/',
  'http://:9/',
  'http://127.0.0.1:99999/',
  'http://xn--a/',
  `http://${'a'.repeat(300)}.example/`,
  'http://[::ffff:127.0.0.1]:9/',
]

const times = [
  '1000-01-01T00:00:00Z',
  '1999-12-31T23:59:59.999999999Z',
  '2026-03-06T18:00:00Z',
  '2999-12-31T23:59:59Z',
  '2026-02-30T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '2028-02-29T12:00:00.1Z',
  '9999-12-31T23:59:59Z',
  '2026-12-31 23:59:59+14:00',
  '2030-01-01t00:00:00z',
  '0000-01-01T00:00:00+00:00',
  '9999-12-31T23:59:59-23:59',
]

/** A body of the contract's examples, whose ids become references. */
export function withReferences(node: unknown, name = ''): fc.Arbitrary<unknown> {
  if (Array.isArray(node)) return fc.tuple(...node.map((one) => withReferences(one, name)))
  if (node !== null && typeof node === 'object') {
    return fc.record(
      Object.fromEntries(Object.entries(node).map(([inner, one]) => [inner, withReferences(one, inner)])),
    )
  }
  if (/^userId$/.test(name)) return fc.constantFrom(...accounts.slice(0, 5))
  if (name === 'endsAt') return fc.constant('2999-12-31T23:59:59Z')
  // a batchId is chosen by the client
  if (!referable.test(name) || name === 'batchId') return fc.constant(node)
  const known = fc.nat(3).map((pick): unknown => reference(responseName[name] ?? name, pick))
  return name === 'name'
    ? fc.oneof(
        known,
        fc.constant(node),
        fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 }),
      )
    : known
}

/** Values of a path or query parameter in a valid request. */
export function known(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (/UserId$|^userId$/i.test(name)) return fc.constantFrom(...accounts.slice(0, 5))
  if (name === 'by') return fc.constant('userId')
  if (name === 'uniqueId' || referable.test(name))
    return fc.nat(3).map((pick) => reference(responseName[name] ?? name, pick))
  return valid(schema, name)
}

/** Valid values of a schema. Known names mostly become references. */
export function valid(given: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve(given)
  const plain = schema.nullable
    ? fc.oneof({ weight: 5, arbitrary: ofSchema(schema, name, depth) }, { weight: 1, arbitrary: fc.constant(null) })
    : ofSchema(schema, name, depth)
  if (/UserId$|^userId$/i.test(name)) {
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...accounts) }, { weight: 1, arbitrary: plain })
  }
  if (!referable.test(name) || schema.type === 'object') return plain
  const known = fc.nat(30).map((pick) => reference(responseName[name] ?? name, pick))
  return fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: plain })
}

function ofSchema(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => valid(one, name, depth)))
  switch (schema.type ?? 'anything') {
    case 'string':
      return stringOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return schema['x-true'] ? fc.constant(true) : fc.boolean()
    case 'array':
      return arrayOf(schema, name, depth)
    case 'object':
      return objectOf(schema, depth)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Characters that are counted, folded or stored differently by different layers. */
const characters = [
  'a',
  'Z',
  '7',
  ' ',
  '\u{1f4a5}',
  'e\u0301',
  '\u0130',
  '\u00df',
  '\ufb01',
  '\u202e',
  '_',
  '-',
  "'",
  '\uffff',
]

function stringOf({ pattern, format, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constantFrom(...times)
  if (pattern?.includes('://')) return fc.constantFrom(...addresses)
  const fits = (text: string): boolean => [...text].length >= minLength && [...text].length <= maxLength
  if (pattern && pattern !== '^[^\\x00]*$') {
    const expression = new RegExp(pattern)
    const limits = [minLength, maxLength].map((length) => '1'.repeat(Math.max(length, 1)))
    const special = ['__proto__', 'constructor', ...limits].filter((text) => expression.test(text) && fits(text))
    const matching = fc.stringMatching(expression).filter(fits)
    if (special.length === 0) return matching
    return fc.oneof({ weight: 2, arbitrary: matching }, { weight: 1, arbitrary: fc.constantFrom(...special) })
  }
  const limits = [minLength, maxLength].flatMap((length) => [...'a\u{1f4a5}'].map((one) => one.repeat(length)))
  const unit = fc.constantFrom(...characters)
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit, minLength, maxLength: Math.min(maxLength, 30) }).filter(fits) },
    { weight: 1, arbitrary: fc.constantFrom(...limits) },
  )
}

function numberOf({ type, minimum = -1e15, maximum = 1e15 }: Schema): fc.Arbitrary<number> {
  const limits = fc.constantFrom(minimum, maximum, Math.max(minimum, Math.min(maximum, 1)))
  const between =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(limits, between)
}

function arrayOf(
  { items = {}, minItems = 0, maxItems = 4, 'x-unique-items': isUnique }: Schema,
  name: string,
  depth: number,
) {
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) }
  const item = valid(items, name, depth + 1)
  return isUnique ? fc.uniqueArray(item, { ...bounds, selector: (one) => JSON.stringify(one) }) : fc.array(item, bounds)
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = schema
  const either = schema['x-exactly-one-of']
  const entries = Object.entries(properties).map(([name, one]) => [name, valid(one, name, depth + 1)] as const)
  const record = fc.record(Object.fromEntries(entries), { requiredKeys: [...required] }) as fc.Arbitrary<object>
  const exact = either
    ? fc.tuple(record, fc.constantFrom(...either)).chain(([object, chosen]) => {
        const kept = Object.entries(object).filter(([name]) => !either.includes(name))
        const one = valid(properties[chosen] ?? {}, chosen, depth + 1)
        return one.map((value) => ({ ...Object.fromEntries(kept), [chosen]: value }))
      })
    : record
  if (typeof additionalProperties !== 'object') return exact
  const names = fc.constantFrom('q1', 'q2', '__proto__', 'constructor', 'toString', 'x'.repeat(70))
  const more = fc.array(fc.tuple(names, valid(additionalProperties, '', depth + 1)), { maxLength: 3 })
  return fc
    .tuple(exact, more)
    .map(([object, added]) => added.reduce((made, [name, value]) => withProperty(made, name, value), object))
}
