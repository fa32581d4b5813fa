// A request about an unknown id is kept until the account is known or its time is over.
import { randomUUID } from 'node:crypto'
import { insertAccountAuditEntry } from '../../identities/accounts/queries'
import type { Base } from '../../communities/actions'
import type { Db } from '../../context'
import { enqueue } from '../../db/job-queue'
import { digestKeyOf } from '../../encryption/keyring'
import { findAccountsWithData } from '../full-erasure/queries'
import { digestOf } from './digest'
import {
  deletePendingIdentities,
  endParkedRequest,
  findIdentitiesById,
  insertRequest,
  listUnknownRequests,
  lockOpenRequest,
  parkRequest,
  resolveRequest,
  wasErased,
  type OpenRequest,
  type ParkedRequest,
} from './queries'
import { accountOf, type AskedId, type Evidence, type ParkedAs } from './rules'

export async function readEvidence(db: Db, ids: readonly number[]): Promise<Evidence> {
  return { identities: await findIdentitiesById(db, ids), accounts: await findAccountsWithData(db, ids) }
}

/** A request whose account is not known is parked. @returns null: it is parked, or there is no such open request */
export function decideAccount(base: Base, notificationId: string): Promise<number | null> {
  return base.db.transaction().execute(async (tx) => {
    const request = await lockOpenRequest(tx, notificationId)
    if (!request) return null
    if (request.user_id !== null && request.resolved_at !== null) return request.user_id
    // only the operator decides between accounts: the data of one may have been erased meanwhile
    if (request.parked_as === 'ambiguous') return null
    const asked = askedOf(request)
    const decided = await decide(tx, asked, request.account_digest)
    if (typeof decided === 'number') await resolve(tx, base, notificationId, { request, userId: decided })
    else if (decided !== request.parked_as) await park(tx, base, notificationId, { id: asked.id, as: decided })
    return typeof decided === 'number' ? decided : null
  })
}

function askedOf({ user_id, parked_id, domain }: OpenRequest): AskedId {
  const id = parked_id ?? user_id
  if (id === null) throw new Error('an open erasure request has no id')
  return { id, domain }
}

/** An erased account is known, although nothing is left of it. */
async function decide(db: Db, asked: AskedId, digest: Buffer): Promise<number | ParkedAs> {
  const decided = accountOf(asked, await readEvidence(db, [asked.id]))
  if (decided !== 'unknown' || asked.domain !== null) return decided
  return (await wasErased(db, digest)) ? asked.id : 'unknown'
}

type Tx = Parameters<typeof enqueue>[0]

async function resolve(
  tx: Tx,
  { actor }: Base,
  notificationId: string,
  { request, userId }: { readonly request: OpenRequest; readonly userId: number },
): Promise<void> {
  await resolveRequest(tx, notificationId, userId)
  if (request.user_id === userId) return
  await insertAccountAuditEntry(tx, actor, { userId, action: 'data-rights.resolve', details: { notificationId } })
}

async function park(
  tx: Tx,
  { actor, log }: Base,
  notificationId: string,
  { id, as }: { readonly id: number; readonly as: ParkedAs },
): Promise<void> {
  await parkRequest(tx, notificationId, id, as)
  const details = { notificationId, as }
  await insertAccountAuditEntry(tx, actor, { userId: null, action: 'data-rights.park', details })
  log.warn(details, 'an erasure request names an id whose account is not known: see data-rights requests --parked')
}

export async function parkForOperator(base: Base, asked: AskedId): Promise<string> {
  const notificationId = `operator-${randomUUID()}`
  const digest = digestOf(asked, digestKeyOf(base.settings.encryptionKey.current))
  await base.db.transaction().execute(async (tx) => {
    const parked = { parked_as: 'unknown' as const, domain: asked.domain }
    await insertRequest(tx, { notificationId, id: asked.id, digest, parked })
    const details = { notificationId, as: parked.parked_as }
    await insertAccountAuditEntry(tx, base.actor, { userId: null, action: 'data-rights.park', details })
  })
  return notificationId
}

export async function reviewUnknownRequests(base: Base): Promise<string[]> {
  const parked = await listUnknownRequests(base.db, base.settings.parkedErasureDays)
  if (parked.length === 0) return []
  const evidence = await readEvidence(base.db, [...new Set(parked.map(({ id }) => id))])
  const isUnknown = (one: ParkedRequest): boolean => accountOf(one, evidence) === 'unknown'
  for (const one of parked) if (one.isOver && isUnknown(one)) await endWithoutData(base, one)
  return parked.filter((one) => !isUnknown(one)).map(({ notificationId }) => notificationId)
}

/** Only reports of the id are stored, and they are deleted. */
async function endWithoutData(base: Base, { notificationId, id, domain }: ParkedRequest): Promise<void> {
  await base.db.transaction().execute(async (tx) => {
    const identity = await deletePendingIdentities(tx, id, domain)
    const isEnded = await endParkedRequest(tx, notificationId, 'no-data', identity > 0 ? { identity } : {})
    if (!isEnded) return
    const details = { notificationId, days: base.settings.parkedErasureDays }
    await insertAccountAuditEntry(tx, base.actor, { userId: null, action: 'data-rights.no-data', details })
    base.log.warn(details, 'the time of a parked erasure request is over: there is no data under its id')
  })
}

export function closeRequest(base: Base, notificationId: string, reason: string): Promise<boolean> {
  return base.db.transaction().execute(async (tx) => {
    if (!(await endParkedRequest(tx, notificationId, 'closed'))) return false
    const details = { notificationId, reason }
    await insertAccountAuditEntry(tx, base.actor, { userId: null, action: 'data-rights.close', details })
    return true
  })
}

/** The operator says whose id it is; a job then erases the account. @returns false when no such request is parked */
export function assignRequest(base: Base, notificationId: string, userId: number): Promise<boolean> {
  return base.db.transaction().execute(async (tx) => {
    const request = await lockOpenRequest(tx, notificationId)
    if (!request || request.parked_id === null) return false
    await resolve(tx, base, notificationId, { request, userId })
    await enqueue(tx, 'erase-account', { notificationId })
    return true
  })
}
