// The promise checks in short; times are not judged.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checks } from '../../scripts/promises/checks'
import { openEnvironment, type TestEnvironment } from '../../scripts/promises/environment'
import { freshDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
let environment: TestEnvironment
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'promises-'))
  // for PostgreSQL's account, when run as root
  chmodSync(directory, 0o711)
  database = await freshDatabase()
  environment = await openEnvironment({
    databaseUrl: database.url,
    directory,
    checksTimes: false,
    say: () => undefined,
  })
})
afterAll(async () => {
  await environment.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

test.each(checks.filter(({ isInSuite }) => isInSuite).map((check) => [check.id, check] as const))(
  '%s',
  async (id, check) => {
    const startedAt = performance.now()
    const { figure, kept } = await check.run(environment, 'short')
    process.stdout.write(`${id}: ${figure} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)\n`)
    expect({ aim: check.aim, figure, kept }).toEqual({ aim: check.aim, figure, kept: true })
  },
)
