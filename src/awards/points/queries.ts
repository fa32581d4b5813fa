// SQL on experience and quota points. Each change is one statement.
import type { Ctx, TxCtx } from '../../context'
import { insertAuditRecords } from '../../audit/queries'
import { batched } from '../../db/batcher'
import { anyOf, now, unnested } from '../../db/expressions'
import { own } from '../../db/own'
import {
  columns,
  columnsOf,
  jsonStatement,
  statement,
  unnestParams,
  withTimes,
  type Statement,
} from '../../db/statements'
import { memberColumns, memberRank, memberTimes, type MemberJson, type MemberRow } from '../../members/queries'
import { autoRankFacts } from '../../ranks/queries'
import type { RankFacts } from '../../ranks/rules'
import { applyChanges, LEAST, type Applied, type NewChange, type Points, type PointsChange } from './rules'

/** One member's change, by a function: on Citus a single call to the node of the community (sql/functions/change_points.sql). */
const changeText = (property: 'experience' | 'quotaPoints'): string =>
  `select change_points(:communityId, :userId, '${property}', :op, :amount, :actorKind, :actorId, :reason?, :requestId?,
    :singleRank, :onBehalfOf?) as changed`

const setMark = (op: string): string => `case ${op} when 'set' then '{"set": true}'::jsonb else '{}' end`

/**
 * Changes several members in one statement. Each row is locked before it is read, so that the audit entry's `before` is the value
 * that was changed. Skips locked members, so that one lock does not delay the batch, and accounts without a
 * member.
 */
function batchText(column: 'experience' | 'quota_points', property: string, least: number, more: string) {
  const actors = [':actorKinds::text[]', ':actorIds::text[]', ':requestIds?::text[]', ':onBehalfOfs?::bigint[]']
  const arrays = [':userIds::bigint[]', ':ops::text[]', ':amounts::bigint[]', ':reasons?::text[]', ...actors]
  const ctes = `with requested as (
      select * from ${unnestParams(...arrays)}
        as requested (user_id, op, amount, reason, actor_kind, actor_id, request_id, on_behalf_of)
    ), held as (
      select requested.*, m.value from requested cross join lateral (
        select ${column} as value from member where community_id = :communityId and user_id = requested.user_id
        for no key update skip locked limit 1) m
    ), changed as (
      update member m
      set ${column} = points_after(held.value, held.op, held.amount, ${least}), updated_at = now()
      from held where m.community_id = :communityId and m.user_id = held.user_id
      returning m.*, held.value as value_before, held.op, held.reason, held.actor_kind, held.actor_id, held.request_id, held.on_behalf_of
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id, on_behalf_of)
      select :communityId, actor_kind, actor_id, 'member.${property}', user_id,
        jsonb_build_object('${property}', value_before),
        jsonb_build_object('${property}', ${column}) || ${setMark('op')}, reason, request_id, on_behalf_of
      from changed
      returning audit_id, user_id
    )`
  const select = `select ${memberColumns}, m.value_before as "value_before!", m.${column} as "value_after!",
      audited.audit_id as "audit_id!"${more}
    from changed m join audited on audited.user_id = m.user_id ${memberRank}`
  return { ctes, select, times: memberTimes }
}

const ladder = `, ${autoRankFacts} as "ladder!"`
const withLadder = columns<MemberJson & { readonly ladder: readonly RankFacts[] }>()

export interface ChangedRow extends MemberRow {
  readonly value_before: number
  readonly value_after: number
  readonly audit_id: number
}
export interface ExperienceRow extends ChangedRow {
  readonly ladder: readonly RankFacts[]
}

const changeExperienceBatched = batchedChange<ExperienceRow>(
  'change_experience',
  statement('change_experience', changeText('experience'), columns<{ readonly changed: ExperienceRow }>()),
  jsonStatement('change_experience_batch', batchText('experience', 'experience', LEAST.experience, ladder), withLadder),
)

const changeQuotaPointsBatched = batchedChange<ChangedRow>(
  'change_quota_points',
  statement('change_quota_points', changeText('quotaPoints'), columns<{ readonly changed: ChangedRow }>()),
  jsonStatement(
    'change_quota_points_batch',
    batchText('quota_points', 'quotaPoints', LEAST.quotaPoints, ''),
    columns<MemberJson>(),
  ),
)

interface ChangeRequest {
  readonly userId: number
  readonly op: PointsChange['op']
  readonly amount: number
  readonly reason: string | null
  readonly actorKind: string
  readonly actorId: string
  readonly requestId: string | null
  readonly onBehalfOf: number | null
  readonly singleRank: boolean
}

