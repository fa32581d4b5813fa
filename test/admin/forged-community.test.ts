// A community file of another server is checked as a whole: one that is refused changes nothing.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { writeCommunity } from '../../src/transfer/communities/export'
import { communityFile, type Header } from '../../src/transfer/communities/format'
import { readCommunity } from '../../src/transfer/communities/import'
import { projectRoot } from '../../src/base/project-root'
import { withSession } from '../../src/transfer/snapshot'
import { StartError } from '../../src/base/errors'
import { Keyring } from '../../src/encryption/keyring'
import { freshDatabase, type TestDatabase } from '../support/database'
import { until } from '../support/until'
import { adminOn } from './support'
import { runs } from '../support/runs'

const keys = new Keyring(Buffer.alloc(32, 5))
const env = (database: TestDatabase) => ({ DATABASE_URL: database.url, ENCRYPTION_KEY: keys.current.toString('hex') })
let source: TestDatabase
let target: TestDatabase
let local: string
let moved: string
let whole: string

beforeAll(async () => {
  source = await freshDatabase()
  target = await freshDatabase()
  const make = async (database: TestDatabase, name: string): Promise<string> =>
    (await adminOn(env(database)).json(['community', 'create', '--name', name])).communityId as string
  moved = await make(source, 'Southern Watch')
  local = await make(target, 'Northern Watch')
  for (const name of ['Valor', 'Honour'])
    await adminOn(env(source)).json(['medal', 'create', '--community', moved, '--name', name])
  const output = new PassThrough()
  const written = text(output)
  const watching = { report: () => undefined, signal: new AbortController().signal }
  await writeCommunity(source.url, keys, moved, output, watching)
  output.end()
  whole = await written
})
afterAll(async () => {
  await source.drop()
  await target.drop()
})

const { headerMark, endMark } = communityFile

/** The file with the checksum that makes the change valid. */
function sealed(file: string): string {
  const body = file.slice(0, file.lastIndexOf(endMark))
  return `${body}${endMark}${createHash('sha256').update(body).digest('hex')}\n`
}

function withHeader(change: (header: Header) => object): string {
  const end = whole.indexOf('\n')
  const header = JSON.parse(whole.slice(headerMark.length, end)) as Header
  return sealed(`${headerMark}${JSON.stringify(change(header))}${whole.slice(end)}`)
}

/** The file with another value in a column of the first row of a table. */
function withValue(table: string, column: string, value: string): string {
  const changed = whole.replace(
    new RegExp(`(COPY public\\.${table} \\((.*)\\) FROM stdin;\n)(.*)`),
    (_, start: string, columns: string, row: string) => {
      const cells = row.split('\t')
      cells[columns.split(', ').indexOf(column)] = value
      return `${start}${cells.join('\t')}`
    },
  )
  expect(changed).not.toBe(whole)
  return sealed(changed)
}

const read = (file: string) =>
  readCommunity(
    target.url,
    { keys, actor: { kind: 'operator', id: 'test' } },
    Readable.from([Buffer.from(file)]),
    () => undefined,
  )

/** Communities, and everything that the numbers in a file could move. */
const stateOf = (database: TestDatabase) =>
  withSession(database.url, async (client) => {
    const { rows } = await client.query<{ state: unknown }>(
      `select jsonb_build_object('offset', audit_offset(), 'communities', (select jsonb_agg(community_id order by 1) from community),
         'sequences', (select jsonb_object_agg(sequencename, last_value) from pg_sequences where schemaname = 'public')) as state`,
    )
    return rows[0]?.state
  })

