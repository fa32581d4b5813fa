import { sql } from 'kysely'
import { digestHeads } from '../../src/audit/seals/queries'
import { sealEntries } from '../../src/audit/seals/actions'
import type { SealBase } from '../../src/audit/seals/macs'
import { Keyring } from '../../src/encryption/keyring'
import { openDatabase } from '../../src/db/database'
import { makeLogger } from '../../src/base/logger'
import { pastTheGuard, untilComplete } from '../support/audit'
import { useAdmin } from './support'

const admin = useAdmin()

test('verify reports intact audit logs, and exits with 1 when one was changed', async () => {
  expect((await admin.run(['audit', 'verify'])).stdout).toBe('There are no communities.\n')
  const make = async (name: string): Promise<string> =>
    (await admin.json(['community', 'create', '--name', name])).communityId as string
  const [one, other] = [await make('One'), await make('Other')]
  expect((await admin.json(['audit', 'verify'])).communities).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        communityId: one,
        seals: 0,
        sealed: 0,
        redacted: 0,
        unsealed: 1,
        head: null,
        broken: null,
      }),
    ]),
  )
  const { db, close } = openDatabase(admin.database.url, 2, makeLogger('silent'))
  try {
    await untilComplete(db)
    const settings = { encryptionKey: new Keyring(Buffer.from(admin.env.ENCRYPTION_KEY ?? '', 'hex')) }
    await sealEntries({ db, settings, log: makeLogger('silent') } as SealBase)
    const [report] = (await admin.json(['audit', 'verify', '--community', one])).communities
    expect(report).toMatchObject({ seals: 1, sealed: 1, unsealed: 0, broken: null })
    const { head } = report as { head: string }
    expect(await admin.run(['audit', 'verify', '--community', one, '--head', head])).toMatchObject({ exitCode: 0 })
    const unknownHead = await admin.run(['audit', 'verify', '--community', one, '--head', '0'.repeat(64)])
    expect([unknownHead.exitCode, unknownHead.stderr]).toEqual([
      1,
      `error: the audit log was changed outside of the server: ${one}: no seal has the recorded hash: seals were removed or recomputed\n`,
    ])

    const all = await admin.json(['audit', 'verify'])
    const heads = all.heads as { seals: number; digest: string }
    expect(heads).toEqual(await digestHeads(db))
    expect((await admin.run(['audit', 'verify'])).stdout).toContain(`Heads: 2 seals, digest ${heads.digest}\n`)

    await sql`update audit_entry set after = null where community_id = ${one}`.execute(db)
    const lost = await admin.run(['audit', 'verify', '--community', one])
    expect(lost).toMatchObject({ exitCode: 0, stderr: '' })
    expect(lost.stdout).toContain('    result: intact; 1 entries lost data without an erasure\n')

    await pastTheGuard(db, sql`update audit_entry set action = 'test.forged' where community_id = ${one}`)
    const { exitCode, stdout, stderr } = await admin.run(['audit', 'verify'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      new RegExp(
        `^error: the audit log was changed outside of the server: ${one}: entry \\d+ was changed \\(seal 1\\)\n$`,
      ),
    )
    expect(stdout).toMatch(new RegExp(`${one} [^:]*head: \\w+\n +result: entry 1 was changed \\(seal 1\\)\n`))
    expect(stdout).toMatch(new RegExp(`${other} [^:]*head: \\w+\n +result: intact\n`))
    const ran = await admin.run(['audit', 'verify', '--json'])
    expect(ran.exitCode).toBe(1)
    expect(JSON.parse(ran.stdout)).toMatchObject({ communities: expect.any(Array) as unknown })
    expect(await admin.run(['audit', 'verify', '--community', other])).toMatchObject({ exitCode: 0, stderr: '' })
  } finally {
    await close()
  }
  expect(await admin.failure(['audit', 'verify', '--head', '0'.repeat(64)])).toContain('give --community with --head')
  expect(await admin.failure(['audit', 'verify', '--community', one, '--head', 'x'])).toContain('64 hex digits')
})