const changesOf = (communityId: string, changes: readonly ChangeRequest[]) => ({
  communityId,
  ...columnsOf(changes, {
    ...({ userIds: 'userId', ops: 'op', amounts: 'amount', reasons: 'reason' } as const),
    ...({ actorKinds: 'actorKind', actorIds: 'actorId', requestIds: 'requestId', onBehalfOfs: 'onBehalfOf' } as const),
  }),
})

/**
 * Batches concurrent changes of different members into one statement; changes of one member run in order of arrival.
 */
function batchedChange<Row extends ChangedRow>(
  name: string,
  one: Statement<ChangeRequest & { readonly communityId: string }, { readonly changed: Row | null }>,
  many: Statement<ReturnType<typeof changesOf>, Row>,
) {
  return batched<ChangeRequest, Row | null>({
    name,
    maxSize: 100,
    keyOf: ({ userId }) => userId,
    async load(db, communityId, changes) {
      const alone = async (change: ChangeRequest): Promise<Row | null> => {
        const [answer] = await one(db, { communityId, ...change })
        return answer?.changed ? withTimes(answer.changed, memberTimes) : null
      }
      if (changes.length === 1) return Promise.all(changes.map(alone))
      const rows = await many(db, changesOf(communityId, changes))
      const rowOf = new Map(rows.map((row) => [row.user_id, row]))
      // members that were skipped as locked: each waits in a statement of its own
      return changes.map((change) => rowOf.get(change.userId) ?? alone(change))
    },
  })
}

/** Changes the experience, clamped to ±MAX_POINTS; null without such a member. */
export function changeExperience(
  ctx: Ctx,
  userId: number,
  change: PointsChange & { reason?: string | undefined },
  applied: Applied,
): Promise<ExperienceRow | null> {
  return changeExperienceBatched(ctx.db, ctx.community.communityId, toRequest(ctx, userId, change, applied))
}

/** Changes the quota points, clamped to 0 and MAX_POINTS; null without such a member. */
export function changeQuotaPoints(
  ctx: Ctx,
  userId: number,
  change: PointsChange & { reason?: string | undefined },
  applied: Applied,
): Promise<ChangedRow | null> {
  return changeQuotaPointsBatched(ctx.db, ctx.community.communityId, toRequest(ctx, userId, change, applied))
}

function toRequest(
  { actor, requestId, community: { singleRank } }: Ctx,
  userId: number,
  { op, reason = null }: PointsChange & { reason?: string | undefined | null },
  { amount }: Applied,
): ChangeRequest {
  return {
    userId,
    op,
    amount,
    reason,
    actorKind: actor.kind,
    actorId: actor.id,
    requestId,
    onBehalfOf: actor.onBehalfOf ?? null,
    singleRank,
  }
}

/** Locks the members in the order of their user ids. */
export async function lockPoints(tx: TxCtx, userIds: readonly number[]): Promise<Points[]> {
  return own(tx)
    .selectFrom('member')
    .select(['user_id as userId', 'experience', 'quota_points as quotaPoints'])
    .where('user_id', '=', anyOf(userIds))
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
}

/** The members are locked. */
export async function storePoints(tx: TxCtx, changed: readonly Points[]): Promise<void> {
  await own(tx)
    .updateTable('member as m')
    .from(unnested('changed', changed, { userId: 'bigint', experience: 'bigint', quotaPoints: 'bigint' }))
    .set(({ ref }) => ({
      experience: ref('changed.experience'),
      quota_points: ref('changed.quotaPoints'),
      updated_at: now,
    }))
    .whereRef('m.user_id', '=', 'changed.userId')
    .execute()
}

export interface WrittenChange {
  readonly before: number
  readonly after: number
  readonly auditId: string
}

/**
 * Makes the changes in order, and adds their audit entries, with a fixed number of statements.
 * @returns those of the changes in order; 0 before and after an `other` change
 */
export async function changeAll(tx: TxCtx, changes: readonly NewChange[]): Promise<WrittenChange[]> {
  const members = await lockPoints(tx, [...new Set(changes.map(({ userId }) => userId))])
  const { changed, made } = applyChanges(members, changes)
  if (changed.length > 0) await storePoints(tx, changed)
  const auditIds = await insertAuditRecords(
    tx,
    made.map(({ entry }) => entry),
  )
  return made.map(({ before, after }, index) => ({ before, after, auditId: auditIds[index] ?? '' }))
}
