// The order of the audit feed across clusters: entries are placed by the transaction that wrote them, and every cluster counts
// its own transactions (sql/0009, 0014).
import { DatabaseError, type Client } from 'pg'

/** Added when the history changed: more than any cluster's transactions, so that no reader's cursor is ahead of what comes. */
const LEAP = 2 ** 40

/**
 * Moves the places of new audit entries behind those of all old ones, where the database was restored into another cluster or
 * another one took over. Costs a look at the last entry of each community; to be called under the migration lock.
 * A database that has no audit trail yet is left alone.
 */
async function keepAuditOrder(client: Client, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('audit_history') is not null as exists`)
  if (!rows[0]?.exists) return
  const history = await readHistory(client)
  if (await isInOrder(client, history)) return
  await client.query('begin')
  try {
    // whoever writes an entry now ends first, and who comes later plans anew and finds the new offset
    await client.query('lock table audit_entry in share row exclusive mode')
    if (!(await isInOrder(client, history))) await leap(client, history, log)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Whether the places of new entries come after those of all old ones: there is nothing to do for `keepAuditOrder`. */
async function isAuditInOrder(client: Client): Promise<boolean> {
  return isInOrder(client, await readHistory(client))
}

/** Which cluster counts, and after which take-over; null where the role may not ask. */
async function readHistory(client: Client): Promise<string | null> {
  try {
    const { rows } = await client.query<{ history: string }>(`
      select system_identifier || ' ' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as history
      from pg_control_system()`)
    return rows[0]?.history ?? null
  } catch (error) {
    const insufficientPrivilege = '42501'
    if (error instanceof DatabaseError && error.code === insufficientPrivilege) return null
    throw error
  }
}

/** The last entry of each community's trail, one step into the primary key each. */
const lastEntries = `community c cross join lateral (
  select e.position from audit_entry e where e.community_id = c.community_id
  order by e.position desc, e.audit_id desc limit 1) last`

/** The history is the one known, and no entry stands where new ones are still to come. */
async function isInOrder(client: Client, history: string | null): Promise<boolean> {
  const { rows } = await client.query<{ in_order: boolean }>(
    `select not exists (select from ${lastEntries} where last.position >= audit_end())
       and ($1::text is null or exists (select from audit_history h where h.history = $1)) as in_order`,
    [history],
  )
  return rows[0]?.in_order === true
}

async function leap(client: Client, history: string | null, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ last: string | null; first: boolean; beyond: string }>(`
    select max(position) as last, not exists (select from audit_history) as first,
      (greatest(max(position), 0) + 2 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint)::text as beyond
    from ${lastEntries}`)
  const row = rows[0]
  if (!row) throw new Error('the audit trail does not tell its last place')
  await client.query(
    `insert into audit_history (history) select $1 where $1::text is not null
     on conflict (only_row) do update set history = excluded.history`,
    [history],
  )
  // a first start: the entries there are were placed here
  if (row.last === null || (row.first && (await isInOrder(client, history)))) return
  const offset = BigInt(row.beyond) + BigInt(LEAP)
  await client.query(
    `create or replace function audit_offset() returns bigint language sql stable as 'select ${offset}::bigint'`,
  )
  log('the database has come to another cluster: new entries of the audit trail are placed after the old ones')
}

/** Checks and keeps the order at the start, and after a restore. */
export const auditOrder = { isDone: isAuditInOrder, run: keepAuditOrder }
