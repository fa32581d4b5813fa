// Changes of experience and quota points.
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { createMember, requireMember } from '../../members/actions'
import type { MemberRow } from '../../members/queries'
import { queueAutoRank } from '../../operations/enqueue/submit-and-wait'
import { runAutoRank, snapshotOf } from '../auto-rank/actions'
import { changePoints, type ChangedRow } from './queries'
import { rankLater } from './rank-later'
import { applyAwardLimit, type Applied, type PointsChange, type PointsOfMember } from './rules'

type Change = PointsChange & { readonly reason?: string | undefined }

export interface Awarded {
  readonly member: MemberRow
  readonly row: ChangedRow
  readonly applied: Applied
}

/**
 * AutoRank runs on the new value, or is queued when its change did not succeed.
 * @throws DomainError as `rankLater`
 */
export async function awardExperience(
  ctx: Ctx,
  userId: number,
  change: Change,
): Promise<Awarded & { autoRank: Schema<'AutoRankOutcome'> }> {
  const { row, applied } = await award(ctx, userId, 'experience', change)
  const autoRank = await runAutoRank(ctx, snapshotOf(row), row.ladder).catch(async (error: unknown) => {
    const { operationId } = await rankLater(error, () => queueAutoRank(ctx, userId))
    return { outcome: 'queued' as const, ...(ctx.rankChanges.scheduler && { operationId }) }
  })
  const member = autoRank.outcome === 'changed' ? await requireMember(ctx, userId) : row
  return { member, row, applied, autoRank }
}

export function awardQuotaPoints(ctx: Ctx, userId: number, change: Change): Promise<Awarded> {
  return award(ctx, userId, 'quotaPoints', change)
}

const limitOf = { experience: 'experienceAwardLimit', quotaPoints: 'quotaAwardLimit' } as const

async function award(
  ctx: Ctx,
  userId: number,
  property: PointsOfMember['property'],
  { op, amount: asked, reason }: Change,
): Promise<Awarded> {
  const applied = applyAwardLimit({ op, amount: asked }, ctx.community[limitOf[property]])
  const change = { userId, property, op, amount: applied.amount, reason: reason ?? null }
  const row = await withMember(ctx, userId, () => changePoints(ctx, change))
  return { member: row, row, applied }
}

/**
 * The statement returns null without a member, which is then created.
 * @throws DomainError `member_not_found` when the account is erased in between
 */
async function withMember(ctx: Ctx, userId: number, statement: () => Promise<ChangedRow | null>): Promise<ChangedRow> {
  const row = await statement()
  if (row) return row
  await createMember(ctx, userId)
  const second = await statement()
  if (second) return second
  throw new DomainError(
    'member_not_found',
    'The account was erased during the request. Read the member before you repeat the change.',
  )
}