async function expectRefused(file: string, reason: string | RegExp): Promise<void> {
  const before = await stateOf(target)
  const error: unknown = await read(file).then(
    () => 'imported',
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  expect((error as Error).message).toMatch(reason)
  expect(await stateOf(target)).toEqual(before)
  const created = await adminOn(env(target)).run(['medal', 'create', '--community', local, '--name', `M ${++medals}`])
  expect(created.exitCode).toBe(0)
}
let medals = 0

const largest = '9223372036854775807'

it.each([
  [
    'an end of the audit log of 2^63',
    () => withHeader((header) => ({ ...header, auditEnd: largest })),
    /leaves no room/,
  ],
  [
    'an end far after its entries',
    () => withHeader((header) => ({ ...header, auditEnd: String(2 ** 44) })),
    /far after its last entry/,
  ],
  [
    'an end before its entries',
    () => withHeader((header) => ({ ...header, auditEnd: '1' })),
    /a row of audit_entry after the end/,
  ],
  [
    'an audit entry with the largest id',
    () => withValue('audit_entry', 'audit_id', largest),
    /the id 9223372036854775807/,
  ],
  [
    'an audit entry at the largest position',
    () => withValue('audit_entry', '"position"', largest),
    /a row of audit_entry after the end/,
  ],
  ['a medal with the largest id', () => withValue('medal', 'medal_id', largest), /the id 9223372036854775807/],
  [
    'a subscription to an unknown plan',
    () => withValue('subscription', 'plan', 'gold'),
    /whose row of plan is missing/,
  ],
  [
    'a value of another type',
    () => withValue('medal', 'created_at', 'now; drop'),
    /medal does not accept \(SQLSTATE 22007\)/,
  ],
  [
    'a value that a constraint refuses',
    () => withValue('community', 'name', ''),
    /community does not accept \(constraint community_name_check\)/,
  ],
])('refuses a file with %s, and changes nothing on this server', async (_what, file, reason) => {
  await expectRefused(file(), reason)
})

it('refuses a forged header whose checksum is wrong before numbers of the file are used', async () => {
  const forged = withHeader((header) => ({ ...header, auditEnd: String(2 ** 45) }))
  await expectRefused(forged.replace(/[0-9a-f]{8}\n$/, '00000000\n'), /checksum/)
})

it('refuses every damaged header with a sentence, and changes nothing on this server', async () => {
  const numbers = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 80n }).map(String),
    fc.constantFrom('', '-1', '0x10', '1e9', largest),
  )
  const value = fc.oneof(fc.jsonValue(), numbers, fc.constant('\u001b[2J'), fc.constant([null]), fc.constant([{}]))
  const field = fc.constantFrom(
    'format',
    'communityId',
    'name',
    'madeAt',
    'auditEnd',
    'plans',
    'migrations',
    '__proto__',
  )
  const before = await stateOf(target)
  await fc.assert(
    fc.asyncProperty(field, value, fc.boolean(), async (name, forged, isSealed) => {
      const file = withHeader((header) => ({ ...header, [name]: forged }))
      // a well-formed name or time is not damage, so the file also lacks its end or has a wrong checksum
      const cut = isSealed ? file.slice(0, file.lastIndexOf(endMark)) : file.replace(/[0-9a-f]{8}\n$/, '00000000\n')
      await expect(read(cut)).rejects.toBeInstanceOf(StartError)
    }),
    { numRuns: runs(150) },
  )
  expect(await stateOf(target)).toEqual(before)
})

it('refuses a line that is too long, without keeping all of it in memory', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from(headerMark)
    for (;;) yield await Promise.resolve(Buffer.alloc(2 ** 20, 'a'))
  }
  const reading = readCommunity(
    target.url,
    { keys, actor: { kind: 'operator', id: 'test' } },
    Readable.from(endless()),
    () => undefined,
  )
  await expect(reading).rejects.toThrow('a line is longer than 67108864 bytes')
})

/** A file with rows of `bytes` in all, more than the memory of the child process holds. */
async function* manyRows(bytes: number): AsyncGenerator<string> {
  const sum = createHash('sha256')
  const send = (part: string): string => {
    sum.update(part)
    return part
  }
  const body = whole.slice(0, whole.lastIndexOf(endMark))
  const start = body.indexOf('COPY public.member (')
  const columns = /COPY public\.member \((.*)\) FROM/.exec(body)?.[1]?.split(', ') ?? []
  const rows = body.indexOf('\n', start) + 1
  yield send(body.slice(0, rows))
  let sent = 0
  for (let id = 1; sent < bytes;) {
    let part = ''
    for (const last = id + 1_000; id < last; id++)
      part += `${columns.map((column) => memberValue(column, id)).join('\t')}\n`
    sent += part.length
    yield await Promise.resolve(send(part))
  }
  yield send(body.slice(rows))
  yield `${endMark}${sum.digest('hex')}\n`
}

const time = '2026-01-01 00:00:00+00'
function memberValue(column: string, id: number): string {
  const values: Record<string, string> = {
    community_id: moved,
    user_id: String(id),
    username: `u${id}`,
    display_name: `u${id}`,
  }
  return (
    values[column] ??
    (column.endsWith('_at') ? time : column.endsWith('_ids') ? '{}' : column.includes('rank') ? '\\N' : '0')
  )
}

it('imports nothing when its process is killed at any point, and the same file afterwards', async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'forged-'))
  const file = path.join(directory, 'watch.gz')
  const plain: string[] = []
  for await (const part of manyRows(4_000_000)) plain.push(part)
  fs.writeFileSync(file, gzipSync(plain.join('')))
  const before = await stateOf(target)
  const main = path.join(projectRoot, 'dist/src/admin/main.js')
  const args = [main, 'community', 'import', '--from', file]
  const environment = { ...process.env, ...env(target), LOG_LEVEL: 'debug' }
  for (const seen of ['read audit_entry', 'read medal', 'read member:']) {
    const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(seen)) child.kill('SIGKILL')
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    await withSession(target.url, (client) =>
      until('PostgreSQL has ended the session', async () => {
        const { rows } = await client.query<{ open: number }>(
          `select count(*)::int as open from pg_stat_activity where datname = current_database() and application_name = 'backup' and pid <> pg_backend_pid()`,
        )
        return rows[0]?.open === 0
      }),
    )
    expect(await stateOf(target)).toEqual(before)
  }
  const { rows } = await adminOn(env(target)).json(['community', 'import', '--from', file])
  expect(rows).toBeGreaterThan(20_000)
  fs.rmSync(directory, { recursive: true })
})
