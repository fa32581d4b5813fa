// Whether the tables are distributed over the nodes of a Citus cluster.
import { CompiledQuery, type Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import type { DB } from '../../generated/database'

/** @returns the version of the Citus extension; null: an ordinary PostgreSQL */
export async function readCitusVersion(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  return rows[0]?.version ?? null
}

/** The tables that Citus has placed; needs the extension. */
export async function readPlaced(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition')
  return new Set(rows.map(({ name }) => name))
}

export async function isDistributed(client: ClientBase): Promise<boolean> {
  return (await readCitusVersion(client)) !== null && (await readPlaced(client)).size > 0
}

/** @returns how many nodes of the cluster answer the coordinator, and how many do not; null: an ordinary PostgreSQL */
export async function countNodes(db: Kysely<DB>): Promise<{ readonly up: number; readonly down: number } | null> {
  const { rows: catalogue } = await db.executeQuery<{ exists: boolean }>(
    CompiledQuery.raw(`select to_regclass('pg_dist_node') is not null as exists`),
  )
  if (catalogue[0]?.exists !== true) return null
  const { rows } = await db.executeQuery<{ up: number; down: number }>(
    CompiledQuery.raw(`select count(*) filter (where answers)::int as up, count(*) filter (where not answers)::int as down
      from (select citus_check_connection_to_node(nodename, nodeport) as answers from pg_dist_node
        where isactive and noderole = 'primary' and groupid <> 0) node`),
  )
  return rows[0] ?? null
}
