// SQL on the ids of accounts in the domains of the platform.
import { sql, type NotNull } from 'kysely'
import { auditInsert } from '../audit/entry'
import { actorParameters, type Ctx, type Db } from '../context'
import { columns, columnsOf, integers, statement, unnestParams } from '../db/statements'
import type { IdentitySource, Report, ReportOutcome } from './rules'
import { own } from '../db/own'

const shown = [
  'domain',
  'id',
  'user_id',
  'username',
  'display_name',
  'source',
  'reported_at',
  'resolved_at',
  'conflict_at',
] as const

export type IdentityRow = NonNullable<Awaited<ReturnType<typeof findIdentity>>>

export async function findIdentity(ctx: Ctx, domain: string, id: number) {
  const row = await own(ctx)
    .selectFrom('identity')
    .select(shown)
    .where('domain', '=', domain)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

const MAX_LISTED = 100

export function listIdentitiesOf(ctx: Ctx, userId: number): Promise<IdentityRow[]> {
  return own(ctx)
    .selectFrom('identity')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('reported_at', 'desc')
    .orderBy('domain')
    .limit(MAX_LISTED)
    .execute()
}

/** A name belongs to the newest of members and reports, if that is fresh or has this id as well. */
const namedAccount = `select n.user_id from (
    (select user_id, coalesce(named_at, synced_at) as at from member
     where community_id = :communityId and lower(username) = lower(k.username)
     order by coalesce(named_at, synced_at) desc nulls last limit 1)
    union all
    (select user_id, reported_at from identity
     where community_id = :communityId and lower(username) = lower(k.username) and user_id is not null
     order by reported_at desc limit 1)
    order by at desc nulls last limit 1) n
  where n.at > now() - make_interval(secs => :freshSeconds::int) or n.user_id = k.id`

const reportStatement = statement(
  'report_identities',
  {
    // an id that another transaction writes at the same time has no row in `stored`, and is reported again
    ctes: `with reported as (
        select * from ${unnestParams(':ids::bigint[]', ':usernames?::text[]', ':displayNames?::text[]', ':accounts?::bigint[]')}
          with ordinality as r (id, username, display_name, account, nth)
      ), known as (
        select r.*, i.id is not null as is_known, i.user_id as held, i.conflict_at, i.conflict_user_id,
          (i.username, i.display_name) is distinct from (r.username, r.display_name)
            or i.reported_at < now() - interval '1 hour' as is_old
        from reported r left join identity i on i.community_id = :communityId and i.domain = :domain and i.id = r.id
      ), found as (
        select k.*, coalesce(k.held, k.account, named.user_id) as candidate
        from known k left join lateral (${namedAccount}) named on k.held is null and k.account is null
      ), decided as (
        select f.*, case
          when f.held is not null then case when f.account <> f.held then 'conflict' else 'unchanged' end
          when f.candidate is null then 'pending'
          when row_number() over (partition by f.held is null, f.candidate order by f.nth) > 1 or exists (
            select from identity o
            where o.community_id = :communityId and o.domain = :domain and o.user_id = f.candidate) then 'conflict'
          else 'resolved' end as outcome
        from found f
      ), wanted as (
        select d.*, case when outcome = 'resolved' then candidate else held end as user_id,
          case when outcome = 'conflict' and held is null then candidate end as claimed,
          outcome = 'conflict' and (d.conflict_at is null or (held is null and d.conflict_user_id is distinct from candidate)) as is_new_conflict,
          case when outcome = 'resolved' and account is null then 'name' else :source end as found_by, now() as at
        from decided d
      ), created as (
        insert into identity (community_id, domain, id, user_id, conflict_user_id, conflict_at, username, display_name, source, resolved_at)
        select :communityId, :domain, id, user_id, claimed, case when outcome = 'conflict' then at end, username, display_name,
          found_by, case when user_id is not null then at end
        from wanted where not is_known order by id
        on conflict do nothing
        returning id, source, reported_at, resolved_at, conflict_at
      ), changed as (
        update identity i set user_id = w.user_id, username = coalesce(w.username, i.username),
          display_name = coalesce(w.display_name, i.display_name), reported_at = w.at,
          source = case when w.outcome = 'resolved' then w.found_by else i.source end,
          resolved_at = case when w.outcome = 'resolved' then w.at else i.resolved_at end,
          conflict_user_id = w.claimed,
          conflict_at = case when w.is_new_conflict then w.at when w.outcome = 'resolved' then null else i.conflict_at end
        from wanted w
        where i.community_id = :communityId and i.domain = :domain and i.id = w.id and w.is_known
          and (w.is_old or w.outcome = 'resolved' or w.is_new_conflict)
          and i.user_id is not distinct from w.held
        returning i.id, i.source, i.reported_at, i.resolved_at, i.conflict_at
      ), stored as (
        select * from created union all select * from changed
      ), audited as (
        ${auditInsert(
          {
            action: 'identity.resolve',
            userId: 'w.user_id',
            after: `jsonb_build_object('domain', :domain::text, 'id', w.id::text, 'source', s.source)`,
            from: `wanted w join stored s on s.id = w.id where w.outcome = 'resolved'`,
          },
          {
            action: 'identity.conflict',
            userId: 'w.candidate',
            after: `jsonb_build_object('domain', :domain::text, 'id', w.id::text)`,
            from: 'wanted w join stored s on s.id = w.id where w.is_new_conflict',
          },
        )}
        returning audit_id, action, after ->> 'id' as id
      )`,
    select: `select w.id as "id!", w.outcome as "outcome!", w.user_id, w.held is not null as "was_known!", a.audit_id,
        s.id is not null or (w.is_known and not w.is_old and w.outcome <> 'resolved' and not w.is_new_conflict) as "is_done!"
      from wanted w left join stored s on s.id = w.id left join audited a on a.id = w.id::text
      order by w.nth`,
    times: [],
  },
  columns<{ readonly outcome: ReportOutcome }>(),
)

/**
 * One statement stores the reports and finds their accounts in this database.
 * @param reports of different ids
 * @returns in the order of the reports. `is_done` is false where another transaction wrote the id at the same time.
 */
export function storeReports(
  ctx: Ctx,
  domain: string,
  reports: readonly Report[],
  source: IdentitySource,
): ReturnType<typeof reportStatement> {
  const { ids, ...texts } = columnsOf(reports, {
    ids: 'id',
    usernames: 'username',
    displayNames: 'displayName',
    accounts: 'account',
  })
  return reportStatement(ctx.db, {
    communityId: ctx.community.communityId,
    domain,
    source,
    ...texts,
    ids: integers(ids),
    freshSeconds: ctx.settings.profileStalenessSeconds,
    ...actorParameters(ctx),
  })
}

const resolveStatement = statement(
  'resolve_ids',
  `select i.id, i.user_id as "user_id!" from ${unnestParams(':ids::bigint[]')} as asked (id) cross join lateral (
     select id, user_id from identity
     where community_id = :communityId and domain = :domain and id = asked.id and user_id is not null limit 1) i`,
)

/** Unknown ids are missing. */
export async function resolveIds(db: Db, communityId: string, domain: string, ids: readonly number[]) {
  const rows = await resolveStatement(db, { communityId, domain, ids: integers(ids) })
  return new Map(rows.map((row) => [row.id, row.user_id]))
}

/** Accounts without an id are missing. */
export async function findIdsOf(db: Db, communityId: string, domain: string, accounts: readonly number[]) {
  const rows = await db
    .selectFrom('identity')
    .select(['id', 'user_id'])
    .where('community_id', '=', communityId)
    .where('domain', '=', domain)
    .where('user_id', '=', sql<number>`any(${accounts}::bigint[])`)
    .$narrowType<{ user_id: NotNull }>()
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.id]))
}
