// Changes of experience and quota points.
import { hasPointsLimit, takeChange, takePoints } from '../../auth/change-limits/actions'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { afterCommit } from '../../idempotency/after-commit'
import { createMember, requireMember } from '../../members/actions'
import type { MemberRow } from '../../members/queries'
import { queueAutoRank } from '../../operations/enqueue/submit-and-wait'
import { runAutoRank, snapshotOf } from '../auto-rank/actions'
import { changeExperience, changeQuotaPoints, type ChangedRow, type ExperienceRow } from './queries'
import { applyAwardLimit, type Applied, type PointsChange } from './rules'

type Change = PointsChange & { readonly reason?: string | undefined }

export interface Awarded<Row> {
  readonly member: MemberRow
  readonly row: Row
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
): Promise<Awarded<ExperienceRow> & { autoRank: Schema<'AutoRankOutcome'> }> {
  const applied = applyAwardLimit(change, ctx.community.experienceAwardLimit)
  const row = await counted(ctx, userId, { ...change, ...applied }, (by) =>
    changeExperience(by, userId, change, applied),
  )
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

export async function awardQuotaPoints(ctx: Ctx, userId: number, change: Change): Promise<Awarded<ChangedRow>> {
  const applied = applyAwardLimit(change, ctx.community.quotaAwardLimit)
  const row = await counted(ctx, userId, { ...change, ...applied }, (by) =>
    changeQuotaPoints(by, userId, change, applied),
  )
  return { member: row, row, applied }
}

/**
 * A `set` counts the difference, which its own row tells; other changes count what they ask for.
 * @throws DomainError 403 `change_limit_exceeded`
 */
async function counted<Row extends ChangedRow>(
  ctx: Ctx,
  userId: number,
  { op, amount }: PointsChange,
  statement: (by: Ctx) => Promise<Row | null>,
): Promise<Row> {
  if (op !== 'set') {
    await takePoints(ctx, amount)
    return withMember(ctx, userId, () => statement(ctx))
  }
  if (!hasPointsLimit(ctx)) return withMember(ctx, userId, () => statement(ctx))
  const setAndTake = async (tx: TxCtx): Promise<Row | null> => {
    const row = await statement(tx)
    if (row) await takeChange(tx, { points: Math.abs(row.value_after - row.value_before) })
    return row
  }
  return withMember(ctx, userId, () => inTransaction(ctx, setAndTake))
}

/**
 * The statement returns null without a member, which is then created.
 * @throws DomainError `member_not_found` when the account is erased in between
 */
async function withMember<Row>(ctx: Ctx, userId: number, statement: () => Promise<Row | null>): Promise<Row> {
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
