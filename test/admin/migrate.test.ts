// `migrate`, with the two roles of docs/operations/database-roles.md.
import { emptyDatabase, type TestDatabase } from '../support/database'
import { adminOn } from './support'

let database: TestDatabase

beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

it('brings the tables up to date and grants the server role its rights, without a key', async () => {
  const server = { DATABASE_URL: database.serverUrl }
  const encryption = { ENCRYPTION_KEY: 'ab'.repeat(32) }
  expect(await adminOn({ ...server, ...encryption }).failure(['community', 'list'])).toContain(
    'Run "npm run migrate" with DATABASE_MIGRATION_URL set to the role that owns the tables.',
  )
  const both = adminOn({ ...server, DATABASE_MIGRATION_URL: database.ownerUrl, DATA_DIR: '/proc/not-used' })
  expect(await both.json(['migrate'])).toEqual({ migrated: true })
  expect(await both.run(['migrate'])).toEqual({ exitCode: 0, stdout: 'The database is up to date.\n', stderr: '' })
  expect(await adminOn({ ...server, ...encryption }).json(['community', 'list'])).toEqual({ communities: [] })
})
