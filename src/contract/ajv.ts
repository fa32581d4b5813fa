// The one Ajv of the process: formats on, all errors, and the contract's own keywords.
import Ajv from 'ajv'
import addFormats from 'ajv-formats'

/** Formats of OpenAPI that bound nothing beyond `minimum` and `maximum`, which every number of the contract has. */
const numberFormats = ['int32', 'int64']

/**
 * A fresh Ajv for the contract's schemas (OpenAPI 3.0: `nullable` is understood).
 *
 * `x-clamp: N` on a string of digits replaces a larger number by N; `x-hint` is the sentence a person reads when the
 * schema is not met; `x-exactly-one-of: [a, b]` on an object demands one of these properties, which `oneOf` would say in a
 * way that client generators make poor types of.
 */
export function makeAjv(): Ajv {
  // verbose keeps the schema beside each error, for x-hint; it costs nothing where there is no error
  const ajv = new Ajv({ strict: false, allErrors: true, useDefaults: true, verbose: true })
  // by pattern: what matters about a time here is its form
  addFormats(ajv, { mode: 'fast' })
  for (const format of numberFormats) ajv.addFormat(format, true)
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
