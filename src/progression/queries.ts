// SQL on experience and quota points. Each change is one statement.
import type { Ctx } from '../context'
import { batched } from '../db/batcher'
import { arraysOf, unnestParams, jsonQuery, query, type JsonText, type Statement } from '../db/statements'
import { memberColumns, memberRank, memberTimes, type MemberRow } from '../members/queries'
import { autoRankFacts } from '../ranks/queries'
import type { RankFacts } from '../ranks/rules'
import { MAX_POINTS, type Applied, type PointsChange } from './rules'

export interface ChangedRow extends MemberRow {
  readonly value_before: number
  readonly value_after: number
  readonly audit_id: number
}

export interface ExperienceRow extends ChangedRow {
  readonly ladder: readonly RankFacts[]
}

/**
 * $1 community, $2 user, $3 op, $4 amount, $5 reason, $6 actor kind, $7 actor id, $8 request id.
 * The row is locked before it is read, so that the audit entry's `before` is the value that was changed.
 */
function changeStatement(column: 'experience' | 'quota_points', property: string, least: number, more: string): string {
  return `with held as (
      select user_id, ${column} as value from member where community_id = $1 and user_id = $2 for no key update
    ), changed as (
      update member m
      set ${column} = points_after(held.value, $3, $4::bigint, ${least}), updated_at = now()
      from held where m.community_id = $1 and m.user_id = $2
      returning m.*, held.value as value_before
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id)
      select $1, $6, $7, 'member.${property}', user_id,
        jsonb_build_object('${property}', value_before), jsonb_build_object('${property}', ${column}), $5, $8
      from changed
      returning audit_id
    )
    select ${memberColumns}, m.value_before, m.${column} as value_after, audited.audit_id${more}
    from changed m cross join audited ${memberRank}`
}

/**
 * `changeStatement` for several members: $1 community, $2 users, and arrays of $3 op, $4 amount, $5 reason, $6 actor
 * kind, $7 actor id, $8 request id. Skips locked members, so that one lock does not delay the batch, and accounts
 * without a member.
 */
function batchStatement(
  column: 'experience' | 'quota_points',
  property: string,
  least: number,
  more: string,
): JsonText<ChangedRow> {
  const ctes = `with requested as (
      select * from ${unnestParams('$2::bigint[]', '$3::text[]', '$4::bigint[]', ...texts('$5', '$6', '$7', '$8'))}
        as requested (user_id, op, amount, reason, actor_kind, actor_id, request_id)
    ), held as (
      select requested.*, m.community_id, m.value from requested cross join lateral (
        select community_id, ${column} as value from member where community_id = $1 and user_id = requested.user_id
        for no key update skip locked limit 1) m
    ), changed as (
      update member m
      set ${column} = points_after(held.value, held.op, held.amount, ${least}), updated_at = now()
      from held where m.community_id = held.community_id and m.user_id = held.user_id
      returning m.*, held.value as value_before, held.reason, held.actor_kind, held.actor_id, held.request_id
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id)
      select $1, actor_kind, actor_id, 'member.${property}', user_id,
        jsonb_build_object('${property}', value_before), jsonb_build_object('${property}', ${column}), reason, request_id
      from changed
      returning audit_id, user_id
    )`
  const select = `select ${memberColumns}, m.value_before, m.${column} as value_after, audited.audit_id${more}
    from changed m join audited on audited.user_id = m.user_id ${memberRank}`
  return { ctes, select, times: memberTimes }
}

const texts = (...parameters: readonly string[]): string[] => parameters.map((parameter) => `${parameter}::text[]`)

const ladder = `, ${autoRankFacts} as ladder`

const changeExperienceBatched = batchedChange<ExperienceRow>(
  'change_experience',
  query('change_experience', changeStatement('experience', 'experience', -MAX_POINTS, ladder)),
  jsonQuery<ExperienceRow>('change_experience_batch', batchStatement('experience', 'experience', -MAX_POINTS, ladder)),
)

const changeQuotaPointsBatched = batchedChange<ChangedRow>(
  'change_quota_points',
  query('change_quota_points', changeStatement('quota_points', 'quotaPoints', 0, '')),
  jsonQuery<ChangedRow>('change_quota_points_batch', batchStatement('quota_points', 'quotaPoints', 0, '')),
)

interface ChangeRequest {
  readonly userId: number
  readonly op: PointsChange['op']
  readonly amount: number
  readonly reason: string | null
  readonly actorKind: string
  readonly actorId: string
  readonly requestId: string | null
}

const fields = ['userId', 'op', 'amount', 'reason', 'actorKind', 'actorId', 'requestId'] as const

/**
 * Batches concurrent changes of different members into one statement; changes of one member run in order of arrival.
 */
function batchedChange<Row extends ChangedRow>(name: string, one: Statement<Row>, many: Statement<Row>) {
  return batched<ChangeRequest, Row | null>({
    name,
    maxSize: 100,
    keyOf: ({ userId }) => userId,
    async load(db, communityId, changes) {
      const alone = async (change: ChangeRequest): Promise<Row | null> =>
        (await one(db, [communityId, ...fields.map((field) => change[field])]))[0] ?? null
      if (changes.length === 1) return Promise.all(changes.map(alone))
      const rows = await many(db, [communityId, ...arraysOf(changes, fields)])
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
  { actor, requestId }: Ctx,
  userId: number,
  { op, reason = null }: PointsChange & { reason?: string | undefined | null },
  { amount }: Applied,
): ChangeRequest {
  return { userId, op, amount, reason, actorKind: actor.kind, actorId: actor.id, requestId }
}
