// Limits of request bodies: bytes and number of values.
import fc from 'fast-check'
import { operationTable } from '../../generated/operations'
import { bodyLimitsOf, extentOf, type BodySchema } from '../../scripts/body-limits'
import { makeAjv } from '../../src/contract/ajv'
import { loadContract } from '../../src/contract/document'
import { findExcess } from '../../src/http/json-values'

interface OperationObject {
  readonly operationId?: keyof typeof operationTable
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: BodySchema }>> }
}

const contract = loadContract()
const limitsOf = (schema: BodySchema) => bodyLimitsOf(schema, contract, 1_024)
const text = (maxLength: number, pattern?: string): BodySchema => ({
  type: 'string',
  maxLength,
  ...(pattern && { pattern }),
})

const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('the limits of a body', () => {
  it('admit the largest document of a schema, escaped and indented', () => {
    const schema: BodySchema = {
      type: 'object',
      additionalProperties: false,
      properties: {
        reason: text(200, '^[^\\x00]*$'),
        ids: { type: 'array', maxItems: 40, items: text(64, '^[a-z]+$') },
        amount: { type: 'integer' },
        kind: { type: 'string', enum: ['short', 'longest'] },
        answers: { type: 'object', maxProperties: 3, additionalProperties: { oneOf: [text(4), { type: 'boolean' }] } },
      },
    }
    const id = 'x'.repeat(64)
    const largest = {
      reason: '😀'.repeat(200),
      ids: Array.from({ length: 40 }, () => id),
      amount: -9007199254740991,
      kind: 'longest',
      answers: { [id]: '😀😀😀😀', [`${id.slice(1)}1`]: '😀😀😀😀', [`${id.slice(1)}2`]: '😀😀😀😀' },
    }
    const { bytes, values } = extentOf(schema, () => ({}))
    expect(escaped(largest).length).toBeLessThanOrEqual(bytes)
    expect(bytes).toBeLessThan(escaped(largest).length + 100)
    expect(values).toBe(49)
    const limits = limitsOf(schema)
    expect(limits).toEqual({ maxBodyBytes: 8_192, maxBodyValues: 198 })
    expect(findExcess(Buffer.from(JSON.stringify(largest, null, 2)), limits.maxBodyValues)).toBeNull()
  })

  it('are between the minimum and 4 MiB', () => {
    expect(limitsOf({ type: 'boolean' }).maxBodyBytes).toBe(1_024)
    expect(limitsOf(text(1_000_000)).maxBodyBytes).toBe(4_194_304)
  })

  it('admit the largest document of every operation', () => {
    const beyond = Object.values(contract.paths ?? {}).flatMap((item) =>
      Object.values(item ?? {}).flatMap((operation) => {
        const { operationId, requestBody } = operation as OperationObject
        const schema = requestBody?.content?.['application/json']?.schema
        if (operationId === undefined || schema === undefined) return []
        const resolve = (ref: string) => contract.components?.schemas?.[ref.split('/').at(-1) ?? ''] as BodySchema
        const { bytes } = extentOf(schema, resolve)
        const { maxBodyBytes } = operationTable[operationId] ?? { maxBodyBytes: Infinity }
        return Number.isFinite(bytes) && bytes > maxBodyBytes ? [`${operationId} ${bytes}`] : []
      }),
    )
    expect(beyond).toEqual([])
  })

  it('are the minimum when the schema has no limits', () => {
    expect(limitsOf({ type: 'object', properties: {} })).toEqual({ maxBodyBytes: 1_024, maxBodyValues: 64 })
    expect(limitsOf({ type: 'array', maxItems: 2, items: {} }).maxBodyBytes).toBe(1_024)
    expect(limitsOf({ type: 'string' }).maxBodyBytes).toBe(4_194_304)
  })

  it('are a few kilobytes for opening a form and requesting a result', () => {
    expect(operationTable.openApplication.maxBodyBytes).toBe(16_384)
    expect(operationTable.getApplicationStatus.maxBodyBytes).toBe(16_384)
    expect(operationTable.reviewResponse.maxBodyBytes).toBe(65_536)
  })
})

describe('the count of JSON values', () => {
  const count = (value: unknown): number =>
    value === null || typeof value !== 'object'
      ? 1
      : 1 + Object.values(value).reduce<number>((sum, one) => sum + count(one), 0)
  const empties = (value: unknown): number => {
    if (value === null || typeof value !== 'object') return 0
    const inner = Object.values(value)
    return inner.length === 0 ? 1 : inner.reduce<number>((sum, one) => sum + empties(one), 0)
  }

  it('is that of a parser, with empty arrays and objects counted twice', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 6 })), fc.constantFrom(undefined, 2), (value, indent) => {
        const bytes = Buffer.from(JSON.stringify(value, null, indent))
        const expected = count(value) + empties(value)
        expect([findExcess(bytes, expected), findExcess(bytes, expected - 1)]).toEqual([null, 'values'])
      }),
    )
  })

  it('ignores the contents of strings', () => {
    expect(findExcess(Buffer.from(JSON.stringify(['[,{"\\', '\\"', '"'])), 4)).toBeNull()
    expect(findExcess(Buffer.from(JSON.stringify(['[,{"\\', '\\"', '"'])), 3)).toBe('values')
  })
})

it('x-unique-items finds duplicate strings without comparing all pairs', () => {
  const validate = makeAjv({ allErrors: true }).compile({
    type: 'array',
    'x-unique-items': true,
    items: { type: 'string' },
  })
  expect([validate(['a', 'b']), validate(['a', 'b', 'a'])]).toEqual([true, false])
  let looks = 0
  const item = { toJSON: () => ++looks }
  validate(Array.from({ length: 1_000 }, () => item))
  expect(looks).toBe(1_000)
})
