// A short `npm run faults` without kills of PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runTrial } from '../../scripts/faults/trial'
import { freshDatabase } from '../support/database'

test('executes each accepted change once and ends it, whichever process is killed', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'faults-'))
  const database = await freshDatabase()
  const said: string[] = []
  const size = { seconds: 12, operations: 140, members: 24, communities: 4 }
  const options = { ...size, kills: 6, outage: 2 }
  // printed on failure
  const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 100_000)
  try {
    const place = { directory, databaseUrl: database.url, say: (message: string) => void said.push(message) }
    const { history, records, chaos, violations } = await runTrial({ ...options, seed }, place)
    expect({ seed, broken: violations.map(({ kind, text }) => `${kind}: ${text}`) }).toEqual({ seed, broken: [] })
    expect(history.operations.length).toBeGreaterThan(80)
    expect(history.journal.length).toBeGreaterThan(50)
    expect(records.feeds.flatMap(({ seen }) => seen).length).toBeGreaterThan(80)
    expect(chaos.kills).toHaveLength(options.kills)
    rmSync(directory, { recursive: true, force: true })
  } catch (error) {
    throw new Error(`seed ${seed}, logs in ${directory}\n${said.join('\n')}`, { cause: error })
  } finally {
    await database.drop()
  }
})
