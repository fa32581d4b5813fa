// Whether the tables are distributed over the nodes of a Citus cluster.
import type { ClientBase } from 'pg'

/** @returns null for an ordinary PostgreSQL */
export async function readCitusVersion(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  return rows[0]?.version ?? null
}

/** It needs the extension. */
export async function readPlaced(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition')
  return new Set(rows.map(({ name }) => name))
}

export async function isDistributed(client: ClientBase): Promise<boolean> {
  return (await readCitusVersion(client)) !== null && (await readPlaced(client)).size > 0
}
