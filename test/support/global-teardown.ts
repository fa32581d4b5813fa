// Runs after the last file: stops the embedded PostgreSQL, or removes databases and roles from a given server.
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { roleNames } from './database'

export default async function globalTeardown(): Promise<void> {
  const run = globalThis.testRun
  if (!run) return
  if (run.embedded) {
    await run.embedded.postgres.stop()
    rmSync(run.embedded.directory, { recursive: true, force: true })
    return
  }
  for (const url of [...run.nodeUrls].reverse()) await dropDatabases(url, run.prefix)
  await dropRoles(run.adminUrl, run.prefix)
}

async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

async function dropRoles(adminUrl: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const role of Object.values(roleNames(prefix))) await client.query(`drop role ${role}`)
  } finally {
    await client.end()
  }
}
