// SQL of a full erasure, its id included: one list with an entry for each table.
import { CompiledQuery, sql } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Db } from '../../context'
import { setTimeoutOf } from '../../db/session'
import { eraseIdentities, eraseLinkCodes } from '../account-rows/queries'
import { eraseFromBatches, eraseReplies } from '../queries'

type Table = Exclude<keyof DB, `live_${string}`>

/**
 * A statement with the account as $1, or why there is none. `audit`: writers only append, so a lock wait cannot deadlock.
 * `account`: the column that shows that there is data about an account.
 */
type Erasure =
  { readonly statement: string; readonly audit?: true; readonly account?: string } | { readonly because: string }

const run = (statement: string, account?: string): Erasure => ({ statement, ...(account ? { account } : {}) })
/** A security definer function that returns the number of rows. */
const auditFunction = (name: string): Erasure => ({ statement: `select ${name}($1) as erased`, audit: true })
const rowsOfAccount = (table: string): Erasure => run(`delete from ${table} where user_id = $1`, 'user_id')
const nothing = (because: string): Erasure => ({ because })

/** Every table in the order of erasure: referencing tables first. A new table must be added here to compile. */
export const erasures: { readonly [Name in Table]: Erasure } = {
  // before the member, whose name it reads
  identity: run(eraseIdentities, 'user_id'),
  link_code: run(eraseLinkCodes),
  account_link: rowsOfAccount('account_link'),
  verified_account: rowsOfAccount('verified_account'),
  link_attempt: nothing('keyed hashes, for 15 minutes'),
  account_restriction: rowsOfAccount('account_restriction'),
  password_guess: rowsOfAccount('password_guess'),
  blacklist_entry: rowsOfAccount('blacklist_entry'),
  warning: rowsOfAccount('warning'),
  suspension: rowsOfAccount('suspension'),
  result_message: run(`delete from result_message m using application_response r
    where r.community_id = m.community_id and r.response_id = m.response_id and r.user_id = $1`),
  notification: rowsOfAccount('notification'),
  application_response: rowsOfAccount('application_response'),
  // rank changes: a worker that executes one finds that its lease is lost
  platform_operation: rowsOfAccount('platform_operation'),
  platform_operation_history: nothing('goes with platform_operation'),
  idempotency_key: nothing('goes with platform_operation'),
  // messages to others and the effects of a batch on others stay
  webhook_delivery: rowsOfAccount('webhook_delivery'),
  webhook_line: rowsOfAccount('webhook_line'),
  award_batch: run(eraseFromBatches),
  // the key of the request stays
  request_key: run(eraseReplies),
  // events: the counts stay; the reason of a cancelled one may be about its host
  event: run(
    `update event e set
      attendee_count = e.attendee_count - (e.state in ('scheduled', 'active') and exists (select from event_attendee a
        where a.community_id = e.community_id and a.event_id = e.event_id and a.user_id = $1))::integer,
      cancel_reason = case when e.host_user_id = $1 then null else e.cancel_reason end,
      host_user_id = nullif(e.host_user_id, $1)
    where e.host_user_id = $1 or (e.community_id, e.event_id) in
      (select a.community_id, a.event_id from event_attendee a where a.user_id = $1)`,
    'host_user_id',
  ),
  event_award: rowsOfAccount('event_award'),
  event_attendee: rowsOfAccount('event_attendee'),
  member_medal: rowsOfAccount('member_medal'),
  member_qualification: rowsOfAccount('member_qualification'),
  member: rowsOfAccount('member'),
  // the owner of a community's credential: the platform's limits are then counted per community
  platform_connection: run(
    `update platform_connection set owner_user_id = null where owner_user_id = $1`,
    'owner_user_id',
  ),
  platform_budget: run(`delete from platform_budget where owner = 'key ' || $1::text`),
  // audit logs: action, actor and time stay
  audit_entry: { ...auditFunction('erase_audit_account'), account: 'user_id' },
  account_audit_entry: auditFunction('erase_account_audit_account'),
  data_rights_hold: rowsOfAccount('data_rights_hold'),
  erasure_request: nothing('completed with the counts, after everything else'),
  community: nothing('settings of a community'),
  subscription: nothing('plans of a community'),
  plan: nothing('plans'),
  community_storage: nothing('storage use of a community'),
  api_key: nothing('keys of a community'),
  legacy_key: nothing('keys of a community'),
  rank: nothing('roles of a group'),
  medal: nothing('definitions'),
  qualification: nothing('definitions'),
  application: nothing('forms'),
  application_version: nothing('forms'),
  application_template: nothing('forms'),

  dispatch_lane: nothing('scheduling of communities'),
  leaderboard_step: nothing('counts of experience, without accounts'),
  dispatch_switch: nothing('a switch of the deployment'),
  name_step: nothing('the health of steps, without names'),
  worker_process: nothing('processes of the deployment'),
  rate_window: nothing('requests counted by key and address'),
  rate_log: nothing('times of requests by key'),
  event_type: nothing('definitions'),
  suspension_settings: nothing('settings of a community'),
  webhook_endpoint: nothing('endpoints of a community'),
  webhook_feed: nothing('cursors in the audit log'),
  audit_history: nothing('the cluster that the positions belong to'),
  audit_seal: nothing('hashes of entries; erasing an entry removes the salt of its hash'),
  audit_head: nothing('the hash of the newest seal'),
  audit_redaction: nothing('ids of erased entries, and hashes of what is left'),
  audit_forgotten: nothing('the start of each audit log after retention'),
  platform_operation_transition: nothing('a rule'),
  event_transition: nothing('a rule'),
  suspension_transition: nothing('a rule'),
  encryption_key: nothing('ids of encryption keys; no account'),
  erasure_digest_key: nothing('keys of digests; no account'),
  schema_function: nothing('applied functions'),
  schema_migration: nothing('applied migrations'),
}

