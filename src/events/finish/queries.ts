// SQL on the awards of an event. The caller holds the locks of the event and the members.
import type { Selectable } from 'kysely'
import type { DB } from '../../../generated/database'
import { auditInsert } from '../../audit/entry'
import type { Schema } from '../../contract/types'
import { actorParameters, type Ctx, type TxCtx, type AuthorBounds } from '../../context'
import { cutPage, type CutRow, type Page } from '../../db/paging'
import { columns, columnsOf, onlyRow, statement, type RowOf } from '../../db/statements'
import { MAX_MEDALS } from '../../awards/medals/rules'
import { changeAll } from '../../awards/points/queries'
import { isManaged } from '../../ranks/queries'
import type { RoleAwards } from '../rules'
import { own } from '../../db/own'

const present = `event_attendee a where a.community_id = :communityId and a.event_id = :eventId and a.attendance = 'present'`

const attendedBy = (tx: TxCtx, eventId: string) =>
  own(tx).selectFrom('event_attendee as a').where('a.event_id', '=', eventId).where('a.attendance', '=', 'present')

/** Locks in the order of user ids, as every statement that locks several members, so that they cannot deadlock. */
export async function lockPresent(tx: TxCtx, eventId: string): Promise<void> {
  await own(tx)
    .selectFrom('member')
    .select('user_id')
    .where('user_id', 'in', attendedBy(tx, eventId).select('a.user_id'))
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
}

const insertPointsAwardsStatement = statement(
  'insert_event_points_awards',
  `insert into event_award (community_id, event_id, user_id, kind, amount, clamped, change, audit_id)
   select :communityId, :eventId, p.user_id, p.kind, p.amount, p.clamped, p.change, p.audit_id
   from unnest(:userIds::bigint[], :kinds::text[], :amounts::bigint[], :clamped::boolean[], :changes::bigint[], :auditIds::bigint[])
     as p (user_id, kind, amount, clamped, change, audit_id)`,
)

/** Gives all experience, then all quota points, each by user id. */
async function givePoints(
  tx: TxCtx,
  eventId: string,
  roleAwards: readonly RoleAwards[],
  reason: string,
): Promise<void> {
  const kinds = (['experience', 'quotaPoints'] as const).filter((kind) =>
    roleAwards.some((role) => role[kind].amount > 0),
  )
  if (kinds.length === 0) return
  const members = await listPresent(tx, eventId)
  const awards = kinds.flatMap((kind) =>
    members.flatMap(({ user_id: userId, role }) => {
      const applied = roleAwards.find((one) => one.role === role)?.[kind]
      return applied && applied.amount > 0 ? [{ userId, kind, ...applied }] : []
    }),
  )
  const changes = awards.map(({ userId, kind, amount }) => ({
    userId,
    reason,
    property: kind,
    op: 'increment' as const,
    amount,
  }))
  const written = await changeAll(tx, changes)
  await insertPointsAwardsStatement(tx.db, {
    communityId: tx.community.communityId,
    eventId,
    ...columnsOf(awards, { userIds: 'userId', kinds: 'kind', amounts: 'amount', clamped: 'clamped' }),
    changes: written.map(({ before, after }) => after - before),
    auditIds: written.map(({ auditId }) => Number(auditId)),
  })
}

