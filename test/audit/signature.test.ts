// The owner of the tables cannot forge a chain that verifies.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sealEntries, verifyChain } from '../../src/audit/seals/actions'
import { insertAuditEntry } from '../../src/audit/queries'
import { metricsText } from '../../src/base/telemetry/metrics'
import { Keyring } from '../../src/encryption/keyring'
import { acceptKey, rotateSecrets } from '../../src/encryption/rotation/actions'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { pastTheGuard, untilComplete } from '../support/audit'

let app: TestApp
let community: TestCommunity

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
  for (let i = 0; i < 3; i++) await writeAndSeal()
})

const id = () => community.communityId
const verify = async () => (await verifyChain(app.base, id(), null)).broken

async function writeAndSeal(): Promise<void> {
  await insertAuditEntry(await community.ctx(), { action: 'test.written', userId: 1, reason: 'a reason' })
  await untilComplete(app.app.db)
  await sealEntries(app.base)
}

const reseal = `update audit_seal set sealed_at = now(), hash = audit_seal_hash(community_id, number, position, audit_id, audit_ids,
  hashes, previous, now()) where number = 3`

it.each([
  ['a seal without MAC', 'update audit_seal set mac = null where number = 2', 'seal 2 has no MAC'],
  ['a seal that was made again', reseal, 'seal 3 was made with another key'],
  ['a chain without its newest seal', 'delete from audit_seal where number = 3', 'seal 3, the newest, is missing'],
  ['a chain without seals', 'delete from audit_seal where true', 'seal 3, the newest, is missing'],
  ['a changed head', 'update audit_head set number = 2 where true', 'the head was changed, or made with another key'],
  [
    'a chain without head',
    'delete from audit_head where true',
    'no seal has a MAC: the next run of the worker makes the first',
  ],
  [
    'an old entry without seal',
    `update audit_entry set at = at - interval '2 hours', position = position + 1 where audit_id =
      (select max(audit_id) from audit_entry where reason = 'late')`,
    'entries older than an hour are not sealed: no worker seals them',
  ],
])('reports %s', async (_what, statement, expected) => {
  expect(await verify()).toBeNull()
  await insertAuditEntry(await community.ctx(), { action: 'test.written', userId: 1, reason: 'late' })
  await pastTheGuard(app.dba, sql.raw(`${statement} and community_id = '${id()}'`))
  expect(await verify()).toBe(expected)
})

it('adds no seal to a chain whose newest seal was removed', async () => {
  await pastTheGuard(app.dba, sql.raw(`delete from audit_seal where number = 3 and community_id = '${id()}'`))
  await writeAndSeal()
  expect(await verify()).toBe('seal 3, the newest, is missing')
})

const countOf = async (outcome: string): Promise<number> =>
  Number(
    new RegExp(`^community_audit_seals_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(await metricsText())?.[1] ??
      0,
  )

it('logs and counts each new head, and each chain that gets none', async () => {
  const counts = async () => [await countOf('sealed'), await countOf('failed')] as const
  const [sealed, failed] = await counts()
  app.logs.length = 0
  const linesOf = (msg: string) => app.logs.filter((line) => line.msg === msg)
  const ours = (msg: string) => linesOf(msg).filter((line) => line.communityId === id())
  await writeAndSeal()
  const { head } = await verifyChain(app.base, id(), null)
  expect(ours('audit log sealed')).toEqual([expect.objectContaining({ level: 'info', number: 4, head })])
  await pastTheGuard(app.dba, sql.raw(`delete from audit_seal where number = 4 and community_id = '${id()}'`))
  await writeAndSeal()
  expect(ours('audit log sealed')).toHaveLength(1)
  expect(ours('the audit log could not be sealed')).toEqual([
    expect.objectContaining({ level: 'error', reason: 'seal 4 does not follow the head 4; run audit verify' }),
  ])
  // the totals include chains that other tests of this file broke
  const lines = [linesOf('audit log sealed').length, linesOf('the audit log could not be sealed').length]
  const [sealedNow, failedNow] = await counts()
  expect([sealedNow - sealed, failedNow - failed]).toEqual(lines)
})

it('verifies after a rotation of the encryption key, and not with a foreign key', async () => {
  const { settings } = app.base
  const old = settings.encryptionKey.current
  const fresh = randomBytes(32)
  const withKeys = (...previous: Buffer[]) => ({
    ...app.base,
    settings: { ...settings, encryptionKey: new Keyring(fresh, previous) },
  })
  expect((await verifyChain(withKeys(), id(), null)).broken).toBe('the head was changed, or made with another key')
  try {
    await rotateSecrets(withKeys(old), () => undefined)
    expect((await verifyChain(withKeys(), id(), null)).broken).toBeNull()
  } finally {
    await sql`delete from erasure_digest_key`.execute(app.dba)
    await acceptKey(app.base)
  }
})

it('covers seals of an earlier release by the next run of the worker', async () => {
  await pastTheGuard(app.dba, sql`delete from audit_head`)
  await pastTheGuard(app.dba, sql.raw(`update audit_seal set mac = null where community_id = '${id()}'`))
  await sealEntries(app.base)
  expect(await verifyChain(app.base, id(), null)).toMatchObject({ broken: null, firstMac: 3 })
  // as after the loss of the key: only seals from here on are covered by a MAC
  await pastTheGuard(app.dba, sql`delete from audit_head`)
  await writeAndSeal()
  expect(await verifyChain(app.base, id(), null)).toMatchObject({ broken: null, firstMac: 4 })
  await pastTheGuard(app.dba, sql`delete from audit_head`)
  await sealEntries(app.base)
  expect(await verifyChain(app.base, id(), null)).toMatchObject({ broken: null, firstMac: 4 })
})

it('reports a changed entry that is recorded as erased, and counts a removal that is not an erasure', async () => {
  const record = (cause: string) =>
    `with one as (update audit_entry e set reason = ${cause === 'erasure' ? "'forged'" : 'null'} where community_id = '${id()}' and action = 'test.written'
      and audit_id = (select min(audit_id) from audit_entry where community_id = '${id()}' and action = 'test.written') returning e)
    insert into audit_redaction (community_id, audit_id, cause, hash)
    select (e).community_id, (e).audit_id, '${cause}', audit_hash(e, null::uuid) from one
    on conflict (community_id, audit_id) do update set cause = excluded.cause, hash = excluded.hash`
  await pastTheGuard(app.dba, sql.raw(record('other')))
  expect(await verifyChain(app.base, id(), null)).toMatchObject({ broken: null, redacted: 1, otherwise: 1 })
  await pastTheGuard(app.dba, sql.raw(record('erasure')))
  expect(await verify()).toMatch(/^entry \d+ was changed/)
})

it('seals and verifies where a kept key cannot be decrypted', async () => {
  await sql`insert into erasure_digest_key (key_id, sealed) values ('0123456789abcdef', ${randomBytes(64)})`.execute(
    app.dba,
  )
  try {
    await writeAndSeal()
    expect(await verify()).toBeNull()
  } finally {
    await sql`delete from erasure_digest_key where key_id = '0123456789abcdef'`.execute(app.dba)
  }
})
