// Seeds a deployment of many communities, one of them large. The tests seed few rows and adjust the statistics of the
// planner (`pretend`); `npm run plans` seeds all rows.
import type { Client } from 'pg'

export const bigCommunity = `cmt_${'a'.repeat(20)}`
/** Ids that the hot statements use. */
export const ids = {
  application: `app_${'a'.repeat(20)}`,
  endpoint: `whk_${'a'.repeat(20)}`,
  eventType: `ety_${'a'.repeat(20)}`,
  event: `evt_${'a'.repeat(20)}`,
  /** An account with many rows; `user` has few. */
  busyUser: 1_500,
  user: 1_501,
} as const

/** Enough for indexes to be worthwhile. */
const COMMUNITIES = 2_000
const USERS_FROM = 1_000
/** First position of the audit logs, below those of a new cluster, so that plans do not depend on its age. */
export const FIRST_POSITION = -100_000_000

/** Rows for each member, by table; other tables are seeded for each community. */
export const shares = {
  member: 1,
  application_response: 1,
  audit_entry: 1,
  platform_operation: 0.5,
  platform_operation_history: 0.5,
  idempotency_key: 0.25,
  member_medal: 0.25,
  member_qualification: 0.25,
  blacklist_entry: 0.25,
  warning: 0.25,
  suspension: 0.25,
  event: 0.25,
  event_attendee: 0.25,
  event_award: 0.25,
  notification: 0.25,
  result_message: 0.25,
  reversal: 0.25,
  application: 0.25,
  application_version: 0.25,
  application_template: 0.25,
  password_guess: 0.25,
  webhook_delivery: 0.25,
  webhook_line: 0.25,
  award_batch: 0.25,
  request_key: 0.25,
  rate_window: 0.25,
  rate_log: 0.25,
  account_link: 0.25,
  identity: 1,
  verified_account: 0.25,
  account_restriction: 0.25,
  data_rights_hold: 0.25,
} as const satisfies Readonly<Record<string, number>>

type Seeded = keyof typeof shares

/** Nine of ten rows are of the large community. */
const community = `case when i % 10 <> 3 then '${bigCommunity}'
    else 'cmt_' || ${letters('1 + i / 10 % ((select count(*) from community) - 1)')} end`
const user = `${USERS_FROM} + i`
const ago = `now() - i * interval '1 second'`

/** Twenty characters of the alphabet of ids; 0 is all `a`. */
function letters(number: string): string {
  return `translate(lpad(to_hex((${number})::bigint), 20, '0'), '0123456789abcdef', 'abcdefghijklmnop')`
}
const id = (prefix: string, number = 'i'): string => `'${prefix}_' || ${letters(number)}`

const perCommunity = [
  `insert into subscription (community_id, kind, plan) select community_id, 'subscription', 'pro' from community`,
  `insert into platform_connection (community_id, group_id, credential_kind, credential, owner_user_id)
   select community_id, 1, 'api_key', '', 1 from community`,
  `insert into api_key (community_id, key_id, name, key_hash, scopes, created_at, revoked_at, creator_key_id)
   select community_id, lpad(i::text, 12, '0'), 'k', sha256(community_id::bytea), '{}', ${ago},
     case when i % 50 > 0 then now() end, lpad('1', 12, '0')
   from community, generate_series(1, case community_id when '${bigCommunity}' then 2000 else 5 end) i`,
  `insert into legacy_key (community_id, key_hash) select community_id, sha256(i::text::bytea) from community, generate_series(1, 5) i`,
  `insert into rank (community_id, unique_id, rank_id, name, auto_rank_experience)
   select community_id, 100 + i, i, 'Rank ' || i, case when i % 2 = 0 then i * 1000 end from community, generate_series(1, 20) i`,
  `insert into medal (community_id, medal_id, name) overriding system value
   select community_id, i, 'Medal ' || i from community,
     generate_series(1, case community_id when '${bigCommunity}' then 2000 else 10 end) i`,
  `insert into qualification (community_id, qualification_id, name) overriding system value
   select community_id, i, 'Qualification ' || i from community,
     generate_series(1, case community_id when '${bigCommunity}' then 2000 else 10 end) i`,
  `insert into event_type (community_id, event_type_id, name, created_at)
   select community_id, ${id('ety')}, 'Type ' || i, ${ago} from community, generate_series(0, 19) i`,
  `insert into webhook_endpoint (community_id, webhook_id, url, secret, since)
   select community_id, ${id('whk')}, 'https://example.com', '', ${FIRST_POSITION} from community, generate_series(0, 4) i`,
  `insert into webhook_feed (community_id, position) select community_id, ${FIRST_POSITION} from community`,
  'insert into audit_forgotten (community_id, position, audit_id) select community_id, ' +
    String(FIRST_POSITION) +
    ', 0 from community',
  'insert into dispatch_lane (community_id) select community_id from community',
  `insert into leaderboard_step (community_id, experience, at_or_above, counted_at)
   select community_id, i * 5, (1000 - i) * 1000 + 1, now() from community,
     generate_series(0, case community_id when '${bigCommunity}' then 999 else 0 end) i`,
  'insert into suspension_settings (community_id, rank_unique_id) select community_id, 101 from community',
]

