// The previous release's server during and after the migration to this schema.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '../../src/db/database'
import { startEmbedded } from '../../src/db-embedded'
import { ensureDatabase } from '../../src/db/database-exists'
import { makeLogger } from '../../src/base/logger'
import { startSimulator } from '../../src/simulator/server'
import { testWorld } from '../../test/support/app'
import { describeDatabase, differences } from '../schema/description'
import { migrate } from '../../src/db/migrations/migrate'
import { previousRelease, buildRelease, isInHistory, root } from './release'
import { roll, type Figures } from './roll'

/** Exit code: the checkout has no history. */
const NO_HISTORY = 3

/** Prints the figures and the failures. */
export async function tryUpgrade(): Promise<void> {
  if (!isInHistory(previousRelease)) {
    process.stderr.write(
      `the previous release (${previousRelease.commit}) is not in this checkout's history: git fetch --unshallow\n`,
    )
    process.exitCode = NO_HISTORY
    return
  }
  const directory = mkdtempSync(path.join(os.tmpdir(), 'community-upgrade-'))
  chmodSync(directory, 0o755)
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres'), fast: true })
  const world = testWorld()
  const simulator = await startSimulator({ world })
  try {
    for (const name of ['upgrade', 'new']) await ensureDatabase(postgres.url('postgres'), name)
    const previous = path.join(directory, 'previous')
    await buildRelease(previousRelease, previous)
    const databaseUrl = postgres.url('upgrade')
    const database = openDatabase(databaseUrl, 2, makeLogger('silent'))
    const figures = await roll({
      databaseUrl,
      database: database.db,
      simulatorUrl: simulator.url,
      world,
      previous,
      dataDir: directory,
    })
    await database.close()
    report(figures, await schemaDifferences(databaseUrl, postgres.url('new')))
  } finally {
    await simulator.close()
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Between the upgraded database and a new one. */
async function schemaDifferences(upgradedUrl: string, newUrl: string): Promise<string[]> {
  await migrate(newUrl, { sqlDir: path.join(root, 'sql') })
  const describe = async (connectionString: string): Promise<string[]> => {
    const client = new Client({ connectionString })
    await client.connect()
    return describeDatabase(client, { data: false }).finally(() => client.end())
  }
  const found = differences(await describe(upgradedUrl), await describe(newUrl))
  // a partition that has entries gets no index (sql/before-4.0.0/0080_audit_readers.sql)
  return found.filter((line) => !line.includes(' audit_partition.audit_entry_0_position '))
}

function report({ applied, meanwhile, runs, restart }: Figures, unlike: readonly string[]): void {
  const lines = [
    `previous release: ${previousRelease.version} at ${previousRelease.commit}, up to ${previousRelease.newestMigration}`,
    `applied while it ran: ${applied.join(', ')}`,
    `writes during the migration: ${meanwhile.answered}, failed ${meanwhile.failures.length}`,
    ...runs.map(
      ({ name, succeeded, failures }) => `${name}: ${succeeded} operations succeeded, ${failures.length} failed`,
    ),
    `restarted on the new schema: ${restart.outcome}`,
    `differences from a new database: ${unlike.length}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const failures = [...meanwhile.failures, ...runs.flatMap((run) => run.failures), ...wrongRestart(restart), ...unlike]
  for (const failure of failures) process.stdout.write(`  ${failure}\n`)
  const checks = [meanwhile.failures, ...runs.map((run) => run.failures), wrongRestart(restart), unlike]
  const succeeded = checks.filter((found) => found.length === 0).length
  process.stdout.write(`${succeeded} passed, ${checks.length - succeeded} failed\n`)
  if (failures.length > 0) process.exitCode = 1
}

/** It serves where every migration is declared compatible with it, and is refused otherwise. */
const wrongRestart = ({ serves, mayServe }: Figures['restart']): string[] =>
  serves === mayServe ? [] : [`the restart ${serves ? 'succeeded' : 'failed'} against compatible-from`]
