// SQL on the awards of an event. One statement for each kind of award updates members, audit log and awards. The caller
// holds the locks of the event and the members.
import type { Ctx, TxCtx } from '../../context'
import { cutPage, type CutRow, type Page } from '../../db/paging'
import { query } from '../../db/statements'
import { MAX_POINTS, type Applied } from '../../progression/rules'
import type { Role, RoleAwards } from '../rules'

/** $1 community, $2 event. */
const present = `event_attendee a where a.community_id = $1 and a.event_id = $2 and a.attendance = 'present'`

const lockStatement = query<{ user_id: number }>(
  'lock_event_members',
  // by user id, the order in which every statement locks several members, so that they cannot deadlock
  `select m.user_id from member m where m.community_id = $1 and m.user_id in (select a.user_id from ${present})
   order by m.user_id for no key update`,
)

export async function lockPresent(tx: TxCtx, eventId: string): Promise<void> {
  await lockStatement(tx.db, [tx.community.communityId, eventId])
}

/** $3 actor kind, $4 actor id, $5 reason, $6 request, $7 roles, $8 amounts, $9 whether the award limit reduced them. */
function pointsStatement(column: 'experience' | 'quota_points', kind: 'experience' | 'quotaPoints'): string {
  return `with granted as (
      select a.user_id, g.amount, g.clamped, m.${column} as value_before
      from (select a.user_id, a.role from ${present}) a
      join unnest($7::text[], $8::bigint[], $9::boolean[]) as g (role, amount, clamped) using (role)
      join member m on m.community_id = $1 and m.user_id = a.user_id
      where g.amount > 0
    ), changed as (
      update member m set ${column} = least(g.value_before + g.amount, ${MAX_POINTS}), updated_at = now()
      from granted g where m.community_id = $1 and m.user_id = g.user_id
      returning m.user_id, g.amount, g.clamped, g.value_before, m.${column} as value_after
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id)
      select $1, $3, $4, 'member.${kind}', user_id, jsonb_build_object('${kind}', value_before),
        jsonb_build_object('${kind}', value_after), $5, $6
      from changed order by user_id
      returning user_id, audit_id
    )
    insert into event_award (community_id, event_id, user_id, kind, amount, clamped, change, audit_id)
    select $1, $2, c.user_id, '${kind}', c.amount, c.clamped, c.value_after - c.value_before, w.audit_id
    from changed c join audited w using (user_id)`
}

const giveExperienceStatement = query<never>('give_event_experience', pointsStatement('experience', 'experience'))
const giveQuotaPointsStatement = query<never>('give_event_quota_points', pointsStatement('quota_points', 'quotaPoints'))

const giveMedalsStatement = query<never>(
  'give_event_medals',
  // $3 to $6 as above, $7 roles, $8 medal names, one row for each occurrence. Deleted and archived medals do not count
  // towards the member's limit.
  `with wanted as (
      select a.user_id, g.name, g.n, d.medal_id, row_number() over (partition by a.user_id, d.medal_id is null order by g.n)
        <= case when d.medal_id is null then 0 else 1000 - m.medal_occurrences end as fits
      from (select a.user_id, a.role from ${present}) a
      join unnest($7::text[], $8::text[]) with ordinality as g (role, name, n) using (role)
      join member m on m.community_id = $1 and m.user_id = a.user_id
      left join medal d on d.community_id = $1 and d.name = g.name and not d.archived
    ), total as (
      select user_id, name, medal_id, min(n) as n, count(*) filter (where fits) as given,
        count(*) filter (where not fits) as withheld
      from wanted group by user_id, name, medal_id
    ), added as (
      insert into member_medal as h (community_id, user_id, medal_id, count)
      select $1, user_id, medal_id, given from total where given > 0 order by user_id, medal_id
      on conflict (community_id, user_id, medal_id) do update
        set count = h.count + excluded.count, awarded_at = now()
      returning h.user_id, h.medal_id, h.count
    ), counted as (
      update member m set medal_occurrences = m.medal_occurrences + t.given, updated_at = now()
      from (select user_id, sum(given)::integer as given from total where given > 0 group by user_id) t
      where m.community_id = $1 and m.user_id = t.user_id
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id)
      select $1, $3, $4, 'member.medal.award', a.user_id, jsonb_build_object('name', t.name, 'count', a.count - t.given),
        jsonb_build_object('name', t.name, 'count', a.count), $5, $6
      from added a join total t using (user_id, medal_id) order by a.user_id, t.n
    )
    insert into event_award (community_id, event_id, user_id, kind, medals)
    select $1, $2, user_id, 'medals', jsonb_agg(jsonb_build_object('name', name, 'count', given, 'withheld', withheld,
        'code', case when withheld = 0 then null when medal_id is not null then 'medal_limit_reached'
          when exists (select from medal d where d.community_id = $1 and d.name = total.name) then 'medal_archived'
          else 'medal_not_found' end)
      order by n)
    from total group by user_id`,
)

