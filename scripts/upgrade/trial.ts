// The previous release's server during and after the migration to this schema.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../src/db/database'
import { startEmbedded } from '../../src/db-embedded'
import { ensureDatabase } from '../../src/db/database-exists'
import { makeLogger } from '../../src/base/logger'
import { startSimulator } from '../../src/simulator/server'
import { testWorld } from '../../test/support/app'
import { previousRelease, buildRelease, isInHistory } from './release'
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
  const simulator = await startSimulator({ world: testWorld() })
  try {
    await ensureDatabase(postgres.url('postgres'), 'upgrade')
    const previous = path.join(directory, 'previous')
    await buildRelease(previousRelease, previous)
    const databaseUrl = postgres.url('upgrade')
    const database = openDatabase(databaseUrl, 2, makeLogger('silent'))
    const figures = await roll({
      databaseUrl,
      database: database.db,
      simulatorUrl: simulator.url,
      previous,
      dataDir: directory,
    })
    await database.close()
    report(figures)
  } finally {
    await simulator.close()
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function report({ applied, meanwhile, runs, restart }: Figures): void {
  const lines = [
    `previous release: ${previousRelease.version} at ${previousRelease.commit}, up to ${previousRelease.newestMigration}`,
    `applied while it ran: ${applied.join(', ')}`,
    `writes during the migration: ${meanwhile.answered}, failed ${meanwhile.failures.length}`,
    ...runs.map(
      ({ name, succeeded, failures }) => `${name}: ${succeeded} operations succeeded, ${failures.length} failed`,
    ),
    `restarted on the new schema: ${restart.outcome}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const failures = [...meanwhile.failures, ...runs.flatMap((run) => run.failures), ...wrongRestart(restart)]
  for (const failure of failures) process.stdout.write(`  ${failure}\n`)
  const checks = [meanwhile.failures, ...runs.map((run) => run.failures), wrongRestart(restart)]
  const succeeded = checks.filter((found) => found.length === 0).length
  process.stdout.write(`${succeeded} passed, ${checks.length - succeeded} failed\n`)
  if (failures.length > 0) process.exitCode = 1
}

/** It serves where every migration is declared compatible with it, and is refused otherwise. */
const wrongRestart = ({ serves, mayServe }: Figures['restart']): string[] =>
  serves === mayServe ? [] : [`the restart ${serves ? 'succeeded' : 'failed'} against compatible-from`]
