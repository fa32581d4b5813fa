// Rules about requests.
import Ajv from 'ajv'
import { makeAjv } from '../../src/contract/ajv'
import { bodySchemas, operationsOf, parametersOf, requestSchemas, resolved } from './document'
import type { Contract, Fault, Found, Parameter, Rule, Schema } from './document'

const SAMPLES: readonly unknown[] = ['1', 'Valor', '2026-03-01T12:00:00Z']
/**
 * Ids that replies write as strings, and requests may send as numbers. Those of the chat platform exceed
 * MAX_SAFE_INTEGER, so requests send them as strings only.
 */
const PLATFORM_ID = /^(?!chat).*(user|group)Id$/i
/** Ids that the specification calls numbers. */
const RANK_ID = /(rank|role|unique)Id$/i

/** Formats are not checked: the patterns exclude NUL. */
const plain = new Ajv({ strict: false, meta: false, validateSchema: false })

/** A valid string with NUL before or after it must not match: PostgreSQL stores no NUL. */
function nulFault({ at, node }: Found<Schema>): Fault[] {
  const bounded: object = { ...node, maxLength: 10_000 }
  const validate = plain.compile(bounded)
  const samples = [node.example, node.default, ...SAMPLES].filter((sample) => validate(sample))
  if (samples.length === 0) {
    return [{ where: at, rule: 'No sample matches the string.', fix: 'Add an example that matches it.' }]
  }
  const acceptsNul = samples.some((sample) => validate(`${String(sample)}\0`) || validate(`\0${String(sample)}`))
  const fix = 'Exclude \\x00 from the pattern, and anchor it with ^ and $.'
  return acceptsNul ? [{ where: at, rule: 'The string of a request accepts NUL.', fix }] : []
}

const withoutNul: Rule = (contract) =>
  requestSchemas(contract)
    .filter(({ node }) => node.type === 'string' && node.enum === undefined && node['x-utc'] !== true)
    .flatMap(nulFault)

const takes = (contract: Contract, found: Found<Schema>, value: unknown): boolean =>
  makeAjv().compile({ type: 'object', properties: { id: resolved(contract, found).node } })({ id: value })

function idRule(names: RegExp, isKept: (takesText: boolean) => boolean, rule: string, fix: string): Rule {
  return (contract) =>
    bodySchemas(contract).flatMap(({ at, node }) =>
      Object.entries(node.properties ?? {})
        .map(([name, schema]) => ({ name, found: { at: [...at, 'properties', name], node: schema } }))
        .filter(({ name }) => names.test(name))
        .filter(({ found }) => !takes(contract, found, 50) || !isKept(takes(contract, found, '50')))
        .map(({ name, found }) => ({ where: found.at, rule: `${name} ${rule}`, fix })),
    )
}

const platformIds = idRule(
  PLATFORM_ID,
  (takesText) => takesText,
  'is not both a string of digits and a number.',
  'Use { $ref: … } to a schema with x-integer-id, such as UserIdInput.',
)

const rankIds = idRule(
  RANK_ID,
  (takesText) => !takesText,
  'is not a number alone.',
  'Use { $ref: … } to RankUniqueId or RankId.',
)

/**
 * Whether the validator reads the parameter as its type: a header is never read as a number, and an array is a text
 * with commas.
 */
function isRead({ in: place, style, explode }: Parameter, type: string | undefined): boolean {
  if (type === 'array') return place === 'query' && style === 'form' && explode === false
  return type === 'string' || ((place === 'path' || place === 'query') && (type === 'integer' || type === 'boolean'))
}

const parameterTypes: Rule = (contract) =>
  operationsOf(contract).flatMap((operation) =>
    parametersOf(contract, operation)
      .filter(({ at, node }) => !isRead(node, resolved(contract, { at, node: node.schema }).node.type))
      .map(({ at, node }) => ({
        where: at,
        rule: `The parameter ${node.name} has a type that the server does not read.`,
        fix:
          'Set type: string with a pattern; integer and boolean are read in the path and the query, array in the query ' +
          'with style: form and explode: false.',
      })),
  )

export const requestRules: Readonly<Record<string, Rule>> = {
  'a request holds no NUL': withoutNul,
  'an id of an account or group is a string or a number': platformIds,
  'an id of a rank is a number': rankIds,
  'a parameter has a type that the server reads': parameterTypes,
}