export async function giveAwards(
  tx: TxCtx,
  eventId: string,
  roleAwards: readonly RoleAwards[],
  reason: string,
): Promise<void> {
  const { community, actor, requestId } = tx
  const common = [community.communityId, eventId, actor.kind, actor.id, reason, requestId]
  const rolesInOrder = roleAwards.map(({ role }) => role)
  const points = (applied: readonly Applied[]) => [
    ...[...common, rolesInOrder],
    applied.map(({ amount }) => amount),
    applied.map(({ clamped }) => clamped),
  ]
  const experience = roleAwards.map((awards) => awards.experience)
  const quotaPoints = roleAwards.map((awards) => awards.quotaPoints)
  const medals = roleAwards.flatMap(({ role, medals: names }) => names.map((name) => ({ role, name })))
  if (experience.some(({ amount }) => amount > 0)) await giveExperienceStatement(tx.db, points(experience))
  if (quotaPoints.some(({ amount }) => amount > 0)) await giveQuotaPointsStatement(tx.db, points(quotaPoints))
  if (medals.length === 0) return
  await giveMedalsStatement(tx.db, [...common, medals.map(({ role }) => role), medals.map(({ name }) => name)])
}

export interface PresentRow {
  readonly user_id: number
  readonly role: Role
  readonly experience: number
  readonly rank_unique_id: number | null
}

const presentStatement = query<PresentRow>(
  'list_event_members',
  `select a.user_id, a.role, m.experience, m.rank_unique_id
   from (select a.user_id, a.role from ${present}) a
   join member m on m.community_id = $1 and m.user_id = a.user_id order by a.user_id`,
)

export function listPresent(tx: TxCtx, eventId: string): Promise<PresentRow[]> {
  return presentStatement(tx.db, [tx.community.communityId, eventId])
}

export interface RankGoalRow {
  readonly kind: 'set' | 'promote' | 'demote' | 'auto'
  readonly rankUniqueId: number | null
}

export interface RankAwardRow {
  readonly userId: number
  readonly goal: RankGoalRow
  readonly operationId: string | null
  readonly code: string | null
}

const insertRankAwardsStatement = query<never>(
  'insert_event_rank_awards',
  `insert into event_award (community_id, event_id, user_id, kind, goal, operation_id, status, code)
   select $1, $2, r.user_id, 'rank', r.goal, r.operation_id,
     case when r.operation_id is null then 'skipped' else 'pending' end, r.code
   from unnest($3::bigint[], $4::jsonb[], $5::text[], $6::text[]) as r (user_id, goal, operation_id, code)`,
)

/** Stores the rank awards. @throws a violation of the primary key for a second rank award of a member */
export async function insertRankAwards(tx: TxCtx, eventId: string, awards: readonly RankAwardRow[]): Promise<void> {
  await insertRankAwardsStatement(tx.db, [
    tx.community.communityId,
    eventId,
    awards.map(({ userId }) => userId),
    awards.map(({ goal }) => JSON.stringify(goal)),
    awards.map(({ operationId }) => operationId),
    awards.map(({ code }) => code),
  ])
}

