// Short runs of `npm run faults`, without kills of PostgreSQL. `npm run test:long` runs longer ones.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Violation } from '../../scripts/faults/checker'
import { runReversals } from '../../scripts/faults/reversals'
import { runTrial, type TrialOptions, type TrialPlace } from '../../scripts/faults/trial'
import { freshDatabase } from '../support/database'
import { isWhole } from '../support/runs'

interface Found {
  readonly violations: readonly Violation[]
}

/** Expects a run without violations. Prints the seed on failure. */
async function without<Facts extends Found>(
  run: (options: TrialOptions, place: TrialPlace) => Promise<Facts>,
  size: Omit<TrialOptions, 'seed'>,
  check: (facts: Facts) => void,
): Promise<void> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'faults-'))
  const database = await freshDatabase()
  const said: string[] = []
  const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 100_000)
  try {
    const place = { directory, databaseUrl: database.url, say: (message: string) => void said.push(message) }
    const facts = await run({ ...size, seed }, place)
    expect(facts.violations.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([])
    check(facts)
    rmSync(directory, { recursive: true, force: true })
  } catch (error) {
    throw new Error(`seed ${seed}, logs in ${directory}\n${said.join('\n')}`, { cause: error })
  } finally {
    await database.drop()
  }
}

test('executes each accepted change once and ends it, whichever process is killed', async () => {
  const long = { seconds: 12, operations: 140, members: 24, communities: 4, kills: 6, outage: 2 }
  const size = isWhole ? long : { seconds: 6, operations: 70, members: 12, communities: 2, kills: 2, outage: 1 }
  await without(runTrial, size, ({ history, records, chaos }) => {
    expect(history.operations.length).toBeGreaterThan(size.operations / 2)
    expect(history.journal.length).toBeGreaterThan(size.operations / 3)
    expect(records.feeds.flatMap(({ seen }) => seen).length).toBeGreaterThan(size.operations / 2)
    expect(chaos.kills).toHaveLength(size.kills)
    expect(chaos.kills).toEqual(expect.arrayContaining(['worker', 'api']))
  })
})

test('takes each change of a key and of an account back once and keeps points of others, whichever process is killed', async () => {
  const long = { seconds: 8, operations: 100, members: 20, communities: 1, kills: 6, outage: 1 }
  const size = isWhole ? long : { ...long, seconds: 5, operations: 50, members: 10, kills: 2 }
  await without(runReversals, size, ({ history, chaos }) => {
    expect(history.changes).toEqual({ key: size.operations, account: size.operations / 5 })
    const taken = history.reversals.flatMap(({ items }) => items.filter(({ state }) => state === 'taken_back'))
    expect(taken).toHaveLength((size.operations * 6) / 5)
    expect(chaos.kills).toHaveLength(size.kills)
  })
})
