// Backups of a busy server. A restore of an invalid file changes nothing.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createAward } from '../../src/awards/medals/actions'
import { backupFile, listAuditPartitions } from '../../src/transfer/backup'
import { listTables, withSession } from '../../src/transfer/snapshot'
import { freshDatabase, type TestDatabase } from '../support/database'
import { encryptionKey, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { makeForms } from '../support/successes'
import { until } from '../support/until'
import { adminOn } from './support'

let app: TestApp
let home: TestCommunity
let target: TestDatabase
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'))
const file = path.join(directory, 'community.sql.gz')

/** The command line with this database and key. */
const adminAt = (databaseUrl: string, key = encryptionKey.toString('hex')) =>
  adminOn({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: key })

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
  for (const [kind, name] of [
    ['medal', 'Valor'],
    ['qualification', 'Pilot'],
  ] as const)
    await createAward(await home.ctx(), kind, name)
  await makeForms(app, home)
  await home.client.post('/v2/members/101/experience', {
    op: 'increment',
    amount: 7,
    reason: 'tab\t, \\. and\nlines\r\u2028',
  })
  target = await freshDatabase()
})
afterAll(async () => {
  await app.close()
  await target.drop()
  fs.rmSync(directory, { recursive: true })
})

/** The rows of each table, as text. */
const dump = (url: string): Promise<Record<string, string[]>> =>
  withSession(url, async (client) => {
    const all: Record<string, string[]> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      all[name] = rows.map(({ row }) => row)
    }
    return all
  })

/** The last value of each sequence; null: it was not used. */
const sequencesOf = (url: string): Promise<unknown[]> =>
  withSession(
    url,
    async (client) => (await client.query('select sequencename, last_value from pg_sequences order by 1')).rows,
  )

/** The partitions of the audit log, with the number of their entries. */
const partitionsOf = (url: string) =>
  withSession(url, async (client) => {
    const partitions = await listAuditPartitions(client)
    const entriesIn = async (number: number): Promise<number> =>
      (await client.query(`select from audit_partition.audit_entry_${number}`)).rowCount ?? 0
    return Promise.all(partitions.map(async (one) => ({ ...one, entries: await entriesIn(one.number) })))
  })

/** Tables that a restore changes itself: it pauses rank changes and writes an audit entry. */
const changedByRestore = ['public.audit_entry', 'public.dispatch_switch']

it('contains every row of a snapshot, and only its owner can read it', async () => {
  const writes = Array.from({ length: 20 }, () =>
    home.client.post('/v2/members/102/experience', { op: 'increment', amount: 1 }),
  )
  const made = await adminAt(app.databaseUrl).json(['backup', 'create', '--to', file])
  await Promise.all(writes)
  expect(made.rows).toBeGreaterThan(50)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(directory)).toEqual(['community.sql.gz'])
  expect(await adminAt(app.databaseUrl).failure(['backup', 'create', '--to', file])).toContain('exists')
  const text = gunzipSync(fs.readFileSync(file)).toString()
  for (const secret of [home.key, encryptionKey.toString('hex'), encryptionKey.toString('base64')]) {
    expect(text).not.toContain(secret)
  }
})

/** A changed backup with the checksum that makes it valid. */
function sealed(text: string): string {
  const body = text.slice(0, text.lastIndexOf(backupFile.endMark))
  return `${body}${backupFile.endMark}${createHash('sha256').update(body).digest('hex')}\n`
}

