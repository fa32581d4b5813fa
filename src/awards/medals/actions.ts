// Medals and qualifications (spec, Members and ranks 8 and 9).
import { countTakesOfCaller } from '../../auth/takes/actions'
import { boundsOnGiven } from '../../auth/bounds/rules'
import { assertMayStore } from '../../auth/stored/actions'
import { boundsAfter } from '../../auth/stored/rules'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { violatedConstraint } from '../../db/errors'
import { DomainError } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { createMember, requireMember } from '../../members/actions'
import type { MemberRow } from '../../members/queries'
import { decisionOnRoles, queueBoundRoles, type BoundRole } from '../../operations/enqueue/bound-roles'
import { listRanks } from '../../ranks/queries'
import { assertIsRole } from '../../ranks/roles/rules'
import { rankNotFound } from '../../ranks/actions'
import {
  awardMedal,
  awardQualification,
  lockHolder,
  removeMedal,
  removeQualification,
  type AwardRow,
  type NamedAward,
} from './awards/queries'
import { asSpelled } from './names'
import {
  findDefinition,
  insertDefinition,
  lockDefinition,
  storedNames,
  updateDefinition,
  type DefinitionChange,
  type DefinitionRow,
  type Kind,
  type WrittenRow,
} from './queries'

export interface AwardChange {
  readonly member: MemberRow
  readonly change: number
  readonly auditId: string | null
}

/**
 * Idempotent. Creates the member, and queues the role of the award.
 * @throws DomainError 404 `medal_not_found` or `qualification_not_found`, 409 `medal_limit_reached`, `medal_archived`,
 * `qualification_archived` or `rank_not_assignable`, 403 `rank_out_of_bounds`
 */
export async function award(ctx: Ctx, kind: Kind, userId: number, name: string): Promise<AwardChange> {
  const statement = kind === 'medal' ? awardMedal : awardQualification
  const run = async (): Promise<AwardRow> => {
    const row = await withRole(ctx, 'assign', statement, { userId, name })
    assertAwardable(row, kind)
    return row
  }
  let row = await run()
  if (!row.member_exists) {
    await createMember(ctx, userId)
    row = await run()
  }
  // after a lock wait `already_held` is of the older snapshot
  if (isAtLimit(row)) row = await run()
  if (isAtLimit(row)) {
    throw new DomainError(
      'medal_limit_reached',
      'The member holds the maximum number of medal occurrences. Remove one first.',
    )
  }
  return toChange(ctx, userId, row)
}

const isAtLimit = (row: AwardRow): boolean => row.at_limit && row.change === 0 && !row.already_held

function assertAwardable(row: AwardRow, kind: Kind): void {
  assertExists(row.award_exists, kind)
  if (!row.archived || row.already_held) return
  throw archived(kind)
}

const archived = (kind: Kind): DomainError =>
  new DomainError(`${kind}_archived`, `This ${kind} is archived and cannot be awarded. Restore it first.`)

/**
 * Idempotent. Removes all occurrences, and queues the removal of the role unless another award has it. The role is part
 * of the one take.
 * @throws DomainError 404 `medal_not_found`, `qualification_not_found` or `member_not_found`, 403 `rank_out_of_bounds`
 */
export async function remove(ctx: Ctx, kind: Kind, userId: number, name: string): Promise<AwardChange> {
  const statement = kind === 'medal' ? removeMedal : removeQualification
  const row = await withRole(ctx, 'unassign', statement, { userId, name }, countTaken)
  if (!row.member_exists) await requireMember(ctx, userId)
  assertExists(row.award_exists, kind)
  return toChange(ctx, userId, row)
}

const countTaken = (tx: TxCtx, { change }: AwardRow): Promise<void> => countTakesOfCaller(tx, change === 0 ? 0 : 1)

/** @param last of the transaction; an award without a role and without it needs none */
async function withRole(
  ctx: Ctx,
  action: BoundRole['action'],
  statement: typeof awardMedal,
  named: Omit<NamedAward, 'follows'>,
  last?: (tx: TxCtx, row: AwardRow) => Promise<void>,
): Promise<AwardRow> {
  if (!last) {
    const row = await statement(ctx, { ...named, follows: false })
    if (!row.waits) return row
  }
  let isQueued = false
  const done = await inTransaction(ctx, async (tx) => {
    const holder = await lockHolder(tx, named.userId)
    const awarded = await statement(tx, { ...named, follows: true })
    const { role_unique_id: roleUniqueId, author_bounds: giftBounds, change } = awarded
    if (holder && roleUniqueId !== null && change !== 0) {
      const role: BoundRole = { userId: named.userId, roleUniqueId, action, giftBounds }
      const problem = (await decisionOnRoles(tx, [role]))(holder, role)
      if (problem) throw problem
      const queued = await queueBoundRoles(tx, [role])
      isQueued = queued.length > 0
    }
    await last?.(tx, awarded)
    return awarded
  })
  if (isQueued) ctx.rankChanges.dispatch?.()
  return done
}

