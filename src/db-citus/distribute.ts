// Distributes a migrated database over the nodes of a Citus cluster. The catalogue tells what is done, so that an
// interrupted run continues.
import type { ClientBase } from 'pg'
import { StartError } from '../base/errors'
import { readCitusVersion, readPlaced } from '../db/distributed'
import { planAdaptations, type Step } from './adaptations'
import { placedTables, tables, type Table } from '../db/tables'

/** Triggers that read tables of the coordinator, which a node does not have; they are dropped. */
export const readsCoordinator: ReadonlySet<string> = new Set(['audit_entry_moved'])

interface ForeignKey {
  readonly name: string
  readonly from: Table
  readonly to: Table
}

/** @returns the steps that are left; none: the database is distributed */
export async function planDistribution(client: ClientBase): Promise<Step[]> {
  const placed = await readPlaced(client)
  const rows = await readRowEstimates(client)
  const keys = await readForeignKeys(client)
  const distributed = inOrderOf(keys)
  const [first] = distributed
  const about = (table: Table): string => `${table} (about ${rows.get(table) ?? 0} rows)`
  const triggers = await readInsertTriggers(client)
  // triggers on inserts would count the copied rows again
  const spread = (table: Table): string[] => {
    const own = triggers.filter((trigger) => trigger.table === table)
    const kept = own.filter(({ name }) => !readsCoordinator.has(name))
    return [
      ...own.map(({ name }) => `drop trigger "${name}" on ${table}`),
      `select create_distributed_table('${table}', 'community_id', colocate_with => '${table === first ? 'none' : first}')`,
      ...kept.map(({ definition }) => definition),
    ]
  }
  const steps = [
    ...keys.filter(crossesNodes).map(({ name, from }) => ({
      name: `drop the foreign key ${name} of ${from}`,
      statements: [`alter table ${from} drop constraint "${name}"`],
    })),
    ...placedTables('reference')
      .filter((table) => !placed.has(table))
      .map((table) => ({
        name: `copy ${about(table)} to every node`,
        statements: [`select create_reference_table('${table}')`],
      })),
    ...distributed
      .filter((table) => !placed.has(table))
      .map((table) => ({ name: `distribute ${about(table)}`, statements: spread(table) })),
  ]
  return [...steps, ...(await planAdaptations(client))]
}

export async function runStep(client: ClientBase, { statements }: Step): Promise<void> {
  await client.query('begin')
  try {
    // a trigger of a distributed table runs on the node of its row, and touches rows of the same community
    await client.query('set local citus.enable_unsafe_triggers to on')
    // Citus takes no list of statements here
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** @throws StartError when the database is not on a coordinator with worker nodes */
export async function requireCluster(
  client: ClientBase,
): Promise<{ readonly version: string; readonly nodes: number }> {
  const version = await readCitusVersion(client)
  if (version === null)
    throw new StartError('The database has no extension citus. Create it on every node, then add the nodes.')
  const { rows } = await client.query<{ nodes: number; coordinates: boolean }>(`
    select count(*) filter (where shouldhaveshards)::int as nodes, citus_is_coordinator() as coordinates
    from pg_dist_node where isactive and noderole = 'primary'`)
  const [cluster] = rows
  if (cluster?.coordinates !== true)
    throw new StartError('The database is not on the coordinator. Connect to it instead.')
  if (cluster.nodes === 0) throw new StartError('The cluster has no worker node. Add one with citus_add_node().')
  return { version, nodes: cluster.nodes }
}

async function readRowEstimates(client: ClientBase): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(`
    select relname as name, greatest(reltuples, 0)::float8 as count from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}

async function readInsertTriggers(client: ClientBase) {
  const onInsert = 4
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select tgrelid::regclass::text as table, tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where not tgisinternal and (tgtype & ${onInsert}) <> 0 order by 1, 2`,
  )
  return rows
}

async function readForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 2, 1`)
  return rows.filter(({ from, to }) => from in tables && to in tables)
}

/** Citus has no foreign keys between a distributed and a local table. */
const crossesNodes = ({ from, to }: Pick<ForeignKey, 'from' | 'to'>): boolean =>
  tables[to].placement !== 'reference' &&
  (tables[from].placement === 'distributed') !== (tables[to].placement === 'distributed')

/** Referenced tables first. */
function inOrderOf(keys: readonly ForeignKey[]): Table[] {
  const ordered: Table[] = []
  const add = (table: Table): void => {
    if (ordered.includes(table) || tables[table].placement !== 'distributed') return
    for (const { from, to } of keys) if (from === table && to !== table) add(to)
    ordered.push(table)
  }
  placedTables('distributed').forEach(add)
  return ordered
}
