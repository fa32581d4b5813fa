// Rules about responses: error codes, the envelope, headers.
import { errorCodesOf } from '../../src/contract/error-codes'
import { distinctResponses, mediaOf, operationsOf, parametersOf, responsesOf } from './document'
import type { Fault, FoundOperation, FoundResponse, Path, Rule } from './document'

const ENVELOPE = '#/components/schemas/ErrorResponse'
const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit', 'RateLimit-Policy']
const COMMON_HEADERS = ['X-Request-Id', ...LIMIT_HEADERS]
/** By status, the header that the response has beside the common ones. */
const OWN_HEADERS: Readonly<Record<string, string>> = {
  '401': 'WWW-Authenticate',
  '403': 'WWW-Authenticate',
  '429': 'Retry-After',
  '503': 'Retry-After',
}

const isError = ({ status }: FoundResponse): boolean => Number(status) >= 400
/** The specification declares 409 for each of its routes, and every operation has a 403, also those that refuse nobody. */
const mayHaveNoCode = ({ node }: FoundOperation): string[] => (node['x-extension'] ? ['403'] : ['403', '409'])

/** Each status has a code, each code its status, and `ErrorCode` has each code. */
const errorCodes: Rule = (contract) =>
  operationsOf(contract).flatMap((operation): Fault[] => {
    const { at, id, node } = operation
    const declared = Object.keys(node.responses)
    const faultsOf = ([status, codes]: [number, readonly string[]]): Fault[] =>
      declared.includes(String(status)) ? [] : codes.map((code) => undeclared(at, id, status, code))
    const codes = errorCodesOf(contract, node)
    const without = responsesOf(contract, operation).filter(
      (response) =>
        isError(response) && response.codes.length === 0 && !mayHaveNoCode(operation).includes(response.status),
    )
    const lacks = !node['x-extension'] && !declared.includes('409')
    return [
      ...[...codes].flatMap(faultsOf),
      ...without.map(({ usedAt, status }) => ({
        where: usedAt,
        rule: `${id} declares ${status}, and none of its codes has that status.`,
        fix: `Add a code of ${status} to x-error-codes of the operation, or remove ${status}.`,
      })),
      ...(lacks ? [{ where: [...at, 'responses'], rule: `${id} does not declare 409.`, fix: 'Declare it.' }] : []),
    ]
  })

function undeclared(at: Path, id: string, status: number, code: string): Fault {
  const where = [...at, 'x-error-codes']
  if (status === 0) {
    const fix = 'Name a code of ErrorCode, or add it to enum, x-enum-varnames and x-errors there.'
    return { where, rule: `${id} has the code ${code}, which ErrorCode lacks.`, fix }
  }
  const fix = `Add '${status}' with the $ref that other operations have, or remove the code.`
  return { where, rule: `${id} has the code ${code}, and does not declare its status ${status}.`, fix }
}