/**
 * @param role null: none
 * @throws DomainError 409 `medal_exists` or `qualification_exists`, also when it is archived; as `assertBindable`
 * and `assertMayStore`
 */
export async function createAward(
  ctx: Ctx,
  kind: Kind,
  name: string,
  description = '',
  role: number | null = null,
): Promise<Effect<WrittenRow>> {
  await assertBindable(ctx, role)
  const id = kind === 'medal' ? 'createMedal' : 'createQualification'
  const recorded = await assertMayStore(ctx, id, null, { roleUniqueId: role })
  const bounds = boundsOnGiven(boundsAfter(recorded))
  const create = async (by: Ctx): Promise<WrittenRow> => {
    await assertFree(by, kind, name, null)
    const created = await insertDefinition(by, kind, name, description, role === null ? null : { role, bounds })
    if (created) return created
    throw nameTaken(kind)
  }
  return commitOnce(ctx, create)
}

/**
 * @throws DomainError 404 `medal_not_found` or `qualification_not_found`, 409 `medal_archived` or
 * `qualification_archived`
 */
export async function requireUsable(ctx: Ctx, kind: Kind, name: string): Promise<DefinitionRow> {
  const row = await requireAward(ctx, kind, name)
  if (row.archived) throw archived(kind)
  return row
}

export async function requireAward(ctx: Ctx, kind: Kind, name: string): Promise<DefinitionRow> {
  const find = (spelled: string) => findDefinition(ctx, kind, spelled)
  return required(await asSpelled(ctx, kind, name, find, (row) => row !== null), kind)
}

/**
 * Awards are kept, and so are the roles of their holders.
 * @throws DomainError 404 `medal_not_found` or `qualification_not_found`, 409 `medal_exists` or `qualification_exists`;
 * as `assertBindable` and `assertMayStore`
 */
export async function updateAward(ctx: Ctx, kind: Kind, asked: string, change: DefinitionChange): Promise<WrittenRow> {
  await assertBindable(ctx, change.role)
  const { name } = await requireAward(ctx, kind, asked)
  if (change.name !== undefined) await assertFree(ctx, kind, change.name, name)
  try {
    return await inTransaction(ctx, async (tx) => {
      const current = required(await lockDefinition(tx, kind, name), kind)
      await tx.assertUnchanged?.(tx)
      const recorded = await assertMayStore(
        tx,
        kind === 'medal' ? 'updateMedal' : 'updateQualification',
        { name: current.name, archived: current.archived, roleUniqueId: current.role_unique_id },
        {
          name: change.name ?? current.name,
          archived: change.archived ?? current.archived,
          roleUniqueId: change.role === undefined ? current.role_unique_id : change.role,
        },
      )
      const bounds = recorded.keep ? current.author_bounds : boundsOnGiven(recorded.bounds)
      return required(await updateDefinition(tx, kind, name, { ...change, bounds }), kind)
    })
  } catch (error) {
    throw violatedConstraint(error) === `${kind}_by_name` ? nameTaken(kind) : error
  }
}

/**
 * By the stored roles.
 * @throws DomainError 404 `rank_not_found`, 409 `role_is_rank` or `rank_not_assignable`
 */
export async function assertBindable(ctx: Ctx, role: number | null | undefined): Promise<void> {
  if (role === null || role === undefined) return
  const ranks = await listRanks(ctx)
  const found = ranks.find(({ unique_id }) => unique_id === role)
  if (!found) throw rankNotFound(role)
  assertIsRole(ranks, found)
}

/** Of names that are stored as they were sent; the index of names has the others. @param own may have it; null: none */
async function assertFree(ctx: Ctx, kind: Kind, name: string, own: string | null): Promise<void> {
  const stored = (await storedNames(ctx, kind, [name])).get(name)
  if (stored !== undefined && stored !== name && stored !== own) throw nameTaken(kind)
}

function nameTaken(kind: Kind): DomainError {
  return new DomainError(
    `${kind}_exists`,
    `This community already has a ${kind} of that name. It may be archived; choose another name.`,
  )
}

function required<Row>(row: Row | null, kind: Kind): Row {
  assertExists(row !== null, kind)
  return row as Row
}

function assertExists(exists: boolean, kind: Kind): void {
  if (exists) return
  throw new DomainError(`${kind}_not_found`, `This community has no ${kind} of that name.`)
}

async function toChange(ctx: Ctx, userId: number, { change, audit_id }: AwardRow): Promise<AwardChange> {
  const member = await requireMember(ctx, userId)
  return { member, change, auditId: audit_id === null ? null : String(audit_id) }
}