export interface SummaryRow {
  readonly members: number
  readonly experience: number
  readonly quota_points: number
  readonly medals: number
  readonly medals_withheld: number
  readonly pending: number
  readonly succeeded: number
  readonly failed: number
  readonly skipped: number
  readonly pending_operations: readonly string[]
}

const count = (kind: string, status?: string): string =>
  `count(*) filter (where w.kind = '${kind}'${status === undefined ? '' : ` and w.status = '${status}'`})`
const occurrences = (of: 'count' | 'withheld'): string =>
  `coalesce(sum((select sum((m ->> '${of}')::integer) from jsonb_array_elements(w.medals) m)), 0)::bigint`

const summaryStatement = query<SummaryRow>(
  'summarize_event_awards',
  `select count(distinct w.user_id) as members, ${count('experience')} as experience, ${count('quotaPoints')} as quota_points,
     ${occurrences('count')} as medals, ${occurrences('withheld')} as medals_withheld,
     ${count('rank', 'pending')} as pending, ${count('rank', 'succeeded')} as succeeded,
     ${count('rank', 'failed')} as failed, ${count('rank', 'skipped')} as skipped,
     coalesce(json_agg(w.operation_id order by w.user_id) filter (where w.status = 'pending'), '[]') as pending_operations
   from event_award w where w.community_id = $1 and w.event_id = $2`,
)

export async function summarizeAwards(ctx: Ctx, eventId: string): Promise<SummaryRow> {
  const [row] = await summaryStatement(ctx.db, [ctx.community.communityId, eventId])
  return row as SummaryRow
}

export interface PointsAward {
  readonly amount: number
  readonly clamped: boolean
  readonly change: number
  readonly auditId: string
}

/** The awards of one member; kinds without an award are absent. */
export interface AwardRow {
  readonly user_id: number
  readonly role: Role
  readonly awards: {
    readonly experience?: PointsAward
    readonly quotaPoints?: PointsAward
    readonly medals?: { readonly medals: MedalAward[] }
    readonly rank?: {
      readonly goal: RankGoalRow
      readonly operationId: string | null
      readonly status: 'pending' | 'succeeded' | 'failed' | 'skipped'
      readonly code: string | null
    }
  }
}

export interface MedalAward {
  readonly name: string
  readonly count: number
  readonly withheld: number
  readonly code: 'medal_limit_reached' | 'medal_archived' | 'medal_not_found' | null
}

const listStatement = query<AwardRow & CutRow>(
  'list_event_awards',
  cutPage(
    `select w.user_id, a.role, json_object_agg(w.kind, case w.kind
       when 'medals' then json_build_object('medals', w.medals)
       when 'rank' then json_build_object('goal', w.goal, 'operationId', w.operation_id, 'status', w.status, 'code', w.code)
       else json_build_object('amount', w.amount, 'clamped', w.clamped, 'change', w.change, 'auditId', w.audit_id::text) end) as awards
   from event_award w
   -- lateral: with a plain join the planner scanned all attendees of the event for each award
   cross join lateral (select role from event_attendee e
     where e.community_id = w.community_id and e.event_id = w.event_id and e.user_id = w.user_id limit 1) a
   where w.community_id = $1 and w.event_id = $2 and w.user_id > $3
   group by w.user_id, a.role order by w.user_id limit $4`,
    'user_id',
    'octet_length(awards::text)',
  ),
)

/** The awards of an event, ordered by user id, limited to PAGE_BYTES. */
export function listAwards(ctx: Ctx, eventId: string, { after, limit }: Page): Promise<(AwardRow & CutRow)[]> {
  return listStatement(ctx.db, [ctx.community.communityId, eventId, Number(after?.id ?? 0), limit])
}
