// The two numbers of a member. Each change is one statement: lock, change, audit, and the member as answered.
import type { Ctx } from '../context'
import { query } from '../db/statements'
import { memberColumns, memberRank, type MemberRow } from '../profiles/queries'
import { autoRankFacts } from '../group/queries'
import type { RankFacts } from '../group/rules'
import type { Applied, PointsChange } from './rules'
import { MOST } from './rules'

/** A member after a change of one of its numbers. */
export interface ChangedRow extends MemberRow {
  readonly value_before: number
  readonly value_after: number
  readonly audit_id: number
}

/** With experience, the ranks AutoRank looks at: the ladder and the rank held, lowest first. */
export interface ExperienceRow extends ChangedRow {
  readonly ladder: readonly RankFacts[]
}

/**
 * $1 community, $2 user, $3 op, $4 amount, $5 reason, $6 actor kind, $7 actor id, $8 request id.
 * The row is locked before it is read, so that the audit entry's `before` is the value the change was made to.
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

const ladder = `, ${autoRankFacts} as ladder`

const changeExperienceStatement = query<ExperienceRow>(
  'change_experience',
  changeStatement('experience', 'experience', -MOST, ladder),
)

const changeQuotaPointsStatement = query<ChangedRow>(
  'change_quota_points',
  changeStatement('quota_points', 'quotaPoints', 0, ''),
)

/** Changes the experience; it saturates at both ends. null: there is no such member. */
export async function changeExperience(
  ctx: Ctx,
  userId: number,
  change: PointsChange & { reason?: string | undefined },
  applied: Applied,
): Promise<ExperienceRow | null> {
  const [row] = await changeExperienceStatement(ctx.db, parameters(ctx, userId, change, applied))
  return row ?? null
}

/** Changes the quota points; they saturate at zero and at the top. null: there is no such member. */
export async function changeQuotaPoints(
  ctx: Ctx,
  userId: number,
  change: PointsChange & { reason?: string | undefined },
  applied: Applied,
): Promise<ChangedRow | null> {
  const [row] = await changeQuotaPointsStatement(ctx.db, parameters(ctx, userId, change, applied))
  return row ?? null
}

function parameters(
  ctx: Ctx,
  userId: number,
  change: PointsChange & { reason?: string | undefined },
  applied: Applied,
): unknown[] {
  const { community, actor, requestId } = ctx
  return [
    community.communityId,
    userId,
    change.op,
    applied.amount,
    change.reason ?? null,
    actor.kind,
    actor.id,
    requestId,
  ]
}
