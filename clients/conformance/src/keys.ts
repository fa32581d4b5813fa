// A key made by the API: what it says of itself, and its end.
import { setTimeout as pause } from 'node:timers/promises'
import type { Json, Operation } from './contract'
import type { Exchange } from './http'
import { freshName, toSent } from './requests'
import { ask, at, credentials, type Session } from './session'

/** A server may cache a key for a second. */
const PAUSES_MS = [100, 200, 400, 800, 1_600]

/** Creates a key, reads it with itself, revokes it, and reads it again. */
export async function checkNewKey(session: Session, operation: Operation): Promise<void> {
  const named = (id: string) => session.contract.operations.find((one) => one.id === id)
  const [read, revoke] = [named('getKey'), named('revokeKey')]
  if (operation.id !== 'createKey' || !session.settings.write || !read || !revoke) return
  const body = { name: freshName(session), scopes: ['members.read'] }
  const made = await ask(session, operation, 'a new key', toSent(session, operation, { body }), {
    statuses: [201, 409],
  })
  const [keyId, secret] = [at(made?.body, 'data', 'keyId'), at(made?.body, 'data', 'key')]
  if (typeof keyId !== 'string' || typeof secret !== 'string') return
  const sent = toSent(session, read, { headers: credentials(session, secret) })
  await ask(session, read, 'with a new key', sent, {
    statuses: [200],
    and: (answer) => ownFacts(answer, body.scopes, keyId),
  })
  await ask(session, revoke, 'of a new key', toSent(session, revoke, { path: { keyId } }), { statuses: [200] })
  for (const milliseconds of PAUSES_MS) {
    if ((await session.wire.send(sent)).status !== 200) break
    await pause(milliseconds)
  }
  await ask(session, read, 'with a revoked key', sent, { statuses: [401, 403] })
}

function ownFacts({ body, headers }: Exchange, scopes: readonly string[], keyId: string): string[] {
  const data = (...names: string[]): Json | undefined => at(body, 'data', ...names)
  const [told, sent] = [JSON.stringify(data('rateLimit', 'limit')), headers['ratelimit-limit']]
  return [
    ...(data('keyId') === keyId ? [] : ['it describes another key']),
    ...(JSON.stringify(data('scopes')) === JSON.stringify(scopes) ? [] : ['it has other scopes than were granted']),
    ...(sent === undefined || told === sent ? [] : [`rateLimit.limit is ${told}, RateLimit-Limit ${sent}`]),
  ]
}