const giveMedalsStatement = statement(
  'give_event_medals',
  // one role and name for each occurrence. Deleted and archived medals do not count
  // towards the member's limit.
  `with wanted as (
      select a.user_id, g.name, g.n, d.medal_id, r.code as refusal,
        row_number() over (partition by a.user_id, d.medal_id is null or r.code is not null order by g.n)
          <= case when d.medal_id is null or r.code is not null then 0 else ${MAX_MEDALS} - m.medal_occurrences end as fits
      from (select a.user_id, a.role from ${present}) a
      join unnest(:roles::text[], :names::text[]) with ordinality as g (role, name, n) using (role)
      join member m on m.community_id = :communityId and m.user_id = a.user_id
      left join medal d on d.community_id = :communityId and d.name = g.name and not d.archived
      left join unnest(:refusedIds::bigint[], :refusedNames::text[], :refusals::text[]) as r (user_id, name, code)
        on r.user_id = a.user_id and r.name = g.name
    ), total as (
      select user_id, name, medal_id, refusal, min(n) as n, count(*) filter (where fits) as given,
        count(*) filter (where not fits) as withheld
      from wanted group by user_id, name, medal_id, refusal
    ), added as (
      insert into member_medal as h (community_id, user_id, medal_id, count)
      select :communityId, user_id, medal_id, given from total where given > 0 order by user_id, medal_id
      on conflict (community_id, user_id, medal_id) do update
        set count = h.count + excluded.count, awarded_at = excluded.awarded_at
      returning h.user_id, h.medal_id, h.count
    ), counted as (
      update member m set medal_occurrences = m.medal_occurrences + t.given, updated_at = now()
      from (select user_id, sum(given)::integer as given from total where given > 0 group by user_id) t
      where m.community_id = :communityId and m.user_id = t.user_id
    ), audited as (
      ${auditInsert({
        action: 'member.medal.award',
        userId: 'a.user_id',
        before: `jsonb_build_object('name', t.name, 'count', a.count - t.given)`,
        after: `jsonb_build_object('name', t.name, 'count', a.count)`,
        reason: ':reason',
        from: 'added a join total t using (user_id, medal_id) order by a.user_id, t.n',
      })}
    )
    insert into event_award (community_id, event_id, user_id, kind, medals)
    select :communityId, :eventId, user_id, 'medals', jsonb_agg(jsonb_build_object('name', name, 'count', given, 'withheld', withheld,
        'code', case when withheld = 0 then null when refusal is not null then refusal when medal_id is not null then 'medal_limit_reached'
          when exists (select from medal d where d.community_id = :communityId and d.name = total.name) then 'medal_archived'
          else 'medal_not_found' end)
      order by n)
    from total group by user_id`,
)

/** A medal that is not given, because its role is not. */
export interface Refused {
  readonly userId: number
  readonly name: string
  readonly code: MedalAward['code']
}

export async function giveAwards(
  tx: TxCtx,
  eventId: string,
  roleAwards: readonly RoleAwards[],
  refused: readonly Refused[],
  reason: string,
): Promise<void> {
  await givePoints(tx, eventId, roleAwards, reason)
  const medals = roleAwards.flatMap(({ role, medals: names }) => names.map((name) => ({ role, name })))
  if (medals.length === 0) return
  const { communityId } = tx.community
  const given = columnsOf(medals, { roles: 'role', names: 'name' })
  const withheld = columnsOf(refused, { refusedIds: 'userId', refusedNames: 'name', refusals: 'code' })
  await giveMedalsStatement(tx.db, { communityId, eventId, reason, ...actorParameters(tx), ...given, ...withheld })
}

const rolesGivenStatement = statement(
  'list_event_roles',
  // a medal that the member had before has given its role then
  `select w.user_id as "userId", r.unique_id as "roleUniqueId", d.author_bounds as "boundBy"
   from event_award w cross join jsonb_array_elements(w.medals) m
   join medal d on d.community_id = :communityId and d.name = m ->> 'name'
   join member_medal h on h.community_id = :communityId and h.user_id = w.user_id and h.medal_id = d.medal_id
   join rank r on r.community_id = :communityId and r.unique_id = d.role_unique_id and not ${isManaged}
   where w.community_id = :communityId and w.event_id = :eventId and w.kind = 'medals' and h.count = (m ->> 'count')::integer
   order by w.user_id`,
  columns<{ readonly boundBy: AuthorBounds | null }>(),
)

export function listRolesGiven(tx: TxCtx, eventId: string): Promise<RowOf<typeof rolesGivenStatement>[]> {
  return rolesGivenStatement(tx.db, { communityId: tx.community.communityId, eventId })
}

export type PresentRow = Pick<Selectable<DB['event_attendee']>, 'user_id' | 'role'> &
  Pick<Selectable<DB['member']>, 'experience' | 'rank_unique_id' | 'role_ids' | 'unfinished_role_ids'>

