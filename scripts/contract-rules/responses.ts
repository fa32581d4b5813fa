// Rules about responses: error codes, the envelope, headers.
import { distinctResponses, mediaOf, operationsOf, parametersOf, responsesOf } from './document'
import type { Fault, FoundResponse, Rule } from './document'

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
const codesOf = ({ node }: FoundResponse): readonly string[] => node['x-error-codes'] ?? []

const errorCodes: Rule = (contract) => {
  const { 'x-error-status': statuses } = contract.components.schemas.ErrorCode
  const errors = operationsOf(contract).flatMap((operation) => responsesOf(contract, operation).filter(isError))
  return errors.flatMap((response): Fault[] => {
    if (response.node['x-error-codes'] === undefined) {
      return [{ where: response.at, rule: 'The error has no x-error-codes.', fix: 'Add x-error-codes: [<code>, …].' }]
    }
    return codesOf(response)
      .filter((code) => statuses[code] !== Number(response.status))
      .map((code) => ({
        where: response.usedAt,
        rule: `${response.status} has the code ${code}, whose status is ${statuses[code] ?? 'unknown'}.`,
        fix: 'Name a response of that status, or change components.schemas.ErrorCode.',
      }))
  })
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

const exampleCodes: Rule = (contract) =>
  distinctResponses(contract)
    .filter(isError)
    .flatMap((response) =>
      mediaOf(response).flatMap(({ at, node }) =>
        Object.entries(node.examples ?? {})
          .map(([name, { value }]) => ({ name, code: (value as { error?: { code?: string } }).error?.code ?? 'none' }))
          .filter(({ code }) => !codesOf(response).includes(code))
          .map(({ name, code }) => ({
            where: [...at, 'examples', name],
            rule: `The example has the code ${code}, which x-error-codes lacks.`,
            fix: 'Show one of x-error-codes.',
          })),
      ),
    )

export const responseRules: Readonly<Record<string, Rule>> = {
  'an error has codes of its status': errorCodes,
  'an error has the envelope': envelope,
  'responses of one kind are alike': alike,
  'an example of an error has one of its codes': exampleCodes,
}