/** The row of each table by its number `i`, which counts from 0. */
const perRow: { readonly [Table in Seeded]: string } = {
  member: `(community_id, user_id, username, experience, rank_unique_id, synced_at)
    select ${community}, ${user}, 'Player_' || i, i % 5000, 100 + i % 20, now()`,
  member_medal: `(community_id, user_id, medal_id, count) select ${community}, ${user}, 1 + i % 20, 1`,
  member_qualification: `(community_id, user_id, qualification_id) select ${community}, ${user}, 1 + i % 20`,
  audit_entry: `(community_id, actor_kind, actor_id, action, user_id, position, at, after)
    select ${community}, 'key', 'seed', (array['member.experience', 'member.quotaPoints', 'member.rank', 'application.update'])[1 + i % 4],
      case when i % 20 = 0 then ${ids.busyUser} else ${user} end, ${FIRST_POSITION} + i, now() - interval '1 day' + i * interval '1 millisecond',
      jsonb_build_object('applicationId', 'app_' || i % 1000)`,
  application: `(community_id, application_id, version, name, description, state, question_count, automatic_grading, created_at)
    select ${community}, ${id('app')}, 1, 'Form', '', 'open', 1, false, ${ago}`,
  application_version: `(community_id, application_id, version, definition) select ${community}, ${id('app')}, 1, '{}'`,
  application_template: `(community_id, template_id, name, definition, created_at)
    select ${community}, ${id('tpl')}, 'Template', '{}', ${ago}`,
  // half of the rows are of one form
  application_response: `(community_id, response_id, application_id, application_version, user_id, status, questions, answers,
      submitted_at, reviewed_at)
    select ${community}, ${id('rsp')}, ${id('app', 'case when i % 2 = 0 then 0 else i % 1000 end')}, 1, ${user},
      case when i % 50 = 0 then 'Pending' else 'Passed' end, '[]', '{}', ${ago}, case when i % 50 = 0 then null else now() end`,
  password_guess: `(community_id, application_id, user_id, failures) select ${community}, ${id('app', 'i % 100')}, ${user}, 1`,
  notification: `(community_id, kind, user_id, payload) select ${community}, 'response.decided', ${user}, '{}'`,
  reversal: `(community_id, reversal_id, dry_run, source, source_id, kinds, state, actor_kind, actor_id, created_at, completed_at)
    select ${community}, ${id('rev')}, i % 2 = 0, 'entry', i::text, '{}', 'finished', 'key', 'seed', ${ago}, ${ago}`,
  result_message: `(community_id, response_id, status) select ${community}, ${id('rsp')}, case when i % 50 = 0 then 'queued' else 'sent' end`,
  platform_operation: `(community_id, operation_id, kind, user_id, status, awaited, urgent, deadline_at, actor_kind, actor_id,
      error_code, completed_at, event_id)
    select ${community}, ${id('op')}, 'rank.set', ${user}, case when i % 100 = 0 then 'queued' else 'failed' end, false, i % 200 = 0,
      now() + interval '1 hour', 'key', 'seed', case when i % 100 = 0 then null else 'seed' end, case when i % 100 = 0 then null else now() - i * interval '1 minute' end,
      case when i % 10 = 0 then ${id('evt', 'i % 1000')} end`,
  platform_operation_history: `(community_id, operation_id, to_status) select ${community}, ${id('op')}, 'queued'`,
  idempotency_key: `(community_id, key, fingerprint, operation_id)
    select ${community}, 'key ' || i, sha256(i::text::bytea), ${id('op')}`,
  blacklist_entry: `(community_id, blacklist_entry_id, user_id, group_id, created_at, lifted_at, expires_at)
    select ${community}, ${id('ble')}, case when i % 10 <> 0 then ${user} end, case when i % 10 = 0 then ${user} end, ${ago},
      case when i % 5 = 0 then now() end, case when i % 5 = 1 then ${ago} + interval '1 hour' end`,
  warning: `(community_id, warning_id, user_id, points, issued_by_kind, issued_by_id, created_at, revoked_at, revoked_by_kind, revoked_by_id, expires_at)
    select ${community}, ${id('wrn')}, ${user}, 1, 'key', 'seed', ${ago}, case when i % 5 = 0 then now() end,
      case when i % 5 = 0 then 'key' end, case when i % 5 = 0 then 'seed' end,
      case when i % 5 = 1 then ${ago} + interval '1 hour' end`,
  suspension: `(community_id, suspension_id, user_id, created_at, ends_at, state, ended_at, outcome)
    select ${community}, ${id('sus')}, ${user}, ${ago}, now() + interval '1 day', case when i % 10 = 0 then 'active' else 'ended' end,
      case when i % 10 = 0 then null else now() end, case when i % 10 = 0 then null else 'kept' end`,
  event: `(community_id, event_id, event_type_id, name, state, starts_at, finished_at, host_user_id)
    select ${community}, ${id('evt')}, ${id('ety', 'i % 20')}, 'Event', case when i % 4 = 0 then 'scheduled' else 'finished' end,
      ${ago}, case when i % 4 = 0 then null else now() end, ${user}`,
  event_attendee: `(community_id, event_id, user_id, role, attendance)
    select ${community}, ${id('evt', 'i / 500')}, ${user}, 'participant', case when i % 4 = 0 then 'registered' else 'present' end`,
  event_award: `(community_id, event_id, user_id, kind, amount, change, audit_id)
    select ${community}, ${id('evt', 'i / 500')}, ${user}, 'experience', 1, 1, i`,
  webhook_delivery: `(community_id, delivery_id, webhook_id, user_id, type, audit_id, body, status, created_at, finished_at)
    select ${community}, ${id('msg')}, ${id('whk', 'i % 5')}, ${user}, 'member.experience', i, '{}',
      case when i % 50 = 0 then 'pending' when i % 50 = 1 then 'parked' else 'delivered' end, ${ago},
      case when i % 50 = 0 then null else now() end`,
  webhook_line: `(community_id, webhook_id, user_id, due_at, last_seq)
    select ${community}, ${id('whk', 'i % 5')}, ${user}, case when i % 50 = 0 then now() else 'infinity' end, i`,
  award_batch: `(community_id, batch_id, fingerprint) select ${community}, 'batch-' || i, sha256(i::text::bytea)`,
  request_key: `(community_id, owner, key, fingerprint, effect)
    select ${community}, 'owner ' || i % 10, sha256(i::text::bytea), sha256(i::text::bytea), '{}'`,
  rate_window: `(bucket, window_start, used) select 'bucket ' || i, 1, 1`,
  rate_log: `(bucket, slot, taken) select 'bucket ' || i, 1, array_fill(0, array[60])`,
  account_link: `(community_id, user_id, chat_user_id, method) select ${community}, ${user}, i, 'key'`,
  identity: `(community_id, domain, id, user_id, username, source, resolved_at, reported_at)
    select ${community}, 'universe-4242', ${user}, ${user}, 'Player_' || i, 'report', now(), ${ago}`,
  verified_account: `(user_id, chat_user_id) select ${user}, i`,
  account_restriction: `(user_id) select ${user}`,
  data_rights_hold: `(user_id) select ${user}`,
}

