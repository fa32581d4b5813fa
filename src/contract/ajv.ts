// Ajv with the formats and the contract's own keywords.
import Ajv, { type KeywordDefinition } from 'ajv'
import addFormats from 'ajv-formats'
import { parseTime } from '../base/time'
import { isVisible } from '../base/visible'
import { isPathSegment } from './path-segment'

/** Not checked: numbers of the contract have `minimum` and `maximum`. */
const numberFormats = ['int32', 'int64']

/** `npm run generate` validates the schemas. Compiling the meta-schema takes 40 ms. */
const trusted = { meta: false, validateSchema: false } as const

const DIGITS = /^(0|[1-9][0-9]{0,15})$/

/**
 * The contract's keywords:
 * - `x-utc`: RFC 3339, converted to UTC
 * - `x-unique-items`: generators make a set of `uniqueItems`, which does not become JSON
 * - `x-trim`: first of all
 * - `x-path-segment`: kept by URL libraries
 * - `x-name`: has a visible character, and becomes NFC first; of requests only (replies.ts)
 * - `x-integer-id`: digits, converted first
 * - `x-clamp: N`: digits, reduced to N (of an integer: in validator.ts)
 * - `x-true`: not false; generators make poor types of `enum: [true]`
 * - `x-exactly-one-of`, `x-at-least-one-of`: required properties; generators make poor types of `oneOf`
 * - `x-hint`: message of an issue
 */
const keywords: readonly KeywordDefinition[] = [
  {
    keyword: 'x-unique-items',
    type: 'array',
    schemaType: 'boolean',
    compile: (isUnique: boolean) => (data: unknown[]) =>
      !isUnique || new Set(data.map((item) => JSON.stringify(item))).size === data.length,
    error: { message: 'must NOT have duplicate items' },
  },
  {
    keyword: 'x-clamp',
    type: 'string',
    modifying: true,
    schemaType: 'number',
    compile: (most: number) => (data: string, place) => {
      if (place && Number(data) > most) place.parentData[place.parentDataProperty] = String(most)
      return true
    },
  },
  {
    keyword: 'x-true',
    type: 'boolean',
    schemaType: 'boolean',
    compile: () => (data: boolean) => data,
    error: { message: 'must be true' },
  },
  {
    keyword: 'x-utc',
    type: 'string',
    modifying: true,
    schemaType: 'boolean',
    compile: () => (data: string, place) => {
      const time = parseTime(data)
      // absent in a separate schema
      if (time !== null && place?.parentDataProperty !== undefined) place.parentData[place.parentDataProperty] = time
      return time !== null
    },
  },
  {
    keyword: 'x-trim',
    type: 'string',
    modifying: true,
    schemaType: 'boolean',
    before: 'maxLength',
    compile: () => (data: string, place) => {
      if (place?.parentDataProperty !== undefined) place.parentData[place.parentDataProperty] = data.trim()
      return true
    },
  },
  {
    keyword: 'x-integer-id',
    modifying: true,
    schemaType: 'boolean',
    before: 'oneOf',
    compile: () => (data: unknown, place) => {
      if (typeof data === 'string' && DIGITS.test(data) && place?.parentDataProperty !== undefined) {
        place.parentData[place.parentDataProperty] = Number(data)
      }
      return true
    },
  },
  {
    keyword: 'x-name',
    type: 'string',
    modifying: true,
    schemaType: 'boolean',
    before: 'maxLength',
    compile: () => (data: string, place) => {
      if (place?.parentDataProperty !== undefined) place.parentData[place.parentDataProperty] = data.normalize('NFC')
      return isVisible(data)
    },
    error: { message: 'must have a visible character' },
  },
  { keyword: 'x-path-segment', type: 'string', schemaType: 'boolean', compile: () => isPathSegment },
  {
    keyword: 'x-exactly-one-of',
    type: 'object',
    schemaType: 'array',
    compile: (names: string[]) => (data: object) => names.filter((name) => name in data).length === 1,
    error: { message: ({ schema }) => `must have exactly one of ${(schema as string[]).join(', ')}` },
  },
  {
    keyword: 'x-at-least-one-of',
    type: 'object',
    schemaType: 'array',
    compile: (names: string[]) => (data: object) => names.some((name) => name in data),
    error: { message: ({ schema }) => `must have at least one of ${(schema as string[]).join(', ')}` },
  },
]

/**
 * @param options `allErrors` for small values only: takes seconds and gigabytes for large ones. `discriminator`: a value of
 *   a union is checked against its own alternative alone; needs `withTaggedUnions`
 */
export function makeAjv({ allErrors = false, discriminator = false } = {}): Ajv {
  const ajv = new Ajv({
    ...trusted,
    strict: false,
    allErrors,
    discriminator,
    useDefaults: true,
    // x-hint needs it
    verbose: true,
    // compiles slowly and runs no faster
    code: { optimize: false },
  })
  addFormats(ajv, { mode: 'fast' })
  // the usual format refuses a leap second with an offset (RFC 3339, 5.7)
  ajv.addFormat('date-time', (text) => parseTime(text) !== null)
  for (const format of numberFormats) ajv.addFormat(format, true)
  for (const keyword of keywords) ajv.addKeyword(keyword)
  return ajv
}
