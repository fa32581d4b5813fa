// Checks a response: status, headers, body, error code.
import { replyProblems, type Contract, type DeclaredResponse, type Operation, type Schema } from './contract'
import { codeOf, type Exchange } from './http'

const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit', 'ratelimit-policy']

/** @param operation null: only the envelope is checked */
export function problemsOf(contract: Contract, operation: Operation | null, answer: Exchange): string[] {
  const common = [...requestIdProblems(answer), ...limitProblems(answer), ...cacheProblems(answer)]
  if (!operation) return [...common, ...contentProblems(contract.envelope, answer), ...statusProblems(contract, answer)]
  const declared = operation.responses.get(answer.status)
  if (!declared) return [...common, `the status ${answer.status} is not declared for ${operation.id}`]
  return [
    ...common,
    ...headerProblems(declared, answer),
    ...contentProblems(declared.schema, answer),
    ...codeProblems(declared, answer),
    ...statusProblems(contract, answer),
    ...challengeProblems(answer),
    ...deprecationProblems(operation, answer),
  ]
}

/** RFC 9745, RFC 8594. */
function deprecationProblems({ id, deprecated }: Operation, { headers, status }: Exchange): string[] {
  // before the route is known
  if (status === 503) return []
  const day = (date: string): number => Date.parse(`${date}T00:00:00Z`)
  const expected = {
    deprecation: deprecated && `@${day(deprecated.since) / 1_000}`,
    sunset: deprecated && new Date(day(deprecated.sunset)).toUTCString(),
  }
  return (['deprecation', 'sunset'] as const).flatMap((name) => {
    const [value = null, wanted] = [headers[name], expected[name]]
    if (value === wanted) return []
    const told = value === null ? 'missing' : `'${value}'`
    return [`the header ${name} is ${told}, ${wanted === null ? `but ${id} is not deprecated` : `not '${wanted}'`}`]
  })
}

function requestIdProblems({ headers, requestId }: Exchange): string[] {
  const echoed = headers['x-request-id']
  if (echoed === undefined) return ['the header X-Request-Id is missing']
  return echoed.startsWith(`${requestId}.`)
    ? []
    : [`X-Request-Id is '${echoed}', not one that begins with '${requestId}.'`]
}

function limitProblems({ headers }: Exchange): string[] {
  const there = limitHeaders.filter((name) => headers[name] !== undefined)
  if (there.length === 0 || there.length === limitHeaders.length) return []
  return limitHeaders.filter((name) => !there.includes(name)).map((name) => `${name} is missing beside ${there[0]}`)
}

/** RFC 9111, 3.5. */
function cacheProblems({ headers, text }: Exchange): string[] {
  if (text === '') return []
  const control = headers['cache-control']
  return /\bno-store\b/.test(control ?? '')
    ? []
    : [`Cache-Control is ${control ? `'${control}'` : 'missing'}, not no-store`]
}

function headerProblems(declared: DeclaredResponse, { headers }: Exchange): string[] {
  return [...declared.headers].flatMap(([name, { required, schema }]) => {
    const value = headers[name]
    if (value === undefined) return required ? [`the header ${name} is missing`] : []
    const numeric = schema.type === 'integer'
    if (numeric && !/^\d+$/.test(value)) return [`the header ${name} is '${value}', not a whole number`]
    return replyProblems(schema, numeric ? Number(value) : value).map((text) => `the header ${name}: ${text}`)
  })
}

function contentProblems(schema: Schema | null, { headers, text, body, sent }: Exchange): string[] {
  if (sent.method === 'HEAD') return text === '' ? [] : ['a body in response to HEAD']
  if (!schema) return text === '' ? [] : ['a body where none is declared']
  const type = headers['content-type'] ?? ''
  const wrong = /^application\/json\s*(;|$)/i.test(type) ? [] : [`Content-Type is '${type}', not application/json`]
  if (body === undefined) return [...wrong, 'the body is not JSON']
  return [...wrong, ...replyProblems(schema, body)]
}

function codeProblems({ codes }: DeclaredResponse, { body, status, sent }: Exchange): string[] {
  if (!codes || sent.method === 'HEAD') return []
  const code = codeOf(body)
  return codes.includes(code ?? '') ? [] : [`the code '${code}' is not declared with ${status}`]
}

function statusProblems({ errorStatus }: Contract, { body, status }: Exchange): string[] {
  const code = codeOf(body)
  const expected = code === null ? undefined : errorStatus[code]
  return expected === undefined || expected === status ? [] : [`'${code}' comes with ${expected}, not ${status}`]
}

/** RFC 9110, 11.6.1; RFC 6750, 3.1: names the error of a credential. */
function challengeProblems({ status, headers, sent, body }: Exchange): string[] {
  const challenge = headers['www-authenticate']
  if (status === 401 && !challenge) return ['the challenge, WWW-Authenticate, is missing']
  if (status === 401 && /^Bearer/.test(challenge ?? '')) {
    const hasError = /error="invalid_token"/.test(challenge ?? '')
    const given = 'Authorization' in sent.headers && 'X-Community-Id' in sent.headers
    return hasError === given
      ? []
      : [`the challenge is '${challenge}' ${given ? 'with a credential' : 'without a credential'}`]
  }
  if (codeOf(body) !== 'insufficient_scope') return []
  return /error="insufficient_scope"/.test(challenge ?? '')
    ? []
    : ['the challenge does not have error="insufficient_scope"']
}

/** To find it in the deployment's log. */
export function lineOf({ sent, status, body, requestId }: Exchange): string {
  const code = codeOf(body)
  const path = sent.path.length > 120 ? `${sent.path.slice(0, 120)}…` : sent.path
  return `${sent.method} ${path} answered ${status}${code ? ` ${code}` : ''} (request ${requestId})`
}
