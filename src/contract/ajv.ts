// Ajv with the formats and the contract's own keywords.
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { parseTime } from '../time'
import { isPathSegment } from './path-segment'

/** Formats of OpenAPI that bound nothing beyond `minimum` and `maximum`, which every number of the contract has. */
const numberFormats = ['int32', 'int64']

const DIGITS = /^(0|[1-9][0-9]{0,15})$/

/**
 * A fresh Ajv for the contract's schemas (OpenAPI 3.0: `nullable` is understood).
 * @param allErrors list every error instead of stopping at the first; the errors of a large value take seconds and gigabytes
 *
 * `x-utc` on a string takes an RFC 3339 time with any offset and replaces it by the same time in UTC (`parseTime`).
 * `x-trim` on a string removes white space at both ends before anything else is judged.
 * `x-path-segment` on a string demands a name that URL libraries leave in a path (`isPathSegment`).
 * `x-integer-id` on an id replaces a string of digits by the number before anything else is judged.
 * `x-clamp: N` on a string of digits replaces a larger number by N; `x-hint` is the sentence a person reads when the
 * schema is not met; `x-exactly-one-of: [a, b]` on an object demands one of these properties, which `oneOf` would say in a
 * way that client generators make poor types of.
 */
export function makeAjv(allErrors = false): Ajv {
  // verbose keeps the schema beside each error, for x-hint; it costs nothing where there is no error
  // V8 optimizes the generated code; Ajv's own pass over it makes compilation slower and validation no faster
  const ajv = new Ajv({ strict: false, allErrors, useDefaults: true, verbose: true, code: { optimize: false } })
  // by pattern: what matters about a time here is its form
  addFormats(ajv, { mode: 'fast' })
  for (const format of numberFormats) ajv.addFormat(format, true)
  // Ajv's own compares each item with all others; the contract demands it of strings alone
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isUnique: boolean) => (data: unknown[]) =>
      !isUnique || new Set(data.map((item) => JSON.stringify(item))).size === data.length,
    error: { message: 'must NOT have duplicate items' },
  })
  ajv.addKeyword({
    keyword: 'x-clamp',
    type: 'string',
    modifying: true,
    schemaType: 'number',
    compile: (most: number) => (data: string, place) => {
      if (place && Number(data) > most) place.parentData[place.parentDataProperty] = String(most)
      return true
    },
  })
  ajv.addKeyword({
    keyword: 'x-utc',
    type: 'string',
    modifying: true,
    schemaType: 'boolean',
    compile: () => (data: string, place) => {
      const time = parseTime(data)
      // a schema compiled on its own has no parent
      if (time !== null && place?.parentDataProperty !== undefined) place.parentData[place.parentDataProperty] = time
      return time !== null
    },
  })
  ajv.addKeyword({
    keyword: 'x-trim',
    type: 'string',
    modifying: true,
    schemaType: 'boolean',
    before: 'maxLength',
    compile: () => (data: string, place) => {
      if (place?.parentDataProperty !== undefined) place.parentData[place.parentDataProperty] = data.trim()
      return true
    },
  })
  ajv.addKeyword({
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
  })
  ajv.addKeyword({ keyword: 'x-path-segment', type: 'string', schemaType: 'boolean', compile: () => isPathSegment })
  ajv.addKeyword({
    keyword: 'x-exactly-one-of',
    type: 'object',
    schemaType: 'array',
    compile: (names: string[]) => (data: object) => names.filter((name) => name in data).length === 1,
    error: { message: ({ schema }) => `must have exactly one of ${(schema as string[]).join(', ')}` },
  })
  ajv.addKeyword({
    keyword: 'x-at-least-one-of',
    type: 'object',
    schemaType: 'array',
    compile: (names: string[]) => (data: object) => names.some((name) => name in data),
    error: { message: ({ schema }) => `must have at least one of ${(schema as string[]).join(', ')}` },
  })
  return ajv
}