const FACTS = ['status', 'effect', 'sentence', 'cause', 'remedy'] as const
/** Words that a person who knows no API does not understand, and names. */
const OF_PROGRAMS = /[`_/{}]|[a-z][A-Z]|\b(API(?! keys?)|HTTP|JSON|contract|endpoint|header|parameter|scope)\b/

/** `x-errors` and `enum` have the same codes; each says what a person needs. */
const errorFacts: Rule = ({ components }) => {
  const { enum: codes, 'x-errors': errors } = components.schemas.ErrorCode
  const at = ['components', 'schemas', 'ErrorCode', 'x-errors']
  const fault = (code: string, rule: string, fix: string): Fault => ({ where: [...at, code], rule, fix })
  return [
    ...Object.keys(errors)
      .filter((code) => !codes.includes(code))
      .map((code) => fault(code, `x-errors has ${code}, which enum lacks.`, 'Add it to enum, or remove it.')),
    ...codes.flatMap((code): Fault[] => {
      const facts = errors[code]
      const missing = FACTS.filter((name) => !/\S/.test(String(facts?.[name] ?? '')))
      if (!facts || missing.length > 0)
        return [fault(code, `${code} has no ${missing.join(' and no ')}.`, 'Write it as other codes have it.')]
      const isForPeople = /^[A-Z][^]*\.$/.test(facts.sentence) && !OF_PROGRAMS.test(facts.sentence)
      if (isForPeople) return []
      const fix =
        'Write what happened and what to do, in sentences that end with a full stop, without names of the API.'
      return [fault(code, `The sentence of ${code} is not for a person who knows no API.`, fix)]
    }),
  ]
}

const envelope: Rule = (contract) =>
  distinctResponses(contract)
    .filter(isError)
    .filter((response) => mediaOf(response)[0]?.node.schema.$ref !== ENVELOPE)
    .map(({ at }) => ({
      where: at,
      rule: 'The error has another body than the envelope.',
      fix: `Set its schema to { $ref: '${ENVELOPE}' }.`,
    }))

/** Headers that some answers have. */
const OPTIONAL_HEADERS = ['Location', 'Retry-After', 'Set-Cookie', 'X-Platform-Operation-Id']

/** The headers of a response beside {@link COMMON_HEADERS}. */
function headersOfKind(takes: (name: string) => boolean, status: string): string[] {
  const own = OWN_HEADERS[status]
  if (Number(status) >= 400) return ['Link', ...(own === undefined ? [] : [own])]
  const etag = ['200', '304'].includes(status) && takes('If-None-Match') ? ['ETag'] : []
  return ['X-Ignored-Parameters', ...etag, ...(takes('Idempotency-Key') ? ['Idempotent-Replayed'] : [])]
}

/** The contract repeats headers and statuses for its readers and generators; here they are compared. */
const alike: Rule = (contract) =>
  operationsOf(contract).flatMap((operation) => {
    const names = parametersOf(contract, operation).map(({ node }) => node.name)
    const responses = responsesOf(contract, operation)
    const faults = responses.flatMap(({ at, node, status }): Fault[] => {
      const kind = [...COMMON_HEADERS, ...headersOfKind((name) => names.includes(name), status)]
      const declared = Object.entries(node.headers ?? {})
      const missing = kind.filter((name) => !(name in (node.headers ?? {})))
      const extra = declared.map(([name]) => name).filter((name) => ![...kind, ...OPTIONAL_HEADERS].includes(name))
      const inline = declared.filter(([, { $ref }]) => $ref === undefined).map(([name]) => name)
      const what = [
        ...missing.map((name) => `lacks ${name}, which its kind has`),
        ...extra.map((name) => `has ${name}, which its kind lacks`),
        ...inline.map((name) => `has its own ${name} instead of a reference`),
      ]
      return what.map((text) => ({
        where: [...at, 'headers'],
        rule: `${operation.id} ${status} ${text}.`,
        fix: 'Write the headers as other operations with these parameters have them.',
      }))
    })
    const statuses = responses.map(({ status }) => status)
    if (statuses.includes('502') === statuses.includes('504')) return faults
    const where = [...operation.at, 'responses']
    const rule = `${operation.id} declares one of 502 and 504.`
    return [...faults, { where, rule, fix: 'Declare both: a call of the platform can fail in both ways.' }]
  })

const exampleCodes: Rule = (contract) => {
  const { 'x-errors': errors } = contract.components.schemas.ErrorCode
  return distinctResponses(contract)
    .filter(isError)
    .flatMap((response) =>
      mediaOf(response).flatMap(({ at, node }) =>
        Object.entries(node.examples ?? {})
          .map(([name, { value }]) => ({ name, code: (value as { error?: { code?: string } }).error?.code ?? 'none' }))
          .filter(({ code }) => errors[code]?.status !== Number(response.status))
          .map(({ name, code }) => ({
            where: [...at, 'examples', name],
            rule: `The example of ${response.status} has the code ${code}, whose status is ${errors[code]?.status ?? 'none'}.`,
            fix: `Show a code of ${response.status}.`,
          })),
      ),
    )
}

export const responseRules: Readonly<Record<string, Rule>> = {
  'a status has a code, and a code its status': errorCodes,
  'an error code has its facts': errorFacts,
  'an error has the envelope': envelope,
  'responses of one kind are alike': alike,
  'an example of an error has a code of its status': exampleCodes,
}
