// People are created, changed and invited within the authority of the caller.
import { insertAuditEntry } from '../audit/queries'
import { lockAuthority } from '../auth/actions'
import { newBounds } from '../auth/authority'
import { boundsOf, toBoundsColumns, type BoundsInput } from '../auth/bounds/rules'
import { authorOf } from '../auth/handing-on/author'
import { whose } from '../auth/handing-on/queries'
import { assertMayHandOn, assertMayManage, authorityExceeded, type Authority } from '../auth/handing-on/rules'
import { smallerTakes, takesOf, type TakesInput } from '../auth/takes/rules'
import { orNotFound } from '../base/errors'
import { timeOf } from '../base/time'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { commitOnce, type Effect } from '../idempotency/actions'
import { assertAdministratorRemains } from './administrators/actions'
import { isLoosened, newBinding, recordBinding } from './binding'
import { bindingIn, shownFacts, stateOfPerson } from './facts'
import {
  deletePerson,
  endSession,
  endSessions,
  findOwnSession,
  findPerson,
  insertPerson,
  lockPerson,
  toInviterColumns,
  updatePerson,
  type Invitation,
  type PersonRow,
  type SessionRow,
} from './queries'
import { requireRole } from './own-roles/actions'
import { scopesOf, type StaffRole } from './roles'
import { INVITATION_MS, isSameBinding, toBindingColumns, UNBOUND, type BindingInput } from './rules'
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

export interface PersonRequest {
  readonly name: string
  readonly role: StaffRole
  /** Absent bounds: those of the caller. Absent takes: those of the role, or of the caller if they are less. */
  readonly bounds?: BoundsInput & TakesInput
  readonly binding?: BindingInput | undefined
}

async function takesOfRole(
  tx: TxCtx,
  authority: Authority,
  role: StaffRole,
  input: TakesInput,
): Promise<number | null> {
  const { takesPerHour } = await requireRole(tx, role)
  return takesOf(input, smallerTakes(takesPerHour, authority?.takesPerHour ?? null))
}

/** @throws DomainError 400 `validation_failed`, 403 `authority_exceeded`, 404 `rank_not_found` */
export function createPerson(
  ctx: Ctx,
  { name, role, bounds = {}, binding: input = {} }: PersonRequest,
): Promise<Effect<Invited>> {
  return commitOnce(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const personId = newPersonId()
    const invitation = newInvitation(tx, personId)
    const takesPerHour = await takesOfRole(tx, authority, role, bounds)
    const held = { bounds: newBounds(authority, bounds), takesPerHour }
    const binding = await newBinding(tx, input, UNBOUND)
    const person = { personId, name, role, createdAt: timeOf(tx.now()), ...held, binding, author: authorOf(tx.actor) }
    const row = await insertPerson(tx, person, invitation)
    assertMayHandOn(authority, { of: 'person', before: null, after: stateOfPerson(row), whose: 'other' })
    await insertAuditEntry(tx, { action: 'person.create', after: shownFacts(row) })
    await recordBinding(tx, personId, UNBOUND, binding)
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
  readonly paused?: boolean | undefined
  readonly bounds?: (BoundsInput & TakesInput) | undefined
  readonly binding?: BindingInput | undefined
}

/** Follows a change in its transaction: what the person made may end too (people/dependants). */
export type FollowPerson = (tx: TxCtx, authority: Authority, before: PersonRow, after: PersonRow) => Promise<void>

/**
 * Absent properties stay, but a new role brings its takes. A disabled person has no session any more.
 * @throws DomainError 404 `person_not_found` or `rank_not_found`, 400 `validation_failed`, 403 `authority_exceeded`,
 * 409 `last_administrator`, or as `follow`
 */
export function changePerson(
  ctx: Ctx,
  personId: string,
  change: PersonChange,
  follow: FollowPerson = () => Promise.resolve(),
): Promise<PersonRow> {
  return inTransaction(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const old = orNotFound(await lockPerson(tx, personId), 'person_not_found')
    await tx.assertUnchanged?.(tx)
    const row = await changeLocked(tx, authority, old, change)
    await assertAdministratorRemains(tx, [old])
    await follow(tx, authority, old, row)
    return row
  })
}

/** As `changePerson`, of a person who is locked; the caller checks that an administrator remains. */
export async function changeLocked(
  tx: TxCtx,
  authority: Authority,
  old: PersonRow,
  { paused, ...facts }: PersonChange,
): Promise<PersonRow> {
  const isChanged = Object.values(facts).some((value) => value !== undefined)
  const changed = isChanged ? await storeFacts(tx, authority, old, facts) : old
  const isToggled = paused !== undefined && paused !== (old.paused_at !== null)
  const row = isToggled ? await switchPause(tx, changed, paused) : changed
  const [before, after] = [stateOfPerson(old), stateOfPerson(row)]
  const [was, is] = [bindingIn(old), bindingIn(row)]
  assertMayHandOn(authority, {
    of: 'person',
    before,
    after,
    whose: await whose(tx, { kind: 'person', id: old.person_id, owner: old.person_id }),
    isRebound: is.lowestRank === was.lowestRank && !isSameBinding(was, is),
    isLoosened: isLoosened(tx, old, row),
  })
  return row
}

