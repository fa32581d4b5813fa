// Keeps the feed's order across clusters, which have transaction ids of their own (sql/functions/audit_position.sql).
import type { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../base/errors'
import { isDistributed } from '../db/distributed'
import { isForbidden, isLockConflict } from '../db/errors'

/** More than the transaction ids of any cluster, so that no cursor is ahead. */
const LEAP = 2 ** 40

/**
 * Moves new positions behind all existing ones after a restore or promotion. The caller holds the migration lock.
 */
async function keepAuditOrder(client: Client, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('audit_history') is not null as exists`)
  if (!rows[0]?.exists) return
  const history = await readHistory(client)
  if (history === 'unreachable') return log(unreachable)
  if (await isInOrder(client, history)) return
  await client.query('begin')
  try {
    // waits for writers; later ones see the new offset
    await client.query('lock table audit_entry in access exclusive mode')
    if (!(await isInOrder(client, history))) await leap(client, history, log)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Reads no entries where the cluster is known: entries of another one come with the history of that one. */
async function isAuditInOrder(client: Client, log: (message: string) => void): Promise<boolean> {
  const history = await readHistory(client)
  if (history === null) return isInOrder(client, history)
  if (history !== 'unreachable') return isRecorded(client, history)
  log(unreachable)
  return true
}

const unreachable = 'a node of the cluster cannot be reached: the order of the audit log is checked at the next start'

/** System identifier and timeline. */
const historySql = `system_identifier || ' ' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`

/**
 * On Citus: of all nodes, and the place of each shard.
 * @returns null: not permitted; `unreachable`: a node is down, as it may be while servers run
 */
async function readHistory(client: Client): Promise<string | null> {
  try {
    const { rows } = await client.query<{ history: string }>(`select ${historySql} as history from pg_control_system()`)
    const own = rows[0]?.history ?? null
    if (own === null || !(await isDistributed(client))) return own
    const nodes = await readNodes(client)
    return nodes === null ? 'unreachable' : `${own} ${nodes}`
  } catch (error) {
    if (isForbidden(error)) return null
    throw error
  }
}

/** Null: a node cannot be reached. */
async function readNodes(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ digest: string; reached: boolean }>(
    `select coalesce(bool_and(success or result like '%permission denied%'), true) as reached,
       md5(coalesce(string_agg(result, ',' order by nodename, nodeport), '')
         || coalesce((select string_agg(shardid || ':' || groupid, ',' order by shardid) from pg_dist_placement), '')) as digest
     from run_command_on_workers($1)`,
    [`select ${historySql} from pg_control_system()`],
  )
  return rows[0]?.reached === true ? rows[0].digest : null
}

async function isRecorded(client: Client, history: string): Promise<boolean> {
  const { rows } = await client.query('select from audit_history h where h.history = $1', [history])
  return rows.length > 0
}

/** The cluster is the recorded one, and no entry has a position that is still to be assigned. */
async function isInOrder(client: Client, history: string | null): Promise<boolean> {
  const { rows } = await client.query('select from list_communities_ahead() limit 1')
  return rows.length === 0 && (history === null || (await isRecorded(client, history)))
}

async function leap(client: Client, history: string | null, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ last: string | null; first: boolean }>(`
    select max(position) as last, not exists (select from audit_history) as first
    from list_last_positions() as last (position)`)
  const row = rows[0]
  if (!row) throw new Error('PostgreSQL returned no row for the last position of the audit log')
  await client.query(
    `insert into audit_history (history) select $1 where $1::text is not null
     on conflict (only_row) do update set history = excluded.history`,
    [history],
  )
  // first start: entries are of this cluster
  if (row.last === null || (row.first && (await isInOrder(client, history)))) return
  const last = BigInt(row.last)
  await moveBehind(client, last > 0n ? last : 0n)
  log('the database was moved to another cluster: new audit entries are ordered after the existing ones')
}

const setOffset = async (client: Client, offset: bigint): Promise<void> =>
  void (await client.query(
    `create or replace function audit_offset() returns bigint language sql stable as 'select ${offset}::bigint'`,
  ))

/**
 * Moves new positions behind `position`, which is of another database; rows of that database may be stored already. The
 * transaction of the caller then blocks all use of the audit log.
 * @throws StartError while a long transaction uses the log
 */
export async function placeAuditAfter(client: Client, position: bigint): Promise<void> {
  const isBehind = async (): Promise<boolean> => {
    const { rows } = await client.query<{ behind: boolean }>('select audit_end() <= $1::bigint as behind', [position])
    return rows[0]?.behind === true
  }
  if (!(await isBehind())) return
  await lockWithPauses(client)
  if (await isBehind()) await moveBehind(client, position)
}

const LOCK_TIMEOUT_MS = 500
/** With the pauses, at most 40 seconds. */
const ATTEMPTS = 40

/** Others wait behind this transaction no longer than the timeout. */
async function lockWithPauses(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query(`savepoint audit_lock; set local lock_timeout to ${LOCK_TIMEOUT_MS}`)
    try {
      await client.query('lock table audit_entry in access exclusive mode')
      return void (await client.query('set local lock_timeout to 0'))
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (attempt === ATTEMPTS) throw inUse(error)
      await client.query('rollback to savepoint audit_lock')
      await sleep(LOCK_TIMEOUT_MS)
    }
  }
}

const inUse = (cause: unknown): StartError =>
  new StartError(
    'A long transaction uses the audit log, such as a backup. Nothing was changed; repeat the command when it has ended.',
    { cause },
  )

/** Begins a partition behind a position, or moves the offset alone where the log is not rolled over. */
async function moveBehind(client: Client, position: bigint): Promise<void> {
  const { rows } = await client.query<{ rolled: boolean; end: string }>(
    `select exists (select from list_audit_partitions()) as rolled, pg_snapshot_xmax(pg_current_snapshot())::text as end`,
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row for the end of the audit log')
  const beyond = position + BigInt(LEAP)
  if (row.rolled) await client.query('select roll_audit_partition(current_date, $1)', [beyond])
  else await setOffset(client, beyond + 2n - BigInt(row.end))
}

export const auditOrder = { isDone: isAuditInOrder, run: keepAuditOrder }
