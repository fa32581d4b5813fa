// Idempotency-Key, ETag, If-None-Match and If-Match.
import { isValid, type Json, type Operation, type Schema } from './contract'
import { codeOf, type Exchange, type Sent } from './http'
import { lineOf } from './judge'
import { freshName, toSent } from './requests'
import { ask, record, type Session } from './session'

const takes = ({ parameters }: Operation, header: string): boolean =>
  parameters.some((parameter) => parameter.in === 'header' && !parameter.required && parameter.name === header)

/** For a request whose retry is checked; none otherwise. */
export function retryHeaders(session: Session, operation: Operation): Record<string, string> {
  return takes(operation, 'Idempotency-Key') ? { 'Idempotency-Key': freshName(session) } : {}
}

/** As after a lost answer: the same request again has the same effect and no other. Another one with its key is refused. */
export async function checkRetry(session: Session, operation: Operation, first: Exchange): Promise<void> {
  const { sent } = first
  if (!takes(operation, 'Idempotency-Key')) return
  await ask(session, operation, 'sent again with its Idempotency-Key', sent, {
    statuses: [first.status],
    and: (again) => [
      ...(again.headers['idempotent-replayed'] === 'true'
        ? []
        : ['Idempotent-Replayed is not true: it may have run twice']),
      ...(identitiesOf(again.body) === identitiesOf(first.body)
        ? []
        : ['it names other records than the first answer']),
      ...(secretsIn(operation.responses.get(first.status)?.schema, again.body) ? ['it returns a secret again'] : []),
    ],
  })
  const other = otherBody(operation, sent)
  if (other === null) return
  const expected = { statuses: [409], codes: ['idempotency_key_reused'] }
  await ask(session, operation, '409: another request with its Idempotency-Key', { ...sent, body: other }, expected)
}

/** Ids and names, which stay; states and times may move on, and a secret is not returned again. */
function identitiesOf(body: Json | undefined): string {
  return JSON.stringify(body, (name, value: unknown) => {
    const isKept = (typeof value === 'object' && value !== null) || name === '' || /(Id|^id|^name)$/.test(name)
    return isKept ? value : undefined
  })
}

/** Whether a property that the contract marks as `x-secret` has a value. */
function secretsIn(schema: Schema | null | undefined, value: Json | undefined): boolean {
  if (!schema || value === null || value === undefined) return false
  if (schema['x-secret']) return true
  if (Array.isArray(value)) return value.some((item) => secretsIn(schema.items, item))
  return Object.entries(schema.properties ?? {}).some(([name, inner]) =>
    secretsIn(inner, (value as Record<string, Json>)[name]),
  )
}

/** Null: no text can be changed. */
function otherBody({ body }: Operation, sent: Sent): string | null {
  if (!body || sent.body === undefined) return null
  const given = JSON.parse(sent.body) as Record<string, Json>
  for (const [name, value] of Object.entries(given)) {
    const changed = typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}x` : undefined
    const other = changed === undefined ? undefined : { ...given, [name]: changed }
    if (other && isValid(body.schema, other)) return JSON.stringify(other)
  }
  return null
}

/** Before a change that will succeed: with the ETag of another state. @returns what to check once it has succeeded */
export async function checkStale(
  session: Session,
  operation: Operation,
  sent: Sent,
): Promise<(succeeded: boolean) => void> {
  if (!takes(operation, 'If-Match')) return () => undefined
  const stale = await session.wire.send({ ...sent, headers: { ...sent.headers, 'If-Match': '"conformance"' } })
  const [code, name] = [codeOf(stale.body), '409: If-Match with another ETag']
  const problems = code === 'record_changed' ? [] : [`answered ${stale.status}, not 409 record_changed`]
  return (succeeded) => {
    // an error of its own may come first
    if (!succeeded && stale.status >= 300) return
    record(session, { operation: operation.id, name, problems, line: lineOf(stale) })
  }
}

/** @param path of a record that exists */
export async function checkEtag(session: Session, operation: Operation, path: Record<string, string>): Promise<void> {
  if (!takes(operation, 'If-None-Match')) return
  const read = await ask(session, operation, 'an ETag', toSent(session, operation, { path }), {
    statuses: [200],
    and: ({ headers: { etag } }) =>
      /^"[^"]*"$/.test(etag ?? '') ? [] : [`the ETag is ${etag ? `'${etag}'` : 'missing'}, not a strong one`],
  })
  const etag = read?.headers['etag']
  if (etag === undefined) return
  const conditional = (tag: string) => toSent(session, operation, { path, headers: { 'If-None-Match': tag } })
  await ask(session, operation, '304: If-None-Match with its ETag', conditional(etag), { statuses: [304] })
  await ask(session, operation, 'If-None-Match with another ETag', conditional('"conformance"'), { statuses: [200] })
}