async function storeFacts(
  tx: TxCtx,
  authority: Authority,
  old: PersonRow,
  change: Omit<PersonChange, 'paused'>,
): Promise<PersonRow> {
  const { name = old.name, role = old.role, enabled = old.enabled, bounds: input = {} } = change
  const takesPerHour =
    role === old.role ? takesOf(input, old.takes_per_hour_limit) : await takesOfRole(tx, authority, role, input)
  const former = bindingIn(old)
  const binding = await newBinding(tx, change.binding ?? {}, former)
  const row = await updatePerson(tx, old.person_id, {
    name,
    role,
    enabled,
    takes_per_hour_limit: takesPerHour,
    ...toBindingColumns(binding),
    ...toBoundsColumns(boundsOf(input, old.bounds)),
    ...(binding.userId !== former.userId && { rank_unique_id: null, rank_read_at: null }),
  })
  if (!enabled) await endSessions(tx, old.person_id, timeOf(tx.now()))
  const [before, after] = [old, row].map((one) => ({ ...shownFacts(one), enabled: one.enabled }))
  await insertAuditEntry(tx, { action: 'person.update', before, after })
  await recordBinding(tx, old.person_id, former, binding)
  return row
}

async function switchPause(tx: TxCtx, { person_id: personId, paused_at }: PersonRow, paused: boolean) {
  const row = await updatePerson(tx, personId, { paused_at: paused ? timeOf(tx.now()) : null })
  await insertAuditEntry(tx, {
    action: paused ? 'person.paused' : 'person.resumed',
    before: { personId, pausedAt: paused_at },
    after: { personId, pausedAt: row.paused_at },
  })
  return row
}

/**
 * The passkey, the account and the sessions end: the person may have lost the device.
 * @throws DomainError 404 `person_not_found`, 403 `authority_exceeded`
 */
export function invitePerson(ctx: Ctx, personId: string): Promise<Effect<Invited>> {
  return commitOnce(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const old = orNotFound(await lockPerson(tx, personId), 'person_not_found')
    // the link gives what the person has
    assertMayHandOn(authority, { of: 'invitation', before: null, after: stateOfPerson(old), whose: 'other' })
    const { hash, expiresAt, link } = newInvitation(tx, personId)
    const passkey = { credential_id: null, public_key: null, sign_count: 0, challenged_at: null }
    const row = await updatePerson(tx, personId, {
      ...passkey,
      issuer: null,
      subject: null,
      invitation_hash: hash,
      invitation_expires_at: expiresAt,
      ...toInviterColumns(authorOf(tx.actor)),
    })
    const endedSessions = await endSessions(tx, personId, timeOf(tx.now()))
    await insertAuditEntry(tx, { action: 'person.invite', after: { personId, endedSessions } })
    return { row, link }
  })
}

/**
 * With the passkey, the account and the sessions. The audit log keeps the entries, under the id.
 * @throws DomainError 404 `person_not_found`, 403 `authority_exceeded`, 409 `last_administrator`, or as `follow`
 */
export function removePerson(ctx: Ctx, personId: string, follow: FollowPerson): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const old = orNotFound(await lockPerson(tx, personId), 'person_not_found')
    await tx.assertUnchanged?.(tx)
    assertMayManage(authority, stateOfPerson(old), authorityExceeded)
    await follow(tx, authority, old, old)
    await deletePerson(tx, personId)
    await assertAdministratorRemains(tx, [old])
    await insertAuditEntry(tx, { action: 'person.delete', before: shownFacts(old) })
  })
}

/**
 * Idempotent.
 * @throws DomainError 404 `session_not_found`, 403 `authority_exceeded`
 */
export function revokeSession(ctx: Ctx, sessionId: string): Promise<SessionRow> {
  return inTransaction(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const session = orNotFound(await findOwnSession(tx, sessionId), 'session_not_found')
    assertMayManage(authority, { scopes: scopesOf(session.role, session.own_scopes) }, authorityExceeded)
    await recordEnd(tx, sessionId)
    return orNotFound(await findOwnSession(tx, sessionId), 'session_not_found')
  })
}

/**
 * Needs no scope. Idempotent.
 * @throws DomainError 404 `session_not_found`, also for one of another person
 */
export function revokeOwnSession(ctx: Ctx, personId: string, sessionId: string): Promise<SessionRow> {
  return inTransaction(ctx, async (tx) => {
    const session = await findOwnSession(tx, sessionId)
    orNotFound(session?.person_id === personId ? session : null, 'session_not_found')
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
