// A community moves, through a pipe and for an age key, between databases that two roles use. Neither role is a
// superuser.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { projectRoot } from '../../src/base/project-root'
import { withSession } from '../../src/transfer/snapshot'
import { connectionAs, emptyDatabase, freshDatabase, type TestDatabase } from '../support/database'
import { until } from '../support/until'
import { adminOn } from './support'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'move-roles-'))
const identityFile = path.join(directory, 'identity')
const roles = { owner: `move_owner_${randomBytes(6).toString('hex')}`, server: '' }
let source: TestDatabase
let target: TestDatabase
let publicKey: string
let communityId: string

/** The environment that docs/operations/database-roles.md describes. */
const atSource = () => ({ ...keyOf(1), DATABASE_URL: source.serverUrl, DATABASE_MIGRATION_URL: source.ownerUrl })
const atTarget = () => ({
  ...keyOf(2),
  DATABASE_URL: target.serverUrl,
  DATABASE_MIGRATION_URL: connectionAs(target.url, roles.owner, 'of the test'),
})
const keyOf = (byte: number) => ({ ENCRYPTION_KEY: Buffer.alloc(32, byte).toString('hex') })
const exportTo = (to: string): string[] => [
  ...['community', 'export', '--community', communityId, '--to', to, '--recipient', publicKey, '--yes'],
]
const importFrom = (from: string): string[] => ['community', 'import', '--from', from, '--identity-file', identityFile]

beforeAll(async () => {
  source = await freshDatabase()
  target = await emptyDatabase()
  const secretKey = await generateX25519Identity()
  publicKey = await identityToRecipient(secretKey)
  fs.writeFileSync(identityFile, `${secretKey}\n`)
  await withSession(target.url, async (client) => {
    await client.query(`create role ${roles.owner} login password 'of the test'`)
    await client.query(`grant ${roles.owner} to current_user`)
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
    await client.query(`alter database ${rows[0]?.name} owner to ${roles.owner}`)
  })
  const { json } = adminOn(atSource())
  communityId = (await json(['community', 'create', '--name', 'Northern Watch'])).communityId as string
  await json(['medal', 'create', '--community', communityId, '--name', 'Valor'])
})
afterAll(async () => {
  await target.drop()
  await withSession(source.url, async (client) => {
    await client.query(`revoke all on parameter session_replication_role from ${roles.owner}`)
    await client.query(`drop role ${roles.owner}`)
  })
  await source.drop()
  fs.rmSync(directory, { recursive: true })
})

it('tells the server role alone which variable is missing, for the export and for the import', async () => {
  const failure = await adminOn({ ...atSource(), DATABASE_MIGRATION_URL: '' }).failure(
    exportTo(path.join(directory, 'refused.age')),
  )
  expect(failure).toMatch(
    /^community [^\n]+\nerror: the role of DATABASE_URL may not do this \(permission denied for table \w+\); /,
  )
  expect(failure).toContain('set DATABASE_MIGRATION_URL to the role that owns the tables')
  expect(fs.readdirSync(directory)).toEqual(['identity'])
  expect(await adminOn({ ...atTarget(), DATABASE_MIGRATION_URL: '' }).failure(['plan', 'list'])).toContain(
    'Run "npm run migrate" with DATABASE_MIGRATION_URL set to the role that owns the tables.',
  )
})

it('moves through a pipe once the owner has the right that the refusal names, and leaves nothing before', async () => {
  const [exported, refused] = await pipe(atTarget())
  expect([exported.code, refused.code]).toEqual([0, 1])
  expect(exported.stderr).toMatch(/^file +stdout$/m)
  const statement = /grant set [^;]+;/.exec(refused.stderr)?.[0] ?? ''
  expect(statement).toBe(`grant set on parameter session_replication_role to ${roles.owner};`)
  await withSession(target.url, (client) => client.query(statement))
  const serverAlone = { ...atTarget(), DATABASE_MIGRATION_URL: '' }
  const [, unowned] = await pipe(serverAlone)
  expect(unowned.stderr).toContain(
    'does not own the tables, which this command needs. Set DATABASE_MIGRATION_URL to the role that does.',
  )
  const { json } = adminOn(atTarget())
  expect((await json(['community', 'list'])).communities).toEqual([])
  const [again, imported] = await pipe(atTarget())
  expect([again.code, imported.code, imported.stderr]).toEqual([0, 0, ''])
  expect(imported.stdout).toContain('The community runs on this server.')
  expect((await adminOn(serverAlone).json(['medal', 'list', '--community', communityId])).medals).toMatchObject([
    { name: 'Valor' },
  ])
})

it('lets the community run again when the export is interrupted', async () => {
  const file = path.join(directory, 'interrupted.age')
  await adminOn(atSource()).json(['community', 'reopen', '--community', communityId, '--yes'])
  const child = await withSession(source.url, async (client) => {
    await client.query('begin; lock table audit_entry in row exclusive mode')
    const started = start(atSource(), exportTo(file))
    await until('the export waits', async () => {
      const { rows } = await client.query(
        `select from pg_locks where not granted and relation = 'audit_entry'::regclass`,
      )
      return rows.length > 0
    })
    started.kill('SIGINT')
    await client.query('commit')
    return started
  })
  const { code, stderr } = await ended(child)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^community [^\n]+\nthe community runs here again; .*\nerror: interrupted\n$/),
  ])
  expect(fs.readdirSync(directory)).toEqual(['identity'])
  const { communities } = await adminOn(atSource()).json(['community', 'list'])
  expect(communities).toMatchObject([{ movedAt: null }])
})

it('says that the file cannot be decrypted with another identity', async () => {
  const other = path.join(directory, 'other')
  fs.writeFileSync(other, `${await generateX25519Identity()}\n`)
  const file = path.join(directory, 'watch.age')
  await adminOn(atSource()).json(exportTo(file))
  const wrong = [...importFrom(file).slice(0, -1), other]
  expect(await adminOn(atTarget()).failure(wrong)).toContain('cannot be decrypted with this passphrase or identity')
})

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `community export --to - | community import --from -`, as two processes. */
async function pipe(importing: Record<string, string>): Promise<[Ended, Ended]> {
  const reader = start(importing, importFrom('-'))
  const writer = start(atSource(), exportTo('-'))
  writer.stdout?.pipe(reader.stdin as NodeJS.WritableStream)
  // an import that is refused closes the pipe
  reader.stdin?.on('error', () => writer.stdout?.resume())
  return Promise.all([ended(writer, ''), ended(reader)])
}

const start = (env: Record<string, string>, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [path.join(projectRoot, 'dist/src/admin/main.js'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
  })

async function ended(child: ChildProcess, read?: string): Promise<Ended> {
  const stdout = read ?? text(child.stdout as NodeJS.ReadableStream & AsyncIterable<Buffer>)
  const stderr = text(child.stderr as NodeJS.ReadableStream & AsyncIterable<Buffer>)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: await stdout, stderr: await stderr }
}
