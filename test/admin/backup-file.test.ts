// Creation, permissions and encryption of backup files.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { createBackupFile, openBackupFile, unpackBackup } from '../../src/admin/backup-file'
import { runAdmin } from '../../src/admin/program'
import { listTables, withSession } from '../../src/transfer/snapshot'
import { freshDatabase, type TestDatabase } from '../support/database'
import { adminOn, collect, useAdmin } from './support'

const admin = useAdmin()
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-file-'))
const at = (name: string): string => path.join(directory, name)
const passphrase = 'correct horse battery staple'
let target: TestDatabase
let secretKey: string
let publicKey: string

beforeAll(async () => {
  await admin.json(['community', 'create', '--name', 'Northern Watch'])
  target = await freshDatabase()
  secretKey = await generateX25519Identity()
  publicKey = await identityToRecipient(secretKey)
  fs.writeFileSync(at('passphrase'), `${passphrase}\n`)
  fs.writeFileSync(at('identity'), `# created: 2026-11-23T00:00:00Z\n# public key: ${publicKey}\n${secretKey}\n`)
})
afterAll(async () => {
  await target.drop()
  fs.rmSync(directory, { recursive: true })
})

const create = (name: string, ...flags: string[]): string[] => ['backup', 'create', '--to', at(name), ...flags]
/** Writes the whole backup at once. */
const write =
  (content: string | Buffer) =>
  (output: Writable): Promise<void> =>
    Promise.resolve(void output.write(content))
const onTarget = () => adminOn({ ...admin.env, DATABASE_URL: target.url })

const countCommunities = (url: string): Promise<number> =>
  withSession(url, async (client) => (await client.query('select from community')).rowCount ?? 0)

describe('the partial file', () => {
  it('is not created through a symbolic link', async () => {
    fs.writeFileSync(at('victim'), 'precious', { mode: 0o666 })
    fs.symlinkSync(at('victim'), at('linked.gz.partial'))
    expect(await admin.failure(create('linked.gz'))).toContain('is not a partial backup of this user')
    expect(fs.readFileSync(at('victim'), 'utf8')).toBe('precious')
    expect(fs.readlinkSync(at('linked.gz.partial'))).toBe(at('victim'))
    expect(fs.existsSync(at('linked.gz'))).toBe(false)
  })

  it('is not created through a dangling symbolic link', async () => {
    fs.symlinkSync(at('nowhere'), at('dangling.gz.partial'))
    expect(await admin.failure(create('dangling.gz'))).toContain('is not a partial backup of this user')
    expect(fs.existsSync(at('nowhere'))).toBe(false)
  })

  it('has mode 0600 even when a killed backup left another mode', async () => {
    fs.writeFileSync(at('stale.gz.partial'), 'half a backup')
    fs.chmodSync(at('stale.gz.partial'), 0o666)
    const held = fs.openSync(at('stale.gz.partial'), 'r')
    await admin.json(create('stale.gz'))
    expect(fs.statSync(at('stale.gz')).mode & 0o777).toBe(0o600)
    // the new backup is another file: the open descriptor still reads the old one
    expect(fs.readFileSync(held, 'utf8')).toBe('half a backup')
    fs.closeSync(held)
    expect(fs.existsSync(at('stale.gz.partial'))).toBe(false)
  })

  it('is replaced by a second backup to the same name, and the first one fails', async () => {
    const second = { done: Promise.resolve() }
    const first = createBackupFile(at('twice.gz'), null, async (output) => {
      output.write('first')
      second.done = createBackupFile(at('twice.gz'), null, write('second'))
      await second.done
      fs.renameSync(at('twice.gz'), at('moved.gz'))
    })
    await expect(first).rejects.toThrow('another backup')
    expect((await buffer(await unpackBackup(openBackupFile(at('moved.gz')), 'it', null))).toString()).toBe('second')
    expect(fs.existsSync(at('twice.gz'))).toBe(false)
  })

  it('is removed when the backup fails', async () => {
    const failing = createBackupFile(at('failed.gz'), null, () => Promise.reject(new Error('no rows')))
    await expect(failing).rejects.toThrow('no rows')
    expect(fs.readdirSync(directory).filter((name) => name.startsWith('failed'))).toEqual([])
    expect(await admin.failure(create('absent/failed.gz'))).toContain(`the directory ${at('absent')} does not exist`)
  })
})

