// People are created, changed and invited within the authority of the caller.
import { insertAuditEntry } from '../audit/queries'
import { authorityOf } from '../auth/actions'
import { orNotFound } from '../base/errors'
import { timeOf } from '../base/time'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { commitOnce, type Effect } from '../idempotency/actions'
import {
  endSession,
  endSessions,
  findOwnSession,
  findPerson,
  insertPerson,
  lockPerson,
  updatePerson,
  type Invitation,
  type PersonRow,
  type SessionRow,
} from './queries'
import type { StaffRole } from './roles'
import { assertMayGive, INVITATION_MS } from './rules'
import { hashInvitation, makeInvitation, newPersonId } from './secrets'

export interface Invited {
  readonly row: PersonRow
  /** The link; it can be read only now. */
  readonly link: string
}

interface FreshInvitation extends Invitation {
  readonly link: string
}

function newInvitation({ community, settings, now }: TxCtx, personId: string): FreshInvitation {
  const invitation = makeInvitation(community.communityId, personId)
  return {
    hash: hashInvitation(invitation),
    expiresAt: timeOf(now().getTime() + INVITATION_MS),
    // after the #: no server and no log sees it
    link: `${settings.publicUrl}/console#invitation=${invitation}`,
  }
}

const scopesOfCaller = async (ctx: Ctx): Promise<readonly string[] | null> => (await authorityOf(ctx))?.scopes ?? null

/** @throws DomainError 403 `authority_exceeded` */
export function createPerson(
  ctx: Ctx,
  { name, role }: { readonly name: string; readonly role: StaffRole },
): Promise<Effect<Invited>> {
  return commitOnce(ctx, async (tx) => {
    assertMayGive(await scopesOfCaller(tx), role)
    const personId = newPersonId()
    const invitation = newInvitation(tx, personId)
    const row = await insertPerson(tx, { personId, name, role, createdAt: timeOf(tx.now()) }, invitation)
    await insertAuditEntry(tx, { action: 'person.create', after: { personId, name, role } })
    return { row, link: invitation.link }
  })
}

export async function requirePerson(ctx: Ctx, personId: string): Promise<PersonRow> {
  return orNotFound(await findPerson(ctx, personId), 'person_not_found')
}

export interface PersonChange {
  readonly name?: string | undefined
  readonly role?: StaffRole | undefined
  readonly enabled?: boolean | undefined
}

/**
 * Absent properties stay. A disabled person has no session any more.
 * @throws DomainError 404 `person_not_found`, 403 `authority_exceeded`
 */
export function changePerson(ctx: Ctx, personId: string, change: PersonChange): Promise<PersonRow> {
  return inTransaction(ctx, async (tx) => {
    const old = orNotFound(await lockPerson(tx, personId), 'person_not_found')
    await tx.assertUnchanged?.(tx)
    const { name = old.name, role = old.role, enabled = old.enabled } = change
    assertMayGive(await scopesOfCaller(tx), old.role, role)
    const row = await updatePerson(tx, personId, { name, role, enabled })
    if (!enabled) await endSessions(tx, personId, timeOf(tx.now()))
    const [before, after] = [old, row].map((one) => ({
      personId,
      name: one.name,
      role: one.role,
      enabled: one.enabled,
    }))
    await insertAuditEntry(tx, { action: 'person.update', before, after })
    return row
  })
}

/**
 * The passkey and the sessions end: the person may have lost the device.
 * @throws DomainError 404 `person_not_found`, 403 `authority_exceeded`
 */
export function invitePerson(ctx: Ctx, personId: string): Promise<Effect<Invited>> {
  return commitOnce(ctx, async (tx) => {
    const old = orNotFound(await lockPerson(tx, personId), 'person_not_found')
    assertMayGive(await scopesOfCaller(tx), old.role)
    const { hash, expiresAt, link } = newInvitation(tx, personId)
    const passkey = { credential_id: null, public_key: null, sign_count: 0, challenged_at: null }
    const row = await updatePerson(tx, personId, {
      ...passkey,
      invitation_hash: hash,
      invitation_expires_at: expiresAt,
    })
    const endedSessions = await endSessions(tx, personId, timeOf(tx.now()))
    await insertAuditEntry(tx, { action: 'person.invite', after: { personId, endedSessions } })
    return { row, link }
  })
}

/**
 * It is idempotent.
 * @throws DomainError 404 `session_not_found`, 403 `authority_exceeded`
 */
export function revokeSession(ctx: Ctx, sessionId: string): Promise<SessionRow> {
  return inTransaction(ctx, async (tx) => {
    const session = orNotFound(await findOwnSession(tx, sessionId), 'session_not_found')
    assertMayGive(await scopesOfCaller(tx), session.role)
    await recordEnd(tx, sessionId)
    return orNotFound(await findOwnSession(tx, sessionId), 'session_not_found')
  })
}

export function leaveSession(ctx: Ctx, sessionId: string): Promise<void> {
  return inTransaction(ctx, (tx) => recordEnd(tx, sessionId))
}

/** @param hash when a cookie names the session */
export async function recordEnd(tx: TxCtx, sessionId: string, hash?: Buffer): Promise<void> {
  const personId = await endSession(tx, sessionId, timeOf(tx.now()), hash)
  if (personId === null) return
  await insertAuditEntry(tx, { action: 'session.end', after: { sessionId, personId } })
}