/**
 * Fills an empty, migrated database without triggers and foreign keys, which needs a superuser.
 * @param members over all communities; the other tables are proportional
 */
export async function seed(client: Client, members: number): Promise<void> {
  // autovacuum would overwrite the adjusted statistics
  for (const table of await ofCommunities(client)) {
    await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  }
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into community (community_id, name)
     select ${id('cmt')}, 'Community ' || i from generate_series(0, $1::int - 1) i`,
    [COMMUNITIES],
  )
  for (const statement of perCommunity) await client.query(statement)
  for (const [table, statement] of Object.entries(perRow)) {
    const rows = Math.round(members * shares[table as Seeded])
    await client.query(`insert into ${table} ${statement} from generate_series(0, ${rows - 1}) i`)
  }
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
  await countAsVisible(client)
}

/** Vacuum and analyze skip pages that the checkpointer is writing. */
async function countAsVisible(client: Client): Promise<void> {
  await client.query(
    `update pg_class set relallvisible = relpages where relkind = 'r' and relnamespace = any ('{public, audit_partition}'::regnamespace[])`,
  )
}

/**
 * Multiplies the row counts of the `shares` tables in the statistics of the planner, and sets the number of
 * communities, which sampling cannot estimate. Holds until the tables are analysed again.
 */
export async function pretend(client: Client, factor: number): Promise<void> {
  for (const table of await ofCommunities(client)) {
    await client.query(`alter table ${table} alter column community_id set (n_distinct = ${COMMUNITIES})`)
    await client.query(`analyze ${table} (community_id)`)
  }
  await scaleRowCounts(client, factor)
}

/** The tables with rows of communities; the partitions of a table in its place. */
async function ofCommunities(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where attname = 'community_id' and relkind = 'r' and relname <> 'community'
       and relnamespace = any ('{public, audit_partition}'::regnamespace[])
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Statistics as if the tables had `factor` times their rows. */
export async function scaleRowCounts(client: Client, factor: number): Promise<void> {
  await countAsVisible(client)
  await client.query(
    `update pg_class set reltuples = reltuples * $1 where relkind in ('r', 'i') and reltuples > 0
       and coalesce((select indrelid from pg_index where indexrelid = pg_class.oid), oid) in (
         select coalesce(inhrelid, named) from unnest($2::regclass[]) named left join pg_inherits on inhparent = named)`,
    [factor, Object.keys(shares)],
  )
}