describe('an encrypted backup', () => {
  it('is restored with its passphrase only', async () => {
    const made = await admin.json(create('secret.age', '--passphrase-file', at('passphrase')))
    expect(made).toMatchObject({ encrypted: true })
    expect(fs.readFileSync(at('secret.age'), 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    const restore = ['backup', 'restore', '--from', at('secret.age')]
    expect(await onTarget().failure(restore)).toContain('is encrypted; give --passphrase-file')
    const cheap = new Encrypter()
    cheap.setScryptWorkFactor(10)
    cheap.setPassphrase(passphrase)
    fs.writeFileSync(at('cheap.age'), await cheap.encrypt('a backup'))
    const fromCheap = ['backup', 'restore', '--from', at('cheap.age'), '--passphrase-file', '-']
    const wrong = await onTarget().failure(fromCheap, 'incorrect horse battery\n')
    expect(wrong).toContain('cannot be decrypted')
    expect(wrong).not.toContain('incorrect horse')
    expect(await countCommunities(target.url)).toBe(0)
    const { exitCode, stderr } = await onTarget().run([...restore, '--passphrase-file', '-'], `${passphrase}\n`)
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('were paused')])
    expect(await countCommunities(target.url)).toBe(1)
  })

  it('is restored with the identity of its recipient only', async () => {
    await admin.json(create('public.age', '--recipient', publicKey))
    const empty = await freshDatabase()
    try {
      const restore = ['backup', 'restore', '--from', at('public.age'), '--identity-file']
      const on = adminOn({ ...admin.env, DATABASE_URL: empty.url })
      const other = await generateX25519Identity()
      expect(await on.failure([...restore, '-'], other)).toContain('cannot be decrypted')
      expect((await on.run([...restore, at('identity')])).exitCode).toBe(0)
      expect(await countCommunities(empty.url)).toBe(1)
    } finally {
      await empty.drop()
    }
  })

  it('that was truncated or altered is rejected before any row is committed', async () => {
    const empty = await freshDatabase()
    const on = adminOn({ ...admin.env, DATABASE_URL: empty.url })
    const whole = fs.readFileSync(at('public.age'))
    const flipped = (place: number): Buffer => {
      const copy = Buffer.from(whole)
      copy[place] = (copy[place] ?? 0) ^ 1
      return copy
    }
    const places = [30, 150, 220, Math.floor(whole.length / 2), whole.length - 20, whole.length - 1]
    const altered = [
      ...places.map(flipped),
      ...places.map((place) => whole.subarray(0, place)),
      Buffer.concat([whole, Buffer.alloc(1)]),
    ]
    try {
      for (const bytes of altered) {
        fs.writeFileSync(at('altered.age'), bytes)
        const restore = ['backup', 'restore', '--from', at('altered.age'), '--identity-file', at('identity')]
        expect(await on.failure(restore)).toMatch(/cannot be decrypted|truncated or damaged/)
      }
      expect(await countCommunities(empty.url)).toBe(0)
    } finally {
      await empty.drop()
    }
  })

  it('rejects a weak passphrase, a malformed key and an unencrypted file', async () => {
    expect(await admin.failure(create('no.age', '--passphrase-file', '-'), 'short\n')).toContain(
      '12 to 1024 characters',
    )
    expect(await admin.failure(create('no.age', '--passphrase-file', at('absent')))).toContain('cannot be read (ENOENT')
    const mistaken = await admin.failure(create('no.age', '--recipient', secretKey))
    expect(mistaken).toContain('is malformed')
    expect(mistaken).not.toContain(secretKey)
    await admin.json(create('plain.gz'))
    const restore = ['backup', 'restore', '--from', at('plain.gz'), '--identity-file', at('identity')]
    expect(await onTarget().failure(restore)).toContain('is not encrypted')
    expect(fs.existsSync(at('no.age'))).toBe(false)
  })
})

