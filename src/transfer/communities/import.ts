// Reads a community that another server has exported, in one transaction.
import type { Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import type { Plan } from '../../../generated/database'
import { placeAuditAfter } from '../../audit/order'
import type { Actor } from '../../context'
import { listMigrations, withSession } from '../backup'
import {
  copyStatement,
  damagedLine,
  linesOf,
  nextLine,
  parseObject,
  readRows,
  requireEnd,
  requireOwner,
  skipTriggers,
  type Lines,
} from '../copy-script'
import { StartError } from '../../base/errors'
import { encryptCredential } from '../../encryption/credentials'
import type { Keyring } from '../../encryption/keyring'
import {
  movedSecrets,
  ownerOfMoved,
  endMark,
  headerMark,
  listMovedTables,
  newChecksum,
  parseHeader,
  secretMark,
  type Header,
  type MovedTable,
  type MoveFigures,
  type Secret,
} from './format'
import { passIds, requireSound } from './judge'

export interface Imported extends MoveFigures {
  readonly differingPlans: readonly string[]
}

/**
 * The whole file is judged before anything on this server changes. New audit entries of all communities are placed
 * behind those of the file.
 * @param ownerUrl of the role that owns the tables
 * @param report after each table
 * @throws StartError, with nothing imported, when the file is damaged or of another version, the community exists, or a
 * plan is missing
 */
export function readCommunity(
  ownerUrl: string,
  { keys, actor }: { readonly keys: Keyring; readonly actor: Actor },
  input: Readable,
  report: (message: string) => void,
): Promise<Imported> {
  return withSession(ownerUrl, async (client) => {
    const checksum = newChecksum()
    const lines = summed(linesOf(input), checksum)
    const header = await readHeader(lines)
    await requireOwner(client)
    const differingPlans = await requireFit(client, header)
    const tables = await listMovedTables(client)
    await client.query('begin')
    // two imports would wait for each other's rows of the audit log
    await client.query(`select pg_advisory_xact_lock(hashtextextended('community import', 0))`)
    await skipTriggers(client)
    const figures = await readTables(client, lines, header, { tables, keys, checksum, report })
    const ids = await requireSound(client, header, tables)
    await placeAuditAfter(client, BigInt(header.auditEnd))
    await passIds(client, ids)
    await announce(client, header, actor)
    await client.query('commit')
    const { communityId, name, madeAt } = header
    return { communityId, name, madeAt, ...figures, differingPlans }
  })
}

async function* summed(lines: Lines, checksum: Hash): Lines {
  let isEnd = false
  for await (const line of lines) {
    isEnd ||= line.subarray(0, endMark.length).equals(endBytes)
    if (!isEnd) checksum.update(line).update('\n')
    yield line
  }
}
const endBytes = Buffer.from(endMark)

async function readHeader(lines: Lines): Promise<Header> {
  const text = (await nextLine(lines)).toString()
  if (!text.startsWith(headerMark)) throw new StartError('This is not a file of community export.')
  return parseHeader(text.slice(headerMark.length))
}

async function requireFit(client: Client, header: Header): Promise<string[]> {
  const { communityId, name, migrations, plans } = header
  const here = await listMigrations(client)
  if (JSON.stringify(here) !== JSON.stringify(migrations)) {
    throw new StartError(
      `The file's newest migration is ${migrations.at(-1)?.name}, this server's is ${here.at(-1)?.name}. ` +
        'Upgrade both servers to the same version, export again, and import.',
    )
  }
  const { rows } = await client.query<{ exists: boolean; plans: Plan[] }>(
    `select exists (select from community where community_id = $1),
       coalesce((select json_agg(p) from plan p where p.name = any ($2::text[])), '[]') as plans`,
    [communityId, plans.map((plan) => plan.name)],
  )
  if (rows[0]?.exists) {
    throw new StartError(
      `The community ${communityId} (${name}) exists on this server; its rows stay when it is moved away. Import it into another database.`,
    )
  }
  const known = new Map((rows[0]?.plans ?? []).map((plan) => [plan.name, JSON.stringify(plan)]))
  const missing = plans.filter((plan) => !known.has(plan.name))
  if (missing.length > 0) {
    const names = missing.map((plan) => plan.name).join(', ')
    throw new StartError(
      `This server lacks the plan ${names} of the community. Create it with plan set, then import again.`,
    )
  }
  return plans.filter((plan) => known.get(plan.name) !== JSON.stringify(plan)).map((plan) => plan.name)
}

interface Reading {
  readonly tables: readonly MovedTable[]
  readonly keys: Keyring
  readonly checksum: Hash
  readonly report: (message: string) => void
}

/** It builds every statement itself, so that a file cannot inject one. */
async function readTables(
  client: Client,
  lines: Lines,
  { communityId }: Header,
  { tables, keys, checksum, report }: Reading,
): Promise<Pick<MoveFigures, 'tables' | 'rows' | 'secrets'>> {
  const missing = new Map(tables.map((table) => [copyStatement(table), table.name]))
  const own = Buffer.from(`${communityId}\t`)
  const alone = Buffer.from(communityId)
  const requireOwn = (row: Buffer): void => {
    if (row.subarray(0, own.length).equals(own) || row.equals(alone)) return
    throw new StartError('The file has a row of another community. Nothing was imported.')
  }
  const figures = { tables: 0, rows: 0, secrets: 0 }
  for (;;) {
    const line = (await nextLine(lines)).toString()
    if (line.startsWith(endMark)) {
      await requireWhole(line, checksum, lines, [...missing.values()])
      return figures
    }
    const table = missing.get(line)
    if (table !== undefined) {
      missing.delete(line)
      const count = await readRows(client, line, lines, requireOwn)
      if (count > 0) report(`imported ${table.replace('public.', '')}: ${count} rows`)
      figures.rows += count
      figures.tables++
    } else if (line.startsWith(secretMark)) {
      await storeSecret(client, keys, communityId, parseObject<Secret>(line.slice(secretMark.length)))
      figures.secrets++
    } else throw new StartError(`The file has an invalid line: ${line.slice(0, 60)}`)
  }
}

async function requireWhole(end: string, checksum: Hash, lines: Lines, missing: readonly string[]): Promise<void> {
  if (end !== `${endMark}${checksum.digest('hex')}`) {
    throw new StartError('The checksum of the file is wrong: it was changed or damaged. Nothing was imported.')
  }
  if (missing.length > 0) throw new StartError(`The file lacks the table ${missing[0]}. Nothing was imported.`)
  await requireEnd(lines)
}

async function storeSecret(client: Client, keys: Keyring, communityId: string, secret: Partial<Secret>): Promise<void> {
  const known = movedSecrets.find(({ table, column }) => table === secret.table && column === secret.column)
  if (!known) throw new StartError(`The file has a secret of ${secret.table}, which this version does not know.`)
  const { id, plain } = secret
  if (typeof plain !== 'string' || !isKey(id, known.id.length)) throw damagedLine()
  const sealed = encryptCredential(keys, ownerOfMoved(communityId, id), plain)
  const matches = ['community_id', ...known.id].map((name, index) => `${name} = $${index + 2}`)
  const text = `update ${known.table} set ${known.column} = $1 where ${matches.join(' and ')}`
  await client.query(text, [sealed, communityId, ...id])
}

const isKey = (id: unknown, length: number): id is readonly string[] =>
  Array.isArray(id) && id.length === length && id.every((one) => typeof one === 'string')

/** It writes an audit entry, and a notice to the servers, because they may have refused its keys before. */
async function announce(client: Client, { communityId, madeAt }: Header, { kind, id }: Actor): Promise<void> {
  await client.query('set local session_replication_role to origin')
  await client.query(
    `insert into audit_entry (community_id, actor_kind, actor_id, action, after) values ($1, $2, $3, 'community.import', $4)`,
    [communityId, kind, id, { exportedAt: madeAt }],
  )
  await client.query(`select pg_notify('access_changed', $1)`, [communityId])
}
