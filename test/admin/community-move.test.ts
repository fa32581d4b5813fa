// A community moves to another server: everything arrives, or nothing does.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { unpackBackup } from '../../src/admin/backup-file'
import { verifyChain } from '../../src/audit/seals/actions'
import { placeAuditAfter } from '../../src/audit/order'
import { readCommunity } from '../../src/transfer/communities/import'
import { listMovedTables, movedSecrets } from '../../src/transfer/communities/format'
import { everyTable } from '../../src/db/tables'
import { enqueueLater, enqueueStaggered, spreadJobs } from '../../src/db/job-queue'
import type { OperationId } from '../../src/contract/types'
import { withSession } from '../../src/transfer/snapshot'
import { endDueSuspensions } from '../../src/moderation/suspensions/actions'
import { countConnections } from '../../src/platform-connection/queries'
import { createAward } from '../../src/awards/medals/actions'
import { Keyring } from '../../src/encryption/keyring'
import { signatureOf } from '../../src/simulator/notifications'
import {
  startTestApp,
  tasksOf,
  testSettings,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { pastTheGuard, untilComplete } from '../support/audit'
import { freshDatabase, type TestDatabase } from '../support/database'
import { makeForms, successOf } from '../support/successes'
import { until } from '../support/until'
import { settled } from '../operations/fixture'
import { adminOf, adminOn, runIn } from './support'

const platformSecret = 'a-secret-of-the-platform'
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'move-'))
const inDirectory = (name: string): string => path.join(directory, name)
const identityFile = inDirectory('identity')
const file = inDirectory('watch.age')
const otherKey = Buffer.alloc(32, 9)

let secretKey: string
let publicKey: string
let source: TestApp
let home: TestCommunity
let neighbour: TestCommunity
let target: TestApp
let targetDatabase: TestDatabase

/** The other server, with a key and a database of its own. */
const startTarget = (keys: Keyring): Promise<TestApp> =>
  startTestApp({
    connectionString: targetDatabase.url,
    platform: source.parts.platform,
    settings: { ...testSettings, encryptionKey: keys },
  })
const atSource = () => adminOf(source)
const atTarget = (key = otherKey) =>
  adminOn({
    DATABASE_URL: targetDatabase.url,
    ENCRYPTION_KEY: key.toString('hex'),
    PLATFORM_API_URL: source.simulator.url,
  })
const exportTo = (to: string): string[] => [
  ...['community', 'export', '--community', home.communityId, '--to', to],
  ...['--recipient', publicKey, '--yes'],
]
const importFrom = (from: string): string[] => [
  ...['community', 'import', '--from', from, '--identity-file', identityFile],
]

beforeAll(async () => {
  secretKey = await generateX25519Identity()
  publicKey = await identityToRecipient(secretKey)
  fs.writeFileSync(identityFile, `${secretKey}\n`)
  source = await startTestApp({ platformSecrets: [platformSecret] })
  // a cluster with more transactions than the other one
  await withSession(source.databaseUrl, async (client) => {
    await client.query('begin')
    await placeAuditAfter(client, 5_000_000_000n)
    await client.query('commit')
  })
  home = await source.community()
  neighbour = await source.community({ connected: false })
  for (const [kind, name] of [
    ['medal', 'Valor'],
    ['qualification', 'Pilot'],
  ] as const)
    await createAward(await home.ctx(), kind, name)
  await makeForms(source, home)
  await runEveryWrite()
  kept = await keyed(home.client)
  targetDatabase = await freshDatabase()
})
afterAll(async () => {
  await target?.close()
  await source.close()
  await targetDatabase.drop()
  fs.rmSync(directory, { recursive: true })
})

let kept: Answer
/** A request whose repetition gets the same answer on the target. */
const keyed = (client: Client): Promise<Answer> =>
  client.post('/v2/warnings', { userId: 104, reason: 'Kept' }, { 'Idempotency-Key': 'before-the-move' })

const operationIds = Object.keys(operationTable) as OperationId[]

