// A community defines staff roles within the authority of the caller.
import { insertAuditEntry } from '../../audit/queries'
import { assertKnownScopes, lockAuthority } from '../../auth/actions'
import { assertMayDefineRole, assertMayHandOn, type Authority, type RoleState } from '../../auth/handing-on/rules'
import { whose } from '../../auth/handing-on/queries'
import { DomainError, invalid, orNotFound } from '../../base/errors'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { stateOfPerson } from '../facts'
import { listPeopleOfRole, type PersonRow } from '../queries'
import { isBuiltIn, takesOf, type RoleFacts } from '../roles'
import { findOwnRole, listOwnRoles, removeOwnRole, upsertOwnRole, type OwnRole, type OwnRoleRow } from './queries'

const MAX_ROLES = 50

/** @throws DomainError 404 `staff_role_not_found` */
export async function requireRole(ctx: Ctx, name: string): Promise<RoleFacts> {
  if (isBuiltIn(name)) return { name, takesPerHour: takesOf(name) }
  const { takes_per_hour_limit: takesPerHour } = orNotFound(await findOwnRole(ctx, name), 'staff_role_not_found')
  return { name, takesPerHour }
}

/**
 * Idempotent.
 * @throws DomainError 400 `validation_failed`, 403 `authority_exceeded`, 409 `staff_role_limit_reached`
 */
export function setOwnRole(ctx: Ctx, role: OwnRole): Promise<OwnRoleRow> {
  assertOwnName(role.name)
  assertKnownScopes(role.scopes)
  return inTransaction(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const old = await findOwnRole(tx, role.name)
    if (old === null) await assertRoom(tx)
    assertMayDefineRole(authority, old && stateOf(old), role)
    const former = old === null ? [] : await listPeopleOfRole(tx, role.name)
    await upsertOwnRole(tx, { ...role, scopes: [...new Set(role.scopes)] })
    const gained = role.scopes.some((scope) => !old?.scopes.includes(scope)) ? former : []
    for (const person of gained) await assertMayGain(tx, authority, person, role.scopes)
    const row = orNotFound(await findOwnRole(tx, role.name), 'staff_role_not_found')
    await insertAuditEntry(tx, { action: 'staff-role.set', ...(old && { before: shown(old) }), after: shown(row) })
    return row
  })
}

/** @throws DomainError 400 `validation_failed`, 403 `authority_exceeded`, 404 `staff_role_not_found`, 409 `staff_role_in_use` */
export function deleteOwnRole(ctx: Ctx, name: string): Promise<void> {
  assertOwnName(name)
  return inTransaction(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const role = orNotFound(await findOwnRole(tx, name), 'staff_role_not_found')
    assertMayDefineRole(authority, stateOf(role), null)
    if (role.people > 0) throw inUse(role)
    await removeOwnRole(tx, name)
    await insertAuditEntry(tx, { action: 'staff-role.delete', before: shown(role) })
  })
}

const stateOf = ({ scopes, takes_per_hour_limit: takesPerHour }: OwnRoleRow): RoleState => ({ scopes, takesPerHour })

/** A role that gains a scope gives it to each person of the role. */
async function assertMayGain(tx: TxCtx, authority: Authority, person: PersonRow, scopes: readonly string[]) {
  const before = stateOfPerson(person)
  const relation = await whose(tx, { kind: 'person', id: person.person_id, owner: person.person_id })
  assertMayHandOn(authority, { of: 'person', before, after: { ...before, scopes }, whose: relation })
}

const shown = ({ name, scopes, takes_per_hour_limit: takesPerHourLimit }: OwnRoleRow): object => ({
  name,
  scopes,
  takesPerHourLimit,
})

function assertOwnName(name: string): void {
  if (isBuiltIn(name)) throw invalid('/path/roleName', 'not', 'must not be the name of a built-in role')
}

async function assertRoom(tx: TxCtx): Promise<void> {
  if ((await listOwnRoles(tx)).length < MAX_ROLES) return
  throw new DomainError(
    'staff_role_limit_reached',
    `This community has ${MAX_ROLES} staff roles of its own. Delete one first.`,
  )
}

const inUse = ({ name, people }: OwnRoleRow): DomainError =>
  new DomainError(
    'staff_role_in_use',
    `The role ${name} has ${people} ${people === 1 ? 'person' : 'people'}. Give them another role first.`,
    { details: { people } },
  )