it('restore rejects a truncated file, another key, another version, other files and a database with communities', async () => {
  const { failure } = adminAt(target.url)
  const before = await dump(target.url)
  const sequences = await sequencesOf(target.url)
  const whole = gunzipSync(fs.readFileSync(file)).toString()
  const from = (name: string, text: string): string[] => {
    fs.writeFileSync(path.join(directory, name), gzipSync(text))
    return ['backup', 'restore', '--from', path.join(directory, name)]
  }
  expect(await failure(from('cut.gz', whole.slice(0, -40)))).toContain('truncated')
  expect(await failure(from('half.gz', whole.slice(0, whole.length / 2)))).toContain('truncated')
  expect(await failure(from('words.gz', 'drop table community;\n'))).toContain('not a backup of this server')
  expect(await failure(from('first.gz', whole.replace('{', '')))).toContain('A line of the file is damaged')
  expect(await failure(from('more.gz', whole.replace('\nCOPY ', '\ndrop table community;\nCOPY ')))).toContain(
    'invalid line',
  )
  expect(await failure(from('older.gz', whole.replace(/,\{"name":"[^}]*\}\]/, ']')))).toContain(
    'the version that made it',
  )
  const unordered = whole.replace('"auditPartitions":[', '"auditPartitions":[{"number":5,"beganOn":null},')
  expect(await failure(from('partitions.gz', unordered))).toContain('A line of the file is damaged')
  // a backup by a server that does not know the audit partitions
  const without = whole.replace(/COPY public\.audit_entry [^]*?\n\\\.\n/, '')
  expect(await failure(from('without.gz', sealed(without)))).toContain('lacks the table public.audit_entry')
  const restore = ['backup', 'restore', '--from', file]
  expect(await adminAt(target.url, 'ab'.repeat(32)).failure(restore)).toContain('encryption key')
  expect(await adminAt(app.databaseUrl).failure(restore)).toContain('has communities')
  fs.writeFileSync(path.join(directory, 'torn.gz'), fs.readFileSync(file).subarray(0, 2_000))
  expect(await failure(['backup', 'restore', '--from', path.join(directory, 'torn.gz')])).toContain('truncated')
  const last = (name: string, value: string): string[] =>
    from(
      'numbers.gz',
      sealed(whole.replace(/setval\('public\.audit_entry_audit_id_seq', \d+/, `setval('${name}', ${value}`)),
    )
  expect(await failure(last('public.audit_entry_audit_id_seq', '9223372036854775807'))).toContain('leaves no room')
  expect(await failure(last('public.of_another_server', '7'))).toContain('does not know')
  const forged = whole.replace(/(COPY public\.audit_entry .*.*\n.*\t)\d+(\t\\N\n)/, '$19223372036854775807$2')
  expect(forged).not.toBe(whole)
  expect(await failure(from('changed.gz', forged))).toContain('checksum')
  expect(await failure(from('position.gz', sealed(forged)))).toContain('in the audit log, which leaves no room')
  expect(await dump(target.url)).toEqual(before)
  expect(await sequencesOf(target.url)).toEqual(sequences)
})

it('a restored database has the same rows, keys and credentials, is paused, and its feed continues', async () => {
  const made = path.join(directory, 'quiet.sql.gz')
  await withSession(app.databaseUrl, (client) => client.query(`select roll_audit_partition('2001-02-03', 0)`))
  await home.client.post('/v2/members/102/experience', { op: 'increment', amount: 1 })
  await adminAt(app.databaseUrl).json(['backup', 'create', '--to', made])
  // a backup from a cluster with other transaction ids
  const text = gunzipSync(fs.readFileSync(made)).toString()
  const afar = text.replace(
    /(COPY public\.audit_history .*\nt\t)\d+/,
    (_, before: string) => `${before}7000000000000000000`,
  )
  expect(afar).not.toBe(text)
  fs.writeFileSync(made, gzipSync(sealed(afar)))
  const { exitCode, stdout, stderr } = await adminAt(target.url).run(['backup', 'restore', '--from', made, '--json'])
  expect(exitCode).toBe(0)
  expect(stderr).toContain('new audit entries are ordered after the existing ones')
  const [source, restored] = [await dump(app.databaseUrl), await dump(target.url)]
  expect(JSON.parse(stdout)).toMatchObject({ tables: Object.keys(source).length })
  const differing = Object.keys(source).filter(
    (name) => JSON.stringify(source[name]) !== JSON.stringify(restored[name]),
  )
  expect(differing).toEqual(changedByRestore)
  // the months of the backup, then the one that the restore began
  const months = await partitionsOf(app.databaseUrl)
  expect(months.map(({ entries }) => entries > 0)).toEqual([true, true, false])
  expect((await partitionsOf(target.url)).slice(0, 2)).toEqual(months.slice(0, 2))
  expect(restored['public.audit_entry']).toEqual(expect.arrayContaining(source['public.audit_entry'] ?? []))
  const second = await startTestApp({ connectionString: target.url, platform: app.parts.platform })
  try {
    const client = second.clientFor(home.key, home.communityId)
    expect((await client.get('/v2/members/101')).body.data.experience).toBe(8)
    expect((await client.post('/v2/ranks/sync')).status).toBe(200)
    const auditId = (await client.post('/v2/members/101/experience', { op: 'increment', amount: 1 })).body.meta
      .auditId as string
    await until('the feed ends with the new entry', async () => {
      const { body } = await client.get('/v2/audit-entries?limit=100')
      return (body.data as { auditId: string }[]).some((entry) => entry.auditId === auditId)
    })
    const status = await adminAt(target.url).run(['operations', 'status'])
    expect(status.stdout).toMatch(/^deployment paused +\d{4}-/m)
  } finally {
    await second.close()
  }
})