async function runEveryWrite(): Promise<void> {
  for (const id of operationIds.filter((one) => operationTable[one].method !== 'get')) {
    const { path: to, body, headers } = successOf(id)
    const signature = signatureOf(JSON.stringify(body ?? {}), platformSecret, Math.floor(Date.now() / 1_000))
    const answer = await home.client.send(operationTable[id].method.toUpperCase(), to, body, {
      ...headers,
      ...(operationTable[id].scope === null && { 'roblox-signature': signature }),
    })
    if (id === 'submitRankOperation') await settled(home, answer.body.data.id as string)
  }
}

/**
 * Bodies of every read, without cursors (each server signs its own) and times of use (written at most once a minute).
 */
async function readEverything(client: Client): Promise<Record<string, unknown>> {
  const bodies: Record<string, unknown> = {}
  for (const id of operationIds.filter((one) => operationTable[one].method === 'get')) {
    const { path: to } = successOf(id)
    const { status, text: body } = await client.get(to)
    const stable = body
      .replaceAll(/"(nextCursor|cursor)":"[^"]*"/g, '"$1":"…"')
      .replaceAll(/"(lastUsedAt|lastUsedOn|requestId|remaining|resetSeconds)":[^,}]*/g, '"$1":…')
    bodies[id] = `${status} ${stable}`
  }
  return bodies
}

