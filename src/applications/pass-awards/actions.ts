// What a pass of a form gives, in the transaction of the result.
import { assertWithinBounds, commonAuthorBounds } from '../../auth/bounds/rules'
import { assertBindable, requireUsable } from '../../awards/medals/actions'
import { awardMedal, awardQualification, lockHolder } from '../../awards/medals/awards/queries'
import { JOB, type Ctx, type RankBounds, type TxCtx, type AuthorBounds } from '../../context'
import type { Schema } from '../../contract/types'
import { insertMember } from '../../members/profile/queries'
import { requireMember } from '../../members/actions'
import { queueBoundRoles } from '../../operations/enqueue/bound-roles'
import { operationIdOf } from '../../operations/enqueue/preconditions'
import { enqueueOne, type Acceptance } from '../../operations/enqueue/queries'
import { newOperationId } from '../../operations/enqueue/resolve-target'
import { MUST_FOLLOW } from '../../operations/rules'
import { listRanks } from '../../ranks/queries'
import { namedTarget } from '../../ranks/rules'
import { decideRanks, withheldCode, type DecidedRanks, type Given, type Withheld } from './rules'

type PassAwards = Schema<'PassAwards'>

const kinds = [
  { kind: 'medal', list: 'medals', award: awardMedal },
  { kind: 'qualification', list: 'qualifications', award: awardQualification },
] as const

/**
 * Whether it exists and can be given by anybody.
 * @throws DomainError 404 `medal_not_found`, `qualification_not_found` or `rank_not_found`, 409 `medal_archived`,
 * `qualification_archived`, `rank_not_assignable` or `role_is_rank`
 */
export async function assertGivable(ctx: Ctx, awards: Schema<'DefinitionInput'>['passAwards'] = {}): Promise<void> {
  const { rankUniqueId, roleUniqueIds = [] } = awards
  for (const { kind, list } of kinds) for (const name of awards[list] ?? []) await requireUsable(ctx, kind, name)
  if (rankUniqueId !== undefined) namedTarget(await listRanks(ctx), { kind: 'set', rankUniqueId })
  for (const role of roleUniqueIds) await assertBindable(ctx, role)
}

/** A key that acts for a member. */
export interface Reviewer {
  readonly onBehalfOf: number
  /** Of the member. */
  readonly bounds: RankBounds
}

export interface Givers {
  /** Recorded with the form. */
  readonly author: AuthorBounds | null
  readonly reviewer: Reviewer | null
}

/**
 * The form gives, not the caller: the rights were checked when the form was stored, and the bounds of its author hold. What
 * cannot be given is withheld. A reviewer who acts for a member gives what that member may. The member is created if absent.
 * @throws DomainError 403 `rank_out_of_bounds` for such a reviewer
 */
export async function givePassAwards(
  caller: TxCtx,
  userId: number,
  awards: PassAwards,
  { author, reviewer }: Givers,
): Promise<{ readonly given: Given; readonly queued: readonly Acceptance[] }> {
  const actor = { kind: 'job', id: 'pass-awards', onBehalfOf: reviewer?.onBehalfOf ?? null } as const
  const tx: TxCtx = { ...caller, actor, caller: JOB }
  const withheld: Withheld[] = []
  const given = { medal: [] as string[], qualification: [] as string[] }
  const roles = new Map((awards.roleUniqueIds ?? []).map((role): [number, AuthorBounds | null] => [role, author]))
  await insertMember(tx, userId)
  await lockHolder(tx, userId)
  for (const { kind, list, award } of kinds) {
    for (const name of awards[list] ?? []) {
      const row = await award(tx, { userId, name, follows: true })
      const code = withheldCode(kind, row)
      if (code !== null) withheld.push({ what: kind, name, code })
      else given[kind].push(name)
      const { role_unique_id: role, author_bounds: bounds } = row
      if (code === null && role !== null && !roles.has(role)) roles.set(role, commonAuthorBounds(author, bounds))
    }
  }
  const ranks = await listRanks(tx)
  const member = await requireMember(tx, userId)
  const decided = decideRanks(ranks, member, {
    rankUniqueId: awards.rankUniqueId ?? null,
    roles: [...roles].map(([role, bounds]) => ({ role, bounds })),
    author,
  })
  withheld.push(...decided.withheld)
  if (reviewer && decided.numbers.length > 0)
    assertWithinBounds(reviewer.bounds, { held: member.rank_id, given: decided.numbers, taken: [] })
  const queued = tx.community.connection === 'none' ? [] : await queue(tx, userId, decided, author)
  const operationIds = queued.map(operationIdOf).filter((id) => id !== null)
  return { given: { medals: given.medal, qualifications: given.qualification, operationIds, withheld }, queued }
}

async function queue(
  tx: TxCtx,
  userId: number,
  { rank, roles }: DecidedRanks,
  giftBounds: AuthorBounds | null,
): Promise<Acceptance[]> {
  const set = { kind: 'rank.set', userId, giftBounds, ...MUST_FOLLOW } as const
  const queued =
    rank === null ? [] : [await enqueueOne(tx, { operationId: newOperationId(), targetUniqueId: rank, ...set })]
  const changes = roles.map(({ role: roleUniqueId, bounds }) => ({
    userId,
    roleUniqueId,
    action: 'assign' as const,
    giftBounds: bounds,
  }))
  return [...queued, ...(await queueBoundRoles(tx, changes))]
}
