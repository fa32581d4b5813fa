// What a pass of a form gives, in the transaction of the result.
import { assertWithinBounds } from '../../auth/bounds/rules'
import { assertBindable, assertGives, requireUsable } from '../../awards/medals/actions'
import { awardMedal, awardQualification, lockHolder } from '../../awards/medals/awards/queries'
import { boundsOfCaller, JOB, type Ctx, type TxCtx } from '../../context'
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
import { withheldCode, type Given, type Withheld } from './rules'

type PassAwards = Schema<'PassAwards'>

const kinds = [
  { kind: 'medal', list: 'medals', award: awardMedal },
  { kind: 'qualification', list: 'qualifications', award: awardQualification },
] as const

/**
 * @throws DomainError 404 `medal_not_found`, `qualification_not_found` or `rank_not_found`, 409 `medal_archived`,
 * `qualification_archived`, `rank_not_assignable` or `role_is_rank`, 403 `rank_out_of_bounds`
 */
export async function assertGivable(ctx: Ctx, awards: Schema<'DefinitionInput'>['passAwards'] = {}): Promise<void> {
  const { rankUniqueId, roleUniqueIds = [] } = awards
  const bound: (number | null)[] = []
  for (const { kind, list } of kinds)
    for (const name of awards[list] ?? []) bound.push((await requireUsable(ctx, kind, name)).role_unique_id)
  await assertGives(ctx, bound)
  if (rankUniqueId !== undefined) {
    const rank = namedTarget(await listRanks(ctx), { kind: 'set', rankUniqueId })
    assertWithinBounds(boundsOfCaller(ctx), { held: null, given: [rank.rank_id], taken: [] })
  }
  for (const role of roleUniqueIds) await assertBindable(ctx, role)
}

/**
 * The form gives, not the caller: the rights were checked when the form was stored. What cannot be given is withheld.
 * The member is created if absent.
 */
export async function givePassAwards(
  caller: TxCtx,
  userId: number,
  awards: PassAwards,
): Promise<{ readonly given: Given; readonly queued: readonly Acceptance[] }> {
  const tx: TxCtx = { ...caller, actor: { kind: 'job', id: 'pass-awards' }, caller: JOB }
  const withheld: Withheld[] = []
  const given = { medal: [] as string[], qualification: [] as string[] }
  const roles = new Set(awards.roleUniqueIds)
  await insertMember(tx, userId)
  await lockHolder(tx, userId)
  for (const { kind, list, award } of kinds) {
    for (const name of awards[list] ?? []) {
      const row = await award(tx, { userId, name, follows: true })
      const code = withheldCode(kind, row)
      if (code !== null) withheld.push({ what: kind, name, code })
      else given[kind].push(name)
      if (code === null && row.role_unique_id !== null) roles.add(row.role_unique_id)
    }
  }
  const rank = await queueRank(tx, userId, awards.rankUniqueId ?? null, withheld)
  const changes = [...roles].map((roleUniqueId) => ({ userId, roleUniqueId, action: 'assign' as const }))
  const queued = [...rank, ...(await queueBoundRoles(tx, changes))]
  const operationIds = queued.map(operationIdOf).filter((id) => id !== null)
  return { given: { medals: given.medal, qualifications: given.qualification, operationIds, withheld }, queued }
}

/** A pass never lowers a rank. */
async function queueRank(
  tx: TxCtx,
  userId: number,
  rankUniqueId: number | null,
  withheld: Withheld[],
): Promise<Acceptance[]> {
  if (rankUniqueId === null || tx.community.connection === 'none') return []
  const target = (await listRanks(tx)).find(({ unique_id }) => unique_id === rankUniqueId)
  const { rank_id: held } = await requireMember(tx, userId)
  const isHeld = target !== undefined && held !== null && held >= target.rank_id
  const code = target === undefined ? 'rank_not_found' : isHeld ? 'already_held' : null
  if (code !== null) {
    withheld.push({ what: 'rank', name: String(rankUniqueId), code })
    return []
  }
  const operation = { operationId: newOperationId(), kind: 'rank.set', userId, targetUniqueId: rankUniqueId } as const
  return [await enqueueOne(tx, { ...operation, ...MUST_FOLLOW })]
}