/** Rows of the community by table. */
const rowsOf = (databaseUrl: string): Promise<Record<string, string[]>> =>
  withSession(databaseUrl, async (client) => {
    const all: Record<string, string[]> = {}
    for (const { name, columns } of await listMovedTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select (t.*)::text as row from (select ${columns} from ${name} where community_id = $1) t order by 1`,
        [home.communityId],
      )
      all[name] = rows.map(({ row }) => row)
    }
    return all
  })

const experienceOf = async (client: Client): Promise<number> =>
  (await client.get('/v2/members/103')).body.data.experience as number

/** Columns with encrypted values; the other secrets are hashes. */
const sealed = [
  ...['platform_connection.credential', 'request_key.reply'],
  ...['webhook_endpoint.previous_secret', 'webhook_endpoint.secret'],
]
const hashes = [
  ...[
    'api_key.key_hash',
    'audit_head.hash',
    'audit_head.mac',
    'audit_redaction.hash',
    'audit_seal.hash',
    'audit_redaction.part_hashes',
    'audit_redaction.part_salts',
    'audit_seal.hashes',
    'audit_seal.mac',
    'audit_seal.previous',
  ],
  ...['award_batch.fingerprint', 'idempotency_key.fingerprint', 'legacy_key.key_hash', 'request_key.fingerprint'],
  ...['person.invitation_hash', 'person.public_key', 'person_session.token_hash'],
  ...['link_attempt.subject', 'link_code.code_hash', 'request_key.key'],
  ...['applicant_code.code_hash', 'applicant_session.attempt_hash', 'applicant_session.token_hash'],
]

it('contains every table of a community, and knows which of its columns are encrypted', async () => {
  const { rows } = await sql<{ name: string; binary: string[] }>`
    select t.table_name as name, array_remove(array_agg(case when c.udt_name in ('bytea', '_bytea')
      then t.table_name || '.' || c.column_name end), null) as binary
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    group by 1 having bool_or(c.column_name = 'community_id') order by 1`.execute(source.dba)
  const tables = rows.map(({ name }) => name)
  expect(everyTable.flatMap(({ name, moves }) => (moves ? [name] : [])).sort()).toEqual(tables)
  const exported = await withSession(source.databaseUrl, listMovedTables)
  const names = exported.map(({ name }) => name.replace('public.', ''))
  expect(tables.filter((name) => !names.includes(name))).toEqual([
    'applicant_code',
    'applicant_session',
    'audit_head',
    'audit_news',
    'dispatch_lane',
    'link_attempt',
    'link_code',
    'person',
    'person_session',
    'take_window',
  ])
  expect(rows.flatMap(({ binary }) => binary).sort()).toEqual([...sealed, ...hashes].sort())
  expect(movedSecrets.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(sealed)
})

it('refuses an export without encryption, and one while a rank change has not ended', async () => {
  const { failure, json } = atSource()
  const plain = ['community', 'export', '--community', home.communityId, '--to', file, '--yes']
  expect(await failure(plain)).toContain('give --recipient or --passphrase-file')
  const { platformOperations: operations } = await json([
    'operations',
    'list',
    '--community',
    home.communityId,
    '--status',
    'queued',
  ])
  expect(operations).toHaveLength(1)
  expect(await failure(exportTo(file))).toContain(
    '1 rank changes have not ended. Wait for them, or cancel queued ones with operations cancel',
  )
  expect(fs.readdirSync(directory)).toEqual(['identity'])
  expect((await home.client.get('/v2/key')).status).toBe(200)
  await json(['operations', 'cancel', '--operation', operations[0].id])
})

it('names the jobs that are queued, and does not wait for those that each interval queues again', async () => {
  const later = new Date(Date.now() + 3_600_000)
  const { communityId } = home
  for (const name of spreadJobs) await enqueueStaggered(source.app.db, name, [{ communityId, runAt: later }])
  const message = { communityId, responseId: 'rsp_aaaaaaaaaaaaaaaaaaaa' }
  for (const attempt of [1, 2])
    await enqueueLater(source.app.db, 'resolve-applicant-names', { ...message, attempt }, later)
  await enqueueLater(source.app.db, 'send-result-message', message, later)
  const refusal = await atSource().failure(exportTo(file))
  expect(refusal).toContain('jobs are queued (2 resolve-applicant-names, send-result-message). Wait for the worker')
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier in ('resolve-applicant-names', 'send-result-message')`.execute(source.dba)
  expect(await atSource().json(exportTo(inDirectory('housekeeping.age')))).toMatchObject({ communityId })
  fs.rmSync(inDirectory('housekeeping.age'))
  await atSource().json(['community', 'reopen', '--community', communityId, '--yes'])
  await until('the API answers', async () => (await home.client.get('/v2/key')).status === 200)
  await atSource().json(['operations', 'resume', '--community', communityId])
})

it('lets the community run again after an export that fails', async () => {
  const wrongKey = { DATABASE_URL: source.databaseUrl, ENCRYPTION_KEY: otherKey.toString('hex') }
  const { exitCode, stderr } = await runIn(wrongKey, exportTo(file))
  expect(exitCode).toBe(1)
  expect(stderr).toContain('the community runs here again')
  expect(fs.readdirSync(directory)).toEqual(['identity'])
  await until('the API answers', async () => (await home.client.get('/v2/key')).status === 200)
  await atSource().json(['operations', 'resume', '--community', home.communityId])
  expect((await home.client.post('/v2/ranks/sync')).status).toBe(200)
})

let before: Record<string, unknown>
let cursor: string
/** Experience awards that the source accepted. */
let awarded = 0

/** A change that is committed after the export has begun. */
const writeUntilExportWaits = (): Promise<void> =>
  source.dba.transaction().execute(async (tx) => {
    await sql`insert into audit_entry (community_id, actor_kind, actor_id, action)
      values (${home.communityId}, 'key', 'late', 'test.late')`.execute(tx)
    await until('the export waits', async () => {
      const { rows } = await sql`select from pg_locks where not granted and mode = 'ShareRowExclusiveLock'
        and relation in ('audit_entry'::regclass, 'platform_operation'::regclass)`.execute(source.app.db)
      return rows.length > 0
    })
  })

it('loses no change that the source accepts meanwhile', async () => {
  await untilComplete(source.app.db)
  before = await readEverything(home.client)
  cursor = (await home.client.get('/v2/audit-entries?limit=100')).body.meta.nextCursor as string
  const start = await experienceOf(home.client)
  let refused = 0
  const write = async (): Promise<void> => {
    while (refused < 20) {
      const { status, body } = await home.client.post('/v2/members/103/experience', { op: 'increment', amount: 1 })
      if (status === 200) awarded++
      else {
        expect([status, body.error.code]).toEqual([403, 'api_disabled'])
        refused++
      }
    }
  }
  const writers = [write(), write(), write(), write()]
  await until('the writers write', () => awarded > 20)
  const [made] = await Promise.all([atSource().json(exportTo(file)), writeUntilExportWaits(), ...writers])
  expect(made).toMatchObject({ communityId: home.communityId, secrets: 5 })
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  awarded += start
})

it('stops the community on the source: for keys, operators, the platform and webhooks', async () => {
  const { failure, json, run } = atSource()
  expect((await home.client.get('/v2/members')).body.error.code).toBe('api_disabled')
  expect(await failure(['community', 'set', '--community', home.communityId, '--name', 'Else'])).toContain(
    'was moved to another server',
  )
  expect(await failure(['operations', 'resume', '--community', home.communityId])).toContain('was moved')
  expect(await failure(['rank', 'sync', '--community', home.communityId])).toContain(
    'was moved to another server; run the command there',
  )
  // for others nothing changes
  expect((await neighbour.client.post('/v2/medals', { name: 'Valor' })).status).toBe(201)
  expect((await run(['operations', 'pause', '--yes'])).exitCode).toBe(0)
  expect((await run(['operations', 'resume'])).exitCode).toBe(0)
  const { communities } = await json(['community', 'list'])
  const moved = communities.filter(({ movedAt }: { movedAt: string | null }) => movedAt !== null)
  expect(moved.map(({ communityId }: { communityId: string }) => communityId)).toEqual([home.communityId])
  expect((await json(['community', 'health'])).communities).toHaveLength(1)
  source.logs.length = 0
  await tasksOf(source)['sync-ranks'](home)
  await tasksOf(source)['refresh-drifted-members'](home)
  expect(source.logs.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  // an export that was killed is repeated
  expect(await json(exportTo(inDirectory('again.age')))).toMatchObject({ communityId: home.communityId, secrets: 5 })
  const { rows } = await sql<{ due: number }>`select count(*)::int as due from webhook_endpoint
    where community_id = ${home.communityId} and not_before < 'infinity'`.execute(source.dba)
  expect(rows).toEqual([{ due: 0 }])
})

it('rejects damaged, foreign and other files, and changes nothing', async () => {
  const { failure } = atTarget()
  const empty = await rowsOf(targetDatabase.url)
  expect(await failure(['community', 'import', '--from', file])).toContain('is encrypted; give')
  fs.writeFileSync(inDirectory('wrong'), `${await generateX25519Identity()}\n`)
  expect(await failure([...importFrom(file).slice(0, -1), inDirectory('wrong')])).toContain('cannot be decrypted')
  fs.writeFileSync(inDirectory('cut.age'), fs.readFileSync(file).subarray(0, 9_000))
  expect(await failure(importFrom(inDirectory('cut.age')))).toContain('truncated')
  const whole = await readWhole()
  const plain = (change: (whole: string) => string): string[] => {
    const changed = change(whole)
    expect(changed).not.toBe(whole)
    fs.writeFileSync(inDirectory('plain.gz'), gzipSync(changed))
    return ['community', 'import', '--from', inDirectory('plain.gz')]
  }
  expect(await failure(plain((all) => all.slice(0, -40)))).toContain('truncated')
  expect(await failure(plain((all) => `${all}more\n`))).toContain('continues after its end mark')
  expect(await failure(plain((all) => all.replace('I like to fly', 'I like to run')))).toContain('checksum')
  expect(await failure(plain(() => 'drop table community;\n'))).toContain('not a file of community export')
  expect(await failure(plain((all) => all.replace('"format":2', '"format":3')))).toContain('the format 3')
  expect(await failure(plain((all) => all.replace(/,\{"name":"[^}]*\}\]/, ']')))).toContain('Upgrade both servers')
  expect(await failure(plain((all) => all.replace('\nCOPY ', '\ndrop table community;\nCOPY ')))).toContain(
    'invalid line',
  )
  const foreign = (all: string): string => all.replace(`\n${home.communityId}\t`, `\n${neighbour.communityId}\t`)
  expect(await failure(plain(foreign))).toContain('a row of another community')
  const unknownPlan = (all: string): string =>
    all.replace('"name": "pro"', '"name": "gold"').replace('"name":"pro"', '"name":"gold"')
  expect(await failure(plain(unknownPlan))).toContain('lacks the plan gold')
  expect(await rowsOf(targetDatabase.url)).toEqual(empty)
})

const readWhole = async (): Promise<string> =>
  text(await unpackBackup(fs.createReadStream(file), file, { secretKeys: [secretKey] }))
const read = (input: Readable) =>
  readCommunity(
    targetDatabase.url,
    { keys: new Keyring(otherKey), actor: { kind: 'operator', id: 'test' } },
    input,
    () => undefined,
  )

it.each([
  ['"format":', '"format":2,'],
  ['"auditEnd":"', '"auditEnd":"1; '],
  ['"plans":[', '"plans":3,"_":['],
  ['-- secret {', '-- secret '],
  ['-- secret {', '-- secret {"plain":1,"_":{},"'],
])('rejects a file where %s is %s before it uses the value', async (whole, damaged) => {
  const changed = (await readWhole()).replace(whole, damaged)
  await expect(read(Readable.from([Buffer.from(changed)]))).rejects.toThrow(
    'A line of the file is damaged. Nothing was changed',
  )
  expect(Object.values(await rowsOf(targetDatabase.url)).flat()).toEqual([])
})

it('leaves nothing when the import is interrupted', async () => {
  const whole = await readWhole()
  const input = new PassThrough()
  const reading = read(input)
  const failed = expect(reading).rejects.toThrow()
  input.write(whole.slice(0, whole.length / 2))
  await withSession(targetDatabase.url, async (client) => {
    const importing = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null`
    await until('the import has stored rows', async () => ((await client.query(importing)).rowCount ?? 0) > 0)
  })
  input.end(whole.slice(whole.length / 2))
  await failed
  const rows = Object.values(await rowsOf(targetDatabase.url)).flat()
  expect(rows).toEqual([])
})

/** Columns that differ between the servers by design (src/db/tables.ts). */
const ofEachServer = [
  ...['public.community', 'public.platform_connection', 'public.request_key', 'public.webhook_endpoint'],
]

/** Each server makes and sends the messages about the last entries, and writes the last use of a key later. */
const followUps = [
  'public.api_key',
  'public.community_storage',
  'public.webhook_delivery',
  'public.webhook_feed',
  'public.webhook_line',
]

it('brings every row to a running server, encrypted with its key', async () => {
  target = await startTarget(new Keyring(otherKey))
  const client = target.clientFor(home.key, home.communityId)
  // the target has cached the key as unknown
  expect((await client.get('/v2/key')).status).toBe(401)
  const { exitCode, stdout, stderr } = await runIn(
    { DATABASE_URL: targetDatabase.url, ENCRYPTION_KEY: otherKey.toString('hex') },
    importFrom(file),
    '',
    true,
  )
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('The community runs on this server.')])
  expect(stderr).toMatch(/^read audit_entry: \d+ rows$/m)
  const [there, here] = [await rowsOf(source.databaseUrl), await rowsOf(targetDatabase.url)]
  const differing = Object.keys(there).filter(
    (name) => !ofEachServer.includes(name) && there[name]?.join() !== here[name]?.join(),
  )
  expect(differing.filter((name) => !followUps.includes(name))).toEqual(['public.audit_entry'])
  expect(here['public.audit_entry']).toEqual(expect.arrayContaining(there['public.audit_entry'] ?? []))
  expect(here['public.audit_entry']).toHaveLength((there['public.audit_entry']?.length ?? 0) + 1)
  for (const name of ofEachServer) expect(here[name]).toHaveLength(there[name]?.length ?? 0)
  expect(await atTarget().failure(importFrom(file))).toContain('exists on this server')
  // seals of the source have no MAC here until the worker signs them, which is no alarm
  await pastTheGuard(
    target.dba,
    sql`update audit_entry set at = at - interval '2 hours' where community_id = ${home.communityId} and action <> 'community.import'`,
  )
  const verify = ['audit', 'verify', '--community', home.communityId]
  expect((await atTarget().json(verify)).communities).toMatchObject([{ broken: null, firstMac: null }])
})

it('answers every read as the source did, and continues', async () => {
  const client = target.clientFor(home.key, home.communityId)
  await until('the keys are valid', async () => (await client.get('/v2/key')).status === 200)
  expect(await experienceOf(client)).toBe(awarded)
  const after = await readEverything(client)
  const changed = Object.keys(before).filter((id) => before[id] !== after[id])
  // experience awarded during the move, and attempts to deliver messages
  const expected = ['listMembers', 'getLeaderboard', 'getLeaderboardPlace', 'listWebhooks', 'listWebhookDeliveries']
  // an export has no invitations and no sessions
  expected.push('listPeople', 'getPerson', 'listSessions')
  // the operator of the target has not linked the account
  expected.push('listApplicantForms')
  expect(changed.filter((id) => !expected.includes(id))).toEqual([])
  // needs the platform credential and a webhook secret, which the target has encrypted with its own key
  expect((await client.post('/v2/ranks/sync')).status).toBe(200)
  expect((await client.put('/v2/members/105/rank', { rankId: 10 })).status).toBe(200)
  const again = await keyed(client)
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', kept.body])
  const secrets = await atTarget().json(['secrets', 'status'])
  expect(secrets.keys).toMatchObject([{ state: 'in use', secrets: expect.any(Number) }])
  expect(secrets.keys).toHaveLength(1)
})

it('keeps the audit log: sealed, in order, and readable with a cursor of the source', async () => {
  const client = target.clientFor(home.key, home.communityId)
  await untilComplete(target.app.db)
  const page = (one: Client, after: string) =>
    one.get(`/v2/audit-entries?limit=100&cursor=${encodeURIComponent(after)}`)
  expect((await page(client, cursor)).status).toBe(400)
  const both = await startTarget(new Keyring(otherKey, [source.parts.settings.encryptionKey.current]))
  try {
    const reader = both.clientFor(home.key, home.communityId)
    const actions: string[] = []
    let at = cursor
    for (let more = true; more;) {
      const { status, body } = await page(reader, at)
      expect(status).toBe(200)
      actions.push(...(body.data as { action: string }[]).map(({ action }) => action))
      at = body.meta.nextCursor as string
      more = body.data.length > 0
    }
    const last = actions.indexOf('community.import')
    expect(actions.slice(0, last).filter((action) => action === 'member.experience').length).toBeGreaterThan(20)
    expect(actions.slice(0, last)).toContain('test.late')
    expect(actions.slice(last - 1, last + 1)).toEqual(['community.export', 'community.import'])
    expect(actions.slice(last)).toContain('application.response.read')
  } finally {
    await both.close()
  }
  await tasksOf(target)['seal-audit-entries']()
  expect(await verifyChain(target.base, home.communityId, null)).toMatchObject({ broken: null, unsealed: 0 })
})

it('gives new rows ids that no imported row has', async () => {
  const { rows } = await sql<{ twice: number }>`select count(*)::int as twice from (
    select from audit_entry group by audit_id having count(*) > 1) t`.execute(target.dba)
  expect(rows).toEqual([{ twice: 0 }])
  const client = target.clientFor(home.key, home.communityId)
  expect((await client.post('/v2/medals', { name: 'Arrival' })).status).toBe(201)
})

it('runs on the source again after community reopen, with rank changes paused', async () => {
  const { json, failure } = atSource()
  // a suspension that is due in a moved community waits
  await pastTheGuard(
    source.dba,
    sql`update suspension set ends_at = now() where community_id = ${home.communityId} and suspended_unique_id is not null
      and state = 'active'`,
  )
  await endDueSuspensions(source.base)
  const states = sql<{ state: string }>`select distinct state from suspension
    where community_id = ${home.communityId} and suspended_unique_id is not null and ends_at <= now() and outcome is null`
  expect((await states.execute(source.dba)).rows).toEqual([{ state: 'active' }])
  expect(await countConnections(source.app.db)).toEqual({ connected: 0, reconnect_required: 0 })
  expect(await failure(['community', 'reopen', '--community', home.communityId])).toContain('give --yes to confirm')
  expect(await json(['community', 'reopen', '--community', home.communityId, '--yes'])).toMatchObject({ changed: true })
  await until('the API answers', async () => (await home.client.get('/v2/key')).status === 200)
  expect((await home.client.put('/v2/members/104/rank', { rankId: 10 })).body.error.code).toBe(
    'roblox_scheduler_unavailable',
  )
  await json(['operations', 'resume', '--community', home.communityId])
  expect((await home.client.put('/v2/members/104/rank', { rankId: 10 })).status).toBe(200)
})
