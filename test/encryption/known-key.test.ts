// A server does not start with a key other than that of the database.
import { randomBytes } from 'node:crypto'
import { checkKey } from '../../src/process/app'
import type { StartError } from '../../src/base/errors'
import { Keyring, keyIdOf } from '../../src/encryption/keyring'
import { adminOn } from '../admin/support'
import { startServerProcess, startToEnd } from '../ops/process'
import { encryptionKey as own, startTestApp, testSettings, type TestApp } from '../support/app'

const other = randomBytes(32)
const idOf = (key: Buffer): string => keyIdOf(key).toString('hex')

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ worker: false })
})
afterEach(() => app.close())

const environment = (current: Buffer, ...previous: Buffer[]): Record<string, string> => ({
  DATABASE_URL: app.databaseUrl,
  PLATFORM_API_URL: app.simulator.url,
  ENCRYPTION_KEY: current.toString('hex'),
  ...(previous.length > 0 && { ENCRYPTION_KEY_PREVIOUS: previous.map((key) => key.toString('hex')).join(',') }),
})

/** The check of ENCRYPTION_KEY at the start of a server. */
const startsWith = (current: Buffer, ...previous: Buffer[]): Promise<void> => {
  const settings = { ...testSettings, encryptionKey: new Keyring(current, previous) }
  return checkKey({ ...app.parts, settings }, 'ENCRYPTION_KEY')
}

const refuses = (current: Buffer): Promise<string> =>
  startsWith(current).then(
    () => 'it starts',
    (error: unknown) => (error as StartError).message,
  )

it('remembers the key of the first start, and refuses another', async () => {
  for (let start = 0; start < 2; start++) {
    const server = await startServerProcess(app, { ROLE: 'api', ...environment(own) })
    expect(await server.stop()).toBe(0)
  }
  const { code, lines } = await startToEnd(environment(other))
  expect([code, lines.length]).toEqual([1, 1])
  const message = lines[0] ?? ''
  expect(message).toBe(
    `ENCRYPTION_KEY is not the key of this database: its id is ${idOf(other)}, that of the database is ${idOf(own)}. ` +
      'Set the key that this database was used with.',
  )
  expect(message).not.toContain(other.toString('hex'))
})

it('refuses each command with another key, but for those that repair it', async () => {
  await startsWith(own)
  const { failure, json } = adminOn(environment(other))
  for (const command of [
    ['community', 'list'],
    ['backup', 'create', '--to', '-'],
  ])
    expect(await failure(command)).toContain('ENCRYPTION_KEY is not the key of this database')
  expect((await json(['secrets', 'status'])).keys).toMatchObject([{ keyId: idOf(other), state: 'in use' }])
  expect(await adminOn(environment(own)).json(['community', 'list'])).toEqual({ communities: [] })
  await json(['secrets', 'accept-key'])
  expect(await json(['community', 'list'])).toEqual({ communities: [] })
})

it('refuses a key that decrypts nothing of a database that has no id yet', async () => {
  await app.community()
  expect(await refuses(other)).toMatch(/^ENCRYPTION_KEY is not the key of this database/)
  expect(await app.base.db.selectFrom('encryption_key').selectAll().execute()).toEqual([])
  await startsWith(own)
})

it('starts in each step of a rotation, and after it no more with the old key', async () => {
  await app.community()
  await startsWith(own)
  await startsWith(own, other)
  await startsWith(other, own)
  expect(await adminOn(environment(other, own)).run(['secrets', 'rotate'])).toMatchObject({ exitCode: 0 })
  await startsWith(other)
  expect(await refuses(own)).toContain(`that of the database is ${idOf(other)}.`)
})

it('starts with a new key after secrets accept-key, when the old one is lost', async () => {
  await app.community()
  await startsWith(own)
  // the key may not be lost, but wrong
  const { failure, run } = adminOn(environment(other))
  expect(await failure(['secrets', 'accept-key'])).toContain('servers with that key do not start any more')
  await startsWith(own)
  const { stdout, exitCode } = await run(['secrets', 'accept-key', '--yes'])
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('not configured, 1 secrets')])
  await startsWith(other)
  expect(await refuses(own)).toContain(`that of the database is ${idOf(other)}.`)
})

it('admits one of two servers that start first with different keys', async () => {
  const ends = await Promise.allSettled([startsWith(own), startsWith(other)])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