it('rejects data after the end of a backup', async () => {
  const file = at('longer.gz')
  const whole = await buffer(await unpackBackup(openBackupFile(at('plain.gz')), 'it', null))
  const empty = await freshDatabase()
  try {
    for (const more of ['more', 'more\n']) {
      fs.rmSync(file, { force: true })
      await createBackupFile(file, null, write(Buffer.concat([whole, Buffer.from(more)])))
      const on = adminOn({ ...admin.env, DATABASE_URL: empty.url })
      expect(await on.failure(['backup', 'restore', '--from', file])).toMatch(/continues after its end mark|truncated/)
    }
    expect(await withSession(empty.url, async (client) => (await listTables(client)).length)).toBeGreaterThan(10)
    expect(await countCommunities(empty.url)).toBe(0)
  } finally {
    await empty.drop()
  }
})

describe('a pipe', () => {
  let piped: TestDatabase
  beforeAll(async () => (piped = await freshDatabase()))
  afterAll(() => piped.drop())

  /** Runs the command line with bytes on its standard input and output. */
  async function runPiped(url: string, args: readonly string[], input: Buffer = Buffer.alloc(0)) {
    const chunks: Buffer[] = []
    const stdout = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
    })
    const stderr = collect(false)
    // the chunks of a pipe end anywhere
    const stdin = Readable.from(
      input.length === 0 ? [] : [input.subarray(0, 7), input.subarray(7, 30), input.subarray(30)],
    )
    const exitCode = await runAdmin(args, { stdin, stdout, stderr, env: { ...admin.env, DATABASE_URL: url } })
    return { exitCode, stdout: Buffer.concat(chunks), stderr: stderr.text() }
  }

  it('carries a backup out of one database and into another, encrypted', async () => {
    const made = await runPiped(admin.database.url, ['backup', 'create', '--to', '-', '--recipient', publicKey])
    expect([made.exitCode, made.stderr]).toEqual([
      0,
      expect.stringMatching(/^file +stdout\nbytes +\d+\nencrypted +yes\n/),
    ])
    expect(made.stderr).toContain(String(made.stdout.length))
    expect(made.stdout.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const restore = ['backup', 'restore', '--from', '-', '--identity-file', at('identity')]
    expect((await runPiped(piped.url, restore.slice(0, 4), made.stdout)).stderr).toContain('stdin is encrypted')
    const cut = await runPiped(piped.url, restore, made.stdout.subarray(0, -40))
    expect([cut.exitCode, cut.stderr]).toEqual([1, expect.stringContaining('truncated')])
    expect(await countCommunities(piped.url)).toBe(0)
    const restored = await runPiped(piped.url, restore, made.stdout)
    expect([restored.exitCode, restored.stdout.toString()]).toEqual([0, expect.stringMatching(/^file +stdin\n/)])
    expect(await countCommunities(piped.url)).toBe(1)
  })

  it('is not a terminal, and not also the key', async () => {
    const stdout = collect(true)
    const stderr = collect(false)
    const terminal = { stdin: Readable.from([]), stdout, stderr, env: admin.env }
    expect([await runAdmin(['backup', 'create', '--to', '-'], terminal), stdout.text()]).toEqual([2, ''])
    expect(stderr.text()).toContain('writes to a pipe, not to a terminal')
    const both = ['backup', 'restore', '--from', '-', '--passphrase-file', '-']
    expect(await admin.failure(both)).toContain('stdin cannot be both the file and its key')
  })
})

it('a role that may not restore is told the statement that grants it the right', async () => {
  const owned = await freshDatabase()
  await admin.json(create('granted.gz'))
  const asOwner = adminOn({ ...admin.env, DATABASE_URL: owned.serverUrl, DATABASE_MIGRATION_URL: owned.ownerUrl })
  const role = new URL(owned.ownerUrl.replace('@/', '@localhost/')).username
  const failure = await asOwner.failure(['backup', 'restore', '--from', at('granted.gz')])
  expect(failure).toContain(`grant set on parameter session_replication_role to ${role};`)
  const statement = /grant set [^;]+;/.exec(failure)?.[0] ?? ''
  await withSession(owned.url, (client) => client.query(statement))
  const restored = await asOwner.run(['backup', 'restore', '--from', at('granted.gz')])
  expect(restored.exitCode).toBe(0)
  await withSession(owned.url, (client) => client.query(statement.replace('grant', 'revoke').replace(' to ', ' from ')))
  expect(await countCommunities(owned.url)).toBe(1)
  await owned.drop()
})
