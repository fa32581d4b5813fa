// Rules about schemas.
import { isDeepStrictEqual } from 'node:util'
import { nodeAt, requestSchemas, writtenSchemas, type Fault, type Found, type Rule, type Schema } from './document'

/** `rule` gives a sentence. */
const each =
  (rule: (schema: Schema) => string | null, fix: string): Rule =>
  (contract) =>
    writtenSchemas(contract).flatMap(({ at, node }): Fault[] => {
      const wrong = rule(node)
      return wrong === null ? [] : [{ where: at, rule: wrong, fix }]
    })

const isFreeString = ({ type, enum: values }: Schema): boolean => type === 'string' && values === undefined

function unboundedString(schema: Schema): string | null {
  if (!isFreeString(schema)) return null
  const { maxLength, pattern, format } = schema
  if (maxLength === undefined) return 'The string has no maxLength.'
  if (pattern === undefined) return format === undefined ? 'The string has no pattern and no format.' : null
  return new RegExp(pattern, 'u').test('\0') ? 'The pattern of the string accepts NUL.' : null
}

function unboundedNumber({ type, format, enum: values, minimum, maximum }: Schema): string | null {
  if (type === 'integer' && format === undefined) return 'The integer has no format.'
  const isNumber = (type === 'integer' || type === 'number') && values === undefined
  return isNumber && (minimum === undefined || maximum === undefined) ? 'The number lacks minimum or maximum.' : null
}

/** Checked first. */
export const references: Rule = (contract) => {
  const visit = (found: Found<unknown>): Fault[] => {
    if (found.node === null || typeof found.node !== 'object') return []
    const { $ref } = found.node as { readonly $ref?: unknown }
    const isDangling = typeof $ref === 'string' && nodeAt(contract, $ref.split('/').slice(1)) === undefined
    const own = { where: [...found.at, '$ref'], rule: `There is no ${String($ref)}.`, fix: 'Define it, or correct it.' }
    const inner = Object.entries(found.node).flatMap(([step, node]) => visit({ at: [...found.at, step], node }))
    return [...(isDangling ? [own] : []), ...inner]
  }
  return visit({ at: [], node: contract })
}

const closed: Rule = (contract) =>
  requestSchemas(contract)
    .filter(({ node: { type, additionalProperties, maxProperties } }) => {
      if (type !== 'object' || additionalProperties === false) return false
      return typeof additionalProperties !== 'object' || maxProperties === undefined
    })
    .map(({ at }) => ({
      where: at,
      rule: 'The object of a request accepts unknown properties.',
      fix: 'Set additionalProperties: false, or a schema with maxProperties.',
    }))

const times: Rule = (contract) =>
  requestSchemas(contract)
    .filter(({ node }) => node.format === 'date-time' && node['x-utc'] !== true)
    .map(({ at }) => ({
      where: at,
      rule: 'The time of a request accepts one offset alone.',
      fix: 'Set x-utc: true beside format: date-time.',
    }))

/** `Member`, `MemberFields` with its properties as optional ones, and `MemberField` with their names. OpenAPI has no such operator. */
const fields: Rule = ({ components: { schemas } }) =>
  Object.keys(schemas)
    .filter((name) => `${name}Fields` in schemas && `${name}Field` in schemas)
    .flatMap((name): Fault[] => {
      const [whole, part] = [schemas[name]?.properties ?? {}, schemas[`${name}Fields`]?.properties ?? {}]
      const listed = schemas[`${name}Field`]?.enum ?? []
      const fault = (schema: string, rule: string, ...at: string[]): Fault => ({
        where: ['components', 'schemas', schema, ...at],
        rule,
        fix: `Write the properties of ${name} in ${name}Fields too, and their names in ${name}Field.`,
      })
      return [
        ...Object.keys(whole).flatMap((property): Fault[] => {
          if (!(property in part)) {
            return [fault(name, `${name} has ${property}, which ${name}Fields lacks.`, 'properties', property)]
          }
          if (isDeepStrictEqual(whole[property], part[property])) return []
          const rule = `${name}Fields has another ${property} than ${name}.`
          return [fault(`${name}Fields`, rule, 'properties', property)]
        }),
        ...Object.keys(whole)
          .filter((property) => !listed.includes(property))
          .map((property) => fault(`${name}Field`, `${name}Field lacks ${property}, which ${name} has.`)),
        ...Object.keys(part)
          .filter((property) => !(property in whole))
          .map((property) =>
            fault(`${name}Fields`, `${name}Fields has ${property}, which ${name} lacks.`, 'properties', property),
          ),
      ]
    })

/** A repeated request is answered without the secret, as the test of each operation with an Idempotency-Key expects. */
function unmarkedSecret({ properties = {} }: Schema): string | null {
  for (const [name, { type, nullable, pattern = '', 'x-secret': isSecret }] of Object.entries(properties)) {
    if (isSecret && !nullable) return `${name} has x-secret and cannot be null.`
    if (!isSecret && type === 'string' && /^\^(cmk|whsec)_/.test(pattern))
      return `${name} is a secret without x-secret.`
  }
  return null
}

export const schemaRules: Readonly<Record<string, Rule>> = {
  'a string is bounded and without NUL': each(
    unboundedString,
    'Set maxLength, and a pattern without NUL (such as ^[^\\x00]*$) or a format.',
  ),
  'an array is bounded': each(
    ({ type, maxItems }) => (type === 'array' && maxItems === undefined ? 'The array has no maxItems.' : null),
    'Set maxItems.',
  ),
  'a number is bounded': each(unboundedNumber, 'Set minimum and maximum, and format: int32 or int64 for an integer.'),
  'nothing is beside a reference': each(
    (schema) =>
      '$ref' in schema && Object.keys(schema).length > 1 ? 'A keyword is beside $ref, which hides it.' : null,
    'Put the reference into allOf: [{ $ref: … }], and type beside it where it is nullable.',
  ),
  'nullable is beside a type': each(
    ({ nullable, type }) =>
      nullable !== undefined && type === undefined ? 'The schema has nullable without a type.' : null,
    'Set type beside nullable.',
  ),
  'a secret is marked, and may be null': each(unmarkedSecret, 'Set x-secret: true and nullable: true.'),
  'an object of a request is closed': closed,
  'a time of a request has any offset': times,
  'fields of a record are its properties': fields,
}
