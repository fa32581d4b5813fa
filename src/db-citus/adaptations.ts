// What else a distributed database needs, after its tables are placed.
import type { ClientBase } from 'pg'
import { placedTables } from '../db/tables'

export interface Step {
  /** Shown, such as `distribute member (about 1200 rows)`. */
  readonly name: string
  /** Run in one transaction. */
  readonly statements: readonly string[]
}

/** @returns the steps that are left */
export async function planAdaptations(client: ClientBase): Promise<Step[]> {
  return [
    ...(await planCompilation(client)),
    ...(await planPositions(client)),
    ...(await planDeferredKeys(client)),
    ...(await planManagedTable(client)),
    ...(await planCalls(client)),
    ...(await planTwoPhases(client)),
  ]
}

/**
 * PostgreSQL overestimates what a statement of Citus reads from other nodes, and would compile it: 0.4 s more for an
 * award.
 */
async function planCompilation(client: ClientBase): Promise<Step[]> {
  const isOff = `select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database() and s.setrole = 0 and 'jit=off' = any (s.setconfig)`
  const { rows } = await client.query<{ done: boolean }>(
    `select bool_and(success and result <> '0') as done from run_command_on_all_nodes($1)`,
    [isOff],
  )
  if (rows[0]?.done === true) return []
  // Citus repeats it on every node
  const everywhere = `do $$ begin execute format('alter database %I set jit to off', current_database()); end $$`
  return [{ name: 'turn JIT compilation off on every node', statements: [everywhere] }]
}

/** A position of the audit log is a transaction id of the node that stores the entry, as is the end of the feed. */
async function planPositions(client: ClientBase): Promise<Step[]> {
  if ((await tablesWithTrigger(client, 'audit_entry_position')).has('audit_entry')) return []
  const sql = `create trigger audit_entry_position before insert on audit_entry for each row execute function set_audit_position()`
  return [{ name: 'assign the positions of the audit log on the nodes', statements: [sql] }]
}

/** Citus runs the CTEs of a statement one after another, so a key may be inserted before its rank change. */
async function planDeferredKeys(client: ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint
     where conrelid = 'idempotency_key'::regclass and confrelid = 'platform_operation'::regclass and not condeferred`,
  )
  return rows.map(({ name }) => ({
    name: `check the foreign key ${name} at the end of a transaction`,
    statements: [`alter table idempotency_key alter constraint "${name}" deferrable initially deferred`],
  }))
}

async function planManagedTable(client: ClientBase): Promise<Step[]> {
  const { rows } = await client.query(`select from pg_dist_partition where logicalrelid = 'audit_history'::regclass`)
  if (rows.length > 0) return []
  return [{ name: 'manage audit_history', statements: [`select citus_add_local_table_to_metadata('audit_history')`] }]
}

/** Functions that run whole on the node of their community, whose id is the parameter `community`. */
export const calledOnNode: readonly string[] = ['change_points']

async function planCalls(client: ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; signature: string }>(
    `select proname as name, p.oid::regprocedure::text as signature from pg_proc p
     left join pg_catalog.pg_dist_object o on o.classid = 'pg_proc'::regclass and o.objid = p.oid
     where pronamespace = 'public'::regnamespace and proname = any ($1) and o.distribution_argument_index is null`,
    [calledOnNode],
  )
  return rows.map(({ name, signature }) => ({
    name: `call ${name} on the node of the community`,
    statements: [`select create_distributed_function('${signature}', 'community', colocate_with => 'member')`],
  }))
}

async function planTwoPhases(client: ClientBase): Promise<Step[]> {
  const name = 'commit_in_two_phases'
  const done = await tablesWithTrigger(client, name)
  const local = placedTables('local')
  const tables = [...local.map((table) => [table, 'insert or update or delete'] as const), [jobs, 'insert'] as const]
  return tables
    .filter(([table]) => !done.has(table))
    .map(([table, events]) => ({
      name: `commit changes of ${table} together with those on the nodes`,
      statements: [`create trigger ${name} before ${events} on ${table} for each statement execute function ${name}()`],
    }))
}

const jobs = 'graphile_worker._private_jobs'

async function tablesWithTrigger(client: ClientBase, name: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ table: string }>(
    `select tgrelid::regclass::text as table from pg_trigger where tgname = $1`,
    [name],
  )
  return new Set(rows.map(({ table }) => table))
}
