// A short form of the promise checks. Times are not judged.
import { rmSync } from 'node:fs'
import { temporaryDirectory } from '../../scripts/command'
import { checks } from '../../scripts/promises/checks'
import { freshDatabase, type TestDatabase } from '../support/database'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  directory = temporaryDirectory('promises')
  database = await freshDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

// abuse.test.ts tests the check `abuse`
test.each(checks.filter(({ id }) => id !== 'abuse').map((check) => [check.id, check] as const))(
  '%s',
  async (id, check) => {
    const startedAt = performance.now()
    const place = { databaseUrl: database.url, directory, checksTimes: false, say: () => undefined }
    const { figure, kept } = await check.run(place, 'short')
    process.stdout.write(`${id}: ${figure} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)\n`)
    expect({ aim: check.aim, figure, kept }).toEqual({ aim: check.aim, figure, kept: true })
  },
)