/** Queued jobs whose payload names the account. */
const jobsOfAccount = `delete from graphile_worker._private_jobs where audit_names(payload::jsonb, $1)`

/** By table; without zeros. */
export type ErasedRows = Readonly<Record<string, number>>

/** Call it in a transaction of `retryOnLockTimeout`. */
export async function eraseEverywhere(db: Db, userId: number): Promise<ErasedRows> {
  await lockRows(db, userId)
  await db.executeQuery(CompiledQuery.raw(jobsOfAccount, [userId]))
  const erased: Record<string, number> = {}
  for (const [table, erasure] of Object.entries(erasures)) {
    if (!('statement' in erasure)) continue
    if (erasure.audit) await setTimeoutOf(db, 'lock_timeout', 0)
    const { numAffectedRows, rows } = await db.executeQuery<{ erased?: number }>(
      CompiledQuery.raw(erasure.statement, [userId]),
    )
    const count = erasure.audit ? (rows[0]?.erased ?? 0) : Number(numAffectedRows ?? 0n)
    if (count > 0) erased[table] = count
  }
  return erased
}

/** Those of the accounts that have data. An account's own audit log does not count: it has the commands of the operator. */
export async function findAccountsWithData(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const [table, erasure] of Object.entries(erasures)) {
    const open = userIds.filter((userId) => !found.has(userId))
    if (open.length === 0) break
    if (!('statement' in erasure) || erasure.account === undefined) continue
    const column = erasure.account
    const { rows } = await db.executeQuery<{ user_id: number }>(
      CompiledQuery.raw(`select distinct ${column} as user_id from ${table} where ${column} = any($1::bigint[])`, [
        open,
      ]),
    )
    for (const { user_id } of rows) found.add(user_id)
  }
  return found
}

/** In the order of other writers: an award locks the member before it inserts rows that refer to it. */
async function lockRows(db: Db, userId: number): Promise<void> {
  // audit logs are long; `community.erasing` permits changes of events that have ended (sql/0013_events.sql)
  await sql`set local statement_timeout to 600000`.execute(db)
  // to the nodes of the rows
  await sql`set local citus.propagate_set_commands to 'local'`.execute(db)
  await sql`set local community.erasing to 'on'`.execute(db)
  const { dynamic } = db
  for (const table of ['application_response', 'platform_operation', 'member'] as const) {
    const communities = await db
      .selectFrom(dynamic.table(table).as('own'))
      .select(sql<string>`own.community_id`.as('community_id'))
      .distinct()
      .where('own.user_id', '=', userId)
      .orderBy('community_id')
      .execute()
    for (const { community_id: communityId } of communities) {
      await db
        .selectFrom(dynamic.table(table).as('own'))
        .where('own.community_id', '=', communityId)
        .where('own.user_id', '=', userId)
        .forUpdate()
        .execute()
    }
  }
}