export function listPresent(tx: TxCtx, eventId: string): Promise<PresentRow[]> {
  return attendedBy(tx, eventId)
    .innerJoin('member as m', (join) =>
      join.onRef('m.community_id', '=', 'a.community_id').onRef('m.user_id', '=', 'a.user_id'),
    )
    .select(['a.user_id', 'a.role', 'm.experience', 'm.rank_unique_id', 'm.role_ids'])
    .select('m.unfinished_role_ids')
    .orderBy('a.user_id')
    .execute()
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

const insertRankAwardsStatement = statement(
  'insert_event_rank_awards',
  `insert into event_award (community_id, event_id, user_id, kind, goal, operation_id, status, code)
   select :communityId, :eventId, r.user_id, 'rank', r.goal, r.operation_id,
     case when r.operation_id is null then 'skipped' else 'pending' end, r.code
   from unnest(:userIds::bigint[], :goals::jsonb[], :operationIds::text[], :codes::text[]) as r (user_id, goal, operation_id, code)`,
)

/** @throws a violation of the primary key for a second rank award of a member */
export async function insertRankAwards(tx: TxCtx, eventId: string, awards: readonly RankAwardRow[]): Promise<void> {
  await insertRankAwardsStatement(tx.db, {
    communityId: tx.community.communityId,
    eventId,
    goals: awards.map(({ goal }) => JSON.stringify(goal)),
    ...columnsOf(awards, { userIds: 'userId', operationIds: 'operationId', codes: 'code' }),
  })
}

const count = (kind: string, status?: string): string =>
  `count(*) filter (where w.kind = '${kind}'${status === undefined ? '' : ` and w.status = '${status}'`})`
const occurrences = (of: 'count' | 'withheld'): string =>
  `coalesce(sum((select sum((m ->> '${of}')::integer) from jsonb_array_elements(w.medals) m)), 0)::bigint`

const summaryStatement = statement(
  'summarize_event_awards',
  `select count(distinct w.user_id) as "members!", ${count('experience')} as "experience!", ${count('quotaPoints')} as "quota_points!",
     ${occurrences('count')} as "medals!", ${occurrences('withheld')} as "medals_withheld!",
     ${count('rank', 'pending')} as "pending!", ${count('rank', 'succeeded')} as "succeeded!",
     ${count('rank', 'failed')} as "failed!", ${count('rank', 'skipped')} as "skipped!",
     coalesce(json_agg(w.operation_id order by w.user_id) filter (where w.status = 'pending'), '[]') as "pending_operations!"
   from event_award w where w.community_id = :communityId and w.event_id = :eventId`,
  columns<{ readonly pending_operations: readonly string[] }>(),
)

export type SummaryRow = RowOf<typeof summaryStatement>

export async function summarizeAwards(ctx: Ctx, eventId: string): Promise<SummaryRow> {
  return onlyRow(await summaryStatement(ctx.db, { communityId: ctx.community.communityId, eventId }))
}

export interface PointsAward {
  readonly amount: number
  readonly clamped: boolean
  readonly change: number
  readonly auditId: string
}

interface MemberAwards {
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

export interface MedalAward {
  readonly name: string
  readonly count: number
  readonly withheld: number
  readonly code: Schema<'EventMedalRefusal'>
}

const listStatement = statement(
  'list_event_awards',
  cutPage(
    `select w.user_id, a.role, json_object_agg(w.kind, case w.kind
       when 'medals' then json_build_object('medals', w.medals)
       when 'rank' then json_build_object('goal', w.goal, 'operationId', w.operation_id, 'status', w.status, 'code', w.code)
       else json_build_object('amount', w.amount, 'clamped', w.clamped, 'change', w.change, 'auditId', w.audit_id::text) end) as "awards!"
   from event_award w
   -- lateral: with a plain join the planner scanned all attendees of the event for each award
   cross join lateral (select role from event_attendee e
     where e.community_id = :communityId and e.event_id = w.event_id and e.user_id = w.user_id limit 1) a
   where w.community_id = :communityId and w.event_id = :eventId and w.user_id > :afterUserId
   group by w.user_id, a.role order by w.user_id limit :limit`,
    'user_id',
    'octet_length(awards::text)',
  ),
  columns<{ readonly awards: MemberAwards }>(),
)

export type AwardRow = Omit<RowOf<typeof listStatement>, keyof CutRow>

/** By user id; a page ends at PAGE_BYTES. */
export function listAwards(ctx: Ctx, eventId: string, { after, limit }: Page): Promise<(AwardRow & CutRow)[]> {
  const afterUserId = Number(after?.id ?? 0)
  return listStatement(ctx.db, { communityId: ctx.community.communityId, eventId, afterUserId, limit })
}
