// SQL on experience and quota points. A change and its audit entry are one statement.
import type { Ctx, TxCtx } from '../../context'
import { batched } from '../../db/batcher'
import { columns, columnsOf, jsonStatement, statement, unnestParams, withTimes } from '../../db/statements'
import { memberColumns, memberRank, memberTimes, type MemberJson, type MemberRow } from '../../members/queries'
import { autoRankFacts } from '../../ranks/queries'
import type { RankFacts } from '../../ranks/rules'
import { auditOf, LEAST, type NewChange, type PointsOfMember } from './rules'

export interface ChangedRow extends MemberRow {
  readonly value_before: number
  readonly value_after: number
  readonly audit_id: number
  /** Empty after a change of quota points. */
  readonly ladder: readonly RankFacts[]
}

/** On Citus the function is one call to the node of the community (sql/functions/change_points.sql). */
const changeOneStatement = statement(
  'change_points',
  `select change_points(:communityId, :userId, :property?, :op, :amount, :lowest, :action, :after, :actorKind, :actorId, :reason?,
    :requestId?, :singleRank, :onBehalfOf?) as changed`,
  columns<{ readonly changed: ChangedRow }>(),
)

const texts = [':actions::text[]', ':befores::jsonb[]', ':afters::jsonb[]', ':reasons?::text[]']
const authors = [':actorKinds::text[]', ':actorIds::text[]', ':requestIds?::text[]', ':onBehalfOfs?::bigint[]']
const points = [':properties?::text[]', ':ops::text[]', ':amounts::bigint[]', ':lowests::bigint[]']

/**
 * Each row is locked before it is read, so that `before` is the value that was changed. Skips accounts without a member,
 * and locked members, so that one lock does not delay the others.
 * @param made the CTEs `made`, of the changes with their values, and `latest`, of each member once
 */
const changes = (made: string): string => `with requested as (
    select * from ${unnestParams(':userIds::bigint[]', ...points, ...texts, ...authors)} with ordinality as requested
      (user_id, property, op, amount, lowest, action, before, after, reason, actor_kind, actor_id, request_id, on_behalf_of, nth)
  ), ${made}, changed as (
    update member m set experience = coalesce(latest.experience, m.experience),
      quota_points = coalesce(latest.quota_points, m.quota_points), updated_at = now()
    from latest where m.community_id = :communityId and m.user_id = latest.user_id
    returning m.*
  ), audited as (
    insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id, on_behalf_of)
    select :communityId, actor_kind, actor_id, action, user_id,
      case when property is null then before else jsonb_build_object(property, value_before) end,
      case when property is null then after else jsonb_build_object(property, value_after) || after end, reason, request_id,
      on_behalf_of
    from made order by nth
    returning audit_id, user_id, action
  )`

const locked = (userId: string): string => `cross join lateral (
    select experience, quota_points from member where community_id = :communityId and user_id = ${userId}
    for no key update skip locked limit 1) m`

const value = `case property when 'experience' then experience when 'quotaPoints' then quota_points end`

const ofDifferentMembers = `made as (
    select one.*, points_after(value_before, op, amount, lowest) as value_after
    from (select requested.*, ${value} as value_before from requested ${locked('requested.user_id')}) one
  ), latest as (
    select user_id, case property when 'experience' then value_after end as experience,
      case property when 'quotaPoints' then value_after end as quota_points
    from made
  )`

const next = 'points_after_all(value, op, amount, lowest)'

const ofAnyMembers = `held as (
    select * from (select distinct user_id from requested) ids ${locked('ids.user_id')}
  ), made as (
    select *, coalesce(${next} over (earlier rows between unbounded preceding and 1 preceding), value) as value_before,
      ${next} over (earlier) as value_after, lead(nth) over (earlier) is null as is_last
    from (select requested.*, ${value} as value from requested join held using (user_id)) one
    window earlier as (partition by user_id, property order by nth)
  ), latest as (
    select user_id, max(value_after) filter (where property = 'experience' and is_last) as experience,
      max(value_after) filter (where property = 'quotaPoints' and is_last) as quota_points
    from made where property is not null group by user_id
  )`

/**
 * Columns of a ChangedRow, over `m` (member), `r` (`memberRank`) and `change`; also in change_points
 * (scripts/member-json.ts).
 */
export const changedColumns = `${memberColumns}, change.value_before as "value_before!", change.value_after as "value_after!",
    change.audit_id as "audit_id!", case change.property when 'experience' then ${autoRankFacts} else '[]'::json end as "ladder!"`

const changeManyStatement = jsonStatement(
  'change_points_of_members',
  {
    ctes: changes(ofDifferentMembers),
    select: `select ${changedColumns} from changed m
      join (select made.*, audited.audit_id from made join audited on audited.user_id = made.user_id) change
        on change.user_id = m.user_id ${memberRank}`,
    times: memberTimes,
  },
  columns<MemberJson & { readonly ladder: readonly RankFacts[] }>(),
)

const changeAllStatement = statement(
  'change_points_in_order',
  `${changes(ofAnyMembers)}
   select made.nth as "nth!", coalesce(made.value_before, 0) as "before!", made.value_after as "after!", audited.audit_id as "auditId!"
   from (select *, row_number() over (partition by user_id, action order by nth) as place from made) made
   join (select *, row_number() over (partition by user_id, action order by audit_id) as place from audited) audited
     using (user_id, action, place)
   order by made.nth`,
)

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

const valuesOf = (communityId: string, rows: readonly ChangeValues[]) => ({
  communityId,
  ...columnsOf(rows, {
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
  }),
})

/** Concurrent changes of different members are one statement; those of one member run in order of arrival. */
const changeBatched = batched<ChangeValues & { readonly singleRank: boolean }, ChangedRow | null>({
  name: 'change_points',
  maxSize: 100,
  keyOf: ({ userId }) => userId,
  async load(db, communityId, changes) {
    const alone = async (change: (typeof changes)[number]): Promise<ChangedRow | null> => {
      const [answer] = await changeOneStatement(db, { communityId, ...change })
      return answer?.changed ? withTimes(answer.changed, memberTimes) : null
    }
    if (changes.length === 1) return Promise.all(changes.map(alone))
    const rows = await changeManyStatement(db, valuesOf(communityId, changes))
    const rowOf = new Map(rows.map((row) => [row.user_id, row]))
    // members that were skipped as locked: each waits in a statement of its own
    return changes.map((change) => rowOf.get(change.userId) ?? alone(change))
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
  const rows = changes.map((change) => toRow(tx, change))
  const written = await changeAllStatement(tx.db, valuesOf(tx.community.communityId, rows))
  if (written.length < changes.length) throw new Error('the member of a change is not locked')
  return written.map(({ before, after, auditId }) => ({ before, after, auditId: String(auditId) }))
}
