// SQL across every community that erases an account whole, its id included: one list of what is done to each table.
import { CompiledQuery, sql } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Db } from '../../context'
import { eraseFromBatches, setLongestLock } from '../queries'

/** Views, `live_…`, show rows of tables. */
type Table = Exclude<keyof DB, `live_${string}`>

/**
 * What becomes of a table: a statement on the account $1, or why there is nothing of an account in it. `trail`: nobody else
 * locks its rows and then wants another's.
 */
type Erasure = { readonly statement: string; readonly trail?: true } | { readonly because: string }

const run = (statement: string): Erasure => ({ statement })
/** A function of the trail's owner that returns the number of rows. */
const inTrail = (name: string): Erasure => ({ statement: `select ${name}($1) as erased`, trail: true })
const rowsOfAccount = (table: string): Erasure => run(`delete from ${table} where user_id = $1`)
const nothing = (because: string): Erasure => ({ because })

/**
 * Every table of the database, in the order in which its rows go: those that refer to others first. A new table does not
 * compile until it is here. One with a `user_id` almost always wants `rowsOfAccount`; a trail that must go on keeps its row
 * and forgets whom it was about; what is deleted with another table by its foreign key says so.
 */
export const erasures: { readonly [Name in Table]: Erasure } = {
  // standing
  verified_account: rowsOfAccount('verified_account'),
  account_restriction: rowsOfAccount('account_restriction'),
  password_guess: rowsOfAccount('password_guess'),
  blacklist_entry: rowsOfAccount('blacklist_entry'),
  warning: rowsOfAccount('warning'),
  suspension: rowsOfAccount('suspension'),
  // applications
  result_message: run(`delete from result_message m using application_response r
    where r.community_id = m.community_id and r.response_id = m.response_id and r.user_id = $1`),
  notification: rowsOfAccount('notification'),
  application_response: rowsOfAccount('application_response'),
  // rank changes: a worker that has one in hand finds that it is no longer its own
  platform_operation: rowsOfAccount('platform_operation'),
  platform_operation_history: nothing('goes with platform_operation'),
  idempotency_key: nothing('goes with platform_operation'),
  // what others were told, and what a batch did to others stays
  webhook_delivery: rowsOfAccount('webhook_delivery'),
  webhook_line: rowsOfAccount('webhook_line'),
  award_batch: run(eraseFromBatches),
  // events: that there were so many stays; a cancelled one's reason may speak of its host
  event: run(`update event e set
      attendee_count = e.attendee_count - (e.state in ('scheduled', 'active') and exists (select from event_attendee a
        where a.community_id = e.community_id and a.event_id = e.event_id and a.user_id = $1))::integer,
      cancel_reason = case when e.host_user_id = $1 then null else e.cancel_reason end,
      host_user_id = nullif(e.host_user_id, $1)
    where e.host_user_id = $1 or (e.community_id, e.event_id) in
      (select a.community_id, a.event_id from event_attendee a where a.user_id = $1)`),
  event_award: rowsOfAccount('event_award'),
  event_attendee: rowsOfAccount('event_attendee'),
  // the member
  member_medal: rowsOfAccount('member_medal'),
  member_qualification: rowsOfAccount('member_qualification'),
  member: rowsOfAccount('member'),
  // whose credential a community's connection uses: what the platform allows is counted for the community alone then
  platform_connection: run(`update platform_connection set owner_user_id = null where owner_user_id = $1`),
  platform_budget: run(`delete from platform_budget where owner = 'key ' || $1::text`),
  // trails: that something was done, by whom and when
  audit_entry: inTrail('erase_audit_account'),
  account_audit_entry: inTrail('erase_account_audit_account'),
  data_rights_hold: rowsOfAccount('data_rights_hold'),
  erasure_request: nothing('closed with the counts, when all else is done'),
  // what a community or the deployment is made of
  community: nothing('settings of a community'),
  subscription: nothing('what a community has bought'),
  plan: nothing('what is sold'),
  community_storage: nothing('how much a community stores'),
  api_key: nothing('keys of a community'),
  legacy_key: nothing('keys of a community'),
  rank: nothing('roles of a group'),
  medal: nothing('what may be awarded'),
  qualification: nothing('what may be awarded'),
  application: nothing('forms'),
  application_version: nothing('forms'),
  application_template: nothing('forms'),
  dispatch_lane: nothing('turns of communities'),
  dispatch_switch: nothing('a switch of the deployment'),
  worker_process: nothing('processes of the deployment'),
  rate_window: nothing('requests counted by key and address'),
  rate_log: nothing('times of requests by key'),
  event_type: nothing('what a community does'),
  suspension_settings: nothing('settings of a community'),
  webhook_endpoint: nothing('addresses of a community'),
  webhook_feed: nothing('how far a trail was told'),
  audit_history: nothing('the order of the trails'),
  audit_seal: nothing('hashes of entries; the erasure of an entry takes the random bits of its hash'),
  audit_redaction: nothing('which entries were erased, and hashes of what is left'),
  audit_forgotten: nothing('where the trails begin'),
  platform_operation_transition: nothing('a rule'),
  event_transition: nothing('a rule'),
  suspension_transition: nothing('a rule'),
  erasure_digest_key: nothing('keys of digests; no account'),
  schema_migration: nothing('what was migrated'),
}

/** Jobs that name the account: what they were to do is about nobody any more. */
const jobsOfAccount = `delete from graphile_worker._private_jobs where audit_names(payload::jsonb, $1)`

/** Rows erased, by table; tables without any are left out. */
export type ErasedRows = Readonly<Record<string, number>>

/**
 * Erases everything kept about the account. Call it in a transaction that gives way (../giving-way.ts): what is at work on
 * the account's rows is waited for, and what comes after finds nothing.
 */
export async function eraseEverywhere(db: Db, userId: number): Promise<ErasedRows> {
  await lockRows(db, userId)
  await db.executeQuery(CompiledQuery.raw(jobsOfAccount, [userId]))
  const erased: Record<string, number> = {}
  for (const [table, erasure] of Object.entries(erasures)) {
    if (!('statement' in erasure)) continue
    if (erasure.trail) await setLongestLock(db, 0)
    const { numAffectedRows, rows } = await db.executeQuery<{ erased?: number }>(
      CompiledQuery.raw(erasure.statement, [userId]),
    )
    const count = erasure.trail ? (rows[0]?.erased ?? 0) : Number(numAffectedRows ?? 0n)
    if (count > 0) erased[table] = count
  }
  return erased
}

/**
 * Waits for whoever changes the account now, in the order in which they lock: an award locks the member before it inserts
 * what refers to it, and what was inserted meanwhile is seen by the statements after this one.
 */
async function lockRows(db: Db, userId: number): Promise<void> {
  // trails are long, and an entry may name the account deep inside: this transaction alone may take its time. It is also
  // the only one that may touch events which have ended (sql/0013_events.sql).
  await sql`select set_config('statement_timeout', '600000', true), set_config('community.erasing', 'on', true)`.execute(
    db,
  )
  for (const table of ['application_response', 'platform_operation', 'member'] as const) {
    await sql`select from ${sql.table(table)} where user_id = ${userId} order by community_id for update`.execute(db)
  }
}
