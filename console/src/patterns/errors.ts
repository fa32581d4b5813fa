// What errors say to people.
import { RequestError, type ErrorCode, type Schema } from '../api'
import { catalogue, textsOf } from './texts'

const texts = catalogue('errors', {
  noAnswer: 'The server does not answer. Check the connection, then try again.',
  busy: 'The server is busy. Try again in a moment.',
  tooMany: 'Too many requests. Wait until the time is over, then try again.',
  forbidden: 'Your role may not do this. Ask an administrator.',
  changed: 'Somebody else changed this meanwhile. Look at it again, then decide.',
  unknown: 'The server has a fault. Try again; if it stays, tell whoever runs the server.',
  signedOut: 'Your session has ended. Sign in again.',
  notFound: 'This does not exist any more.',
})

/** Sentences that replace the message of the server. */
const sentences: { readonly [Code in ErrorCode | 'no_answer' | 'unknown']?: Parameters<typeof t>[0] } = {
  no_answer: 'noAnswer',
  unknown: 'unknown',
  server_busy: 'busy',
  dependency_unavailable: 'busy',
  rate_limit_exceeded: 'tooMany',
  insufficient_scope: 'forbidden',
  record_changed: 'changed',
  internal_error: 'unknown',
  unauthorized: 'signedOut',
  missing_credentials: 'signedOut',
}
const t = textsOf(texts)

/** One sentence for people. The only place where an error becomes a text. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error)
  const own = sentences[error.code as ErrorCode]
  return own === undefined ? error.message : t(own)
}

type Issue = Partial<Schema<'ValidationIssue'>>

/**
 * Sentences by the name of the field, for a request whose values were refused: `/body/entries/0/reason` is of the field `reason`.
 * @param names of the fields that the form shows
 */
export function fieldErrorsOf<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  if (!(error instanceof RequestError) || error.status !== 400) return {}
  const { issues = [], field } = error.details as { readonly issues?: readonly Issue[]; readonly field?: string }
  const all = field === undefined ? issues : [...issues, { instancePath: `/body/${field.replaceAll('.', '/')}` }]
  const found: Partial<Record<Name, string>> = {}
  for (const { instancePath = '', message } of all) {
    const name = names.find((one) => instancePath.split('/').includes(one))
    if (name !== undefined) found[name] ??= message ?? sentenceOf(error)
  }
  return found
}
