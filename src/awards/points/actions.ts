// Changes of experience and quota points.
import { hasPointsLimit, takeChange, takePoints } from '../../auth/change-limits/actions'
import { inTransaction, type Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { afterCommit } from '../../idempotency/after-commit'
import { createMember, requireMember } from '../../members/actions'
import type { MemberRow } from '../../members/queries'
import { queueAutoRank } from '../../operations/enqueue/submit-and-wait'
import { runAutoRank, snapshotOf } from '../auto-rank/actions'
import { changePoints, type ChangedRow } from './queries'
import { applyAwardLimit, type Applied, type PointsChange, type PointsOfMember } from './rules'

type Change = PointsChange & { readonly reason?: string | undefined }

export interface Awarded {
  readonly member: MemberRow
  readonly row: ChangedRow
  readonly applied: Applied
}

/**
 * AutoRank runs on the new value.
 * @throws DomainError the outcome's error with `details.committed` when a rank change was started and did not succeed
 */
export async function awardExperience(
  ctx: Ctx,
  userId: number,
  change: Change,
): Promise<Awarded & { autoRank: Schema<'AutoRankOutcome'> }> {
  const { row, applied } = await award(ctx, userId, 'experience', change)
  try {
    const autoRank = await runAutoRank(ctx, snapshotOf(row), row.ladder)
    const member = autoRank.outcome === 'changed' ? await requireMember(ctx, userId) : row
    return { member, row, applied, autoRank }
  } catch (error) {
    const isQueued = await queueAutoRank(ctx, userId, error)
    const rest = isQueued ? 'and the rank change is queued' : 'but the rank was not changed'
    throw afterCommit(error, { parts: ['experience'], rest })
  }
}

export function awardQuotaPoints(ctx: Ctx, userId: number, change: Change): Promise<Awarded> {
  return award(ctx, userId, 'quotaPoints', change)
}

const limitOf = { experience: 'experienceAwardLimit', quotaPoints: 'quotaAwardLimit' } as const

/**
 * A `set` counts the difference, which its own row tells; other changes count what they ask for.
 * @throws DomainError 403 `change_limit_exceeded`
 */
async function award(
  ctx: Ctx,
  userId: number,
  property: PointsOfMember['property'],
  { op, amount: asked, reason }: Change,
): Promise<Awarded> {
  const applied = applyAwardLimit({ op, amount: asked }, ctx.community[limitOf[property]])
  const change = { userId, property, op, amount: applied.amount, reason: reason ?? null }
  if (op !== 'set') await takePoints(ctx, change.amount)
  const isCounted = op === 'set' && hasPointsLimit(ctx)
  const row = await withMember(ctx, userId, () => (isCounted ? setAndTake(ctx, change) : changePoints(ctx, change)))
  return { member: row, row, applied }
}

function setAndTake(ctx: Ctx, change: PointsOfMember): Promise<ChangedRow | null> {
  return inTransaction(ctx, async (tx) => {
    const row = await changePoints(tx, change)
    if (row) await takeChange(tx, { points: Math.abs(row.value_after - row.value_before) })
    return row
  })
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
