// SQL on experience and quota points. A change and its audit entry are one statement.
import type { Ctx, Db, TxCtx } from '../../context'
import { batched } from '../../db/batcher'
import { columns, columnsOf, onlyRow, statement, withTimes } from '../../db/statements'
import { memberColumns, memberTimes, type MemberRow } from '../../members/queries'
import { autoRankFacts } from '../../ranks/queries'
import type { RankFacts } from '../../ranks/rules'
import { auditOf, LEAST, type NewChange, type PointsOfMember } from './rules'

interface Written {
  /** Null of an `other` change. */
  readonly value_before: number | null
  readonly value_after: number | null
  readonly audit_id: number
}

export interface ChangedRow extends MemberRow, Written {
  readonly value_before: number
  readonly value_after: number
  /** Empty after a change of quota points. */
  readonly ladder: readonly RankFacts[]
}

/**
 * Every change of points, whatever asks for it. On Citus the function is one call to the node of the community
 * (sql/functions/change_points.sql).
 */
const changeStatement = statement(
  'change_points',
  `select change_points(:communityId, :singleRank, :withMembers, :userIds, :properties?, :ops, :amounts, :lowests, :actions,
    :befores::jsonb[], :afters::jsonb[], :reasons?, :actorKinds, :actorIds, :requestIds?, :onBehalfOfs?) as changed`,
  columns<{ readonly changed: readonly Written[] | null }>(),
)

/**
 * Columns of a ChangedRow, over `m` (member), `r` (`memberRank`) and `change`, for change_points
 * (scripts/member-json.ts).
 */
export const changedColumns = `${memberColumns}, change.value_before, change.value_after, change.audit_id,
    case change.property when 'experience' then ${autoRankFacts} else '[]'::json end as ladder`

function toRow({ actor, requestId }: Ctx, change: NewChange) {
  const { userId, reason } = change
  const { action, before, after } = auditOf(change)
  const { property, op, amount } = 'property' in change ? change : { property: null, op: '', amount: 0 }
  return {
    userId,
    property,
    op,
    amount,
    lowest: property === null ? 0 : LEAST[property],
    reason,
    action,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    actorKind: actor.kind,
    actorId: actor.id,
    requestId,
    onBehalfOf: actor.onBehalfOf ?? null,
  }
}

type ChangeValues = ReturnType<typeof toRow>

/** @returns those of members that exist and are not locked, in order; a single change waits for the lock */
async function change(
  db: Db,
  community: { readonly communityId: string; readonly singleRank: boolean; readonly withMembers: boolean },
  rows: readonly ChangeValues[],
): Promise<readonly Written[]> {
  const values = columnsOf(rows, {
    userIds: 'userId',
    properties: 'property',
    ops: 'op',
    amounts: 'amount',
    lowests: 'lowest',
    actions: 'action',
    befores: 'before',
    afters: 'after',
    reasons: 'reason',
    actorKinds: 'actorKind',
    actorIds: 'actorId',
    requestIds: 'requestId',
    onBehalfOfs: 'onBehalfOf',
  })
  return onlyRow(await changeStatement(db, { ...community, ...values })).changed ?? []
}

/** Concurrent changes of different members are one statement; those of one member run in order of arrival. */
const changeBatched = batched<ChangeValues & { readonly singleRank: boolean }, ChangedRow | null>({
  name: 'change_points',
  maxSize: 100,
  keyOf: ({ userId }) => userId,
  async load(db, communityId, changes) {
    const singleRank = changes.some((one) => one.singleRank)
    const made = async (rows: readonly ChangeValues[]): Promise<Map<number, ChangedRow>> => {
      const changed = (await change(db, { communityId, singleRank, withMembers: true }, rows)) as readonly ChangedRow[]
      return new Map(changed.map((row) => [row.user_id, withTimes(row, memberTimes)]))
    }
    const rowOf = await made(changes)
    if (changes.length === 1) return changes.map(({ userId }) => rowOf.get(userId) ?? null)
    // members that were skipped as locked: each waits in a statement of its own
    const alone = async (one: ChangeValues): Promise<ChangedRow | null> => (await made([one])).get(one.userId) ?? null
    return changes.map((one) => rowOf.get(one.userId) ?? alone(one))
  },
})

/** Clamped to `LEAST` and MAX_POINTS. Null: no such member. */
export function changePoints(ctx: Ctx, change: PointsOfMember): Promise<ChangedRow | null> {
  const { communityId, singleRank } = ctx.community
  return changeBatched(ctx.db, communityId, { ...toRow(ctx, change), singleRank })
}

export interface WrittenChange {
  readonly before: number
  readonly after: number
  readonly auditId: string
}

/**
 * Makes the changes of locked members in order.
 * @returns those of the changes in order; 0 before and after an `other` change
 */
export async function changeAll(tx: TxCtx, changes: readonly NewChange[]): Promise<WrittenChange[]> {
  if (changes.length === 0) return []
  const { communityId, singleRank } = tx.community
  const rows = changes.map((one) => toRow(tx, one))
  const written = await change(tx.db, { communityId, singleRank, withMembers: false }, rows)
  if (written.length < changes.length) throw new Error('the member of a change is not locked')
  return written.map(({ value_before, value_after, audit_id }) => ({
    before: value_before ?? 0,
    after: value_after ?? 0,
    auditId: String(audit_id),
  }))
}
