// Restores a backup into an empty database with the same schema, in one transaction.
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import { StartError } from '../base/errors'
import { isDistributed } from '../db/distributed'
import { backupFile, listSequences, type BackupFigures, type BackupHeader } from './backup'
import { damagedLine, LARGEST_NUMBER, parseObject, requireOwner, skipTriggers } from './copy-script'
import { openFile, readTables } from './file'
import { isOrigin, listTables, requireSameMigrations, withSession } from './snapshot'
import type { Upkeep } from '../db/migrations/migrate'

export interface Restoring {
  readonly upkeep: Upkeep
  /** What the operator has to know. */
  readonly notice: (message: string) => void
  /** After each table with rows. */
  readonly report: (message: string) => void
}

/**
 * Restores a backup and adapts the data to the current cluster.
 * @throws StartError, with nothing changed, when the backup is incomplete, has another encryption key or schema, or the
 * database has communities
 */
export function readBackup(
  connectionString: string,
  input: Readable,
  keyFingerprints: readonly string[],
  { upkeep, notice, report }: Restoring,
): Promise<BackupFigures> {
  return withSession(connectionString, async (client) => {
    const file = await openFile(backupFile, input)
    const header = parseHeader(file.header)
    if (!keyFingerprints.includes(header.keyFingerprint)) {
      throw new StartError('The backup was made with another encryption key. Set ENCRYPTION_KEY to that key.')
    }
    await requireOwner(client)
    if (await isDistributed(client)) {
      throw new StartError('The database is distributed. Restore into one that is not, then run distribute.')
    }
    await client.query('begin')
    await requireFit(client, header)
    await emptyTables(client)
    await setPartitions(client, header)
    const sequences: Sequences = new Map()
    const take = (line: string): boolean => takeSequence(sequences, line)
    const figures = await readTables(client, file, await listTables(client), { take, report })
    await requireSoundNumbers(client, sequences)
    await setSequences(client, sequences)
    await client.query('commit')
    await upkeep.run(client, notice)
    return { madeAt: header.madeAt, ...figures }
  })
}

function parseHeader(text: string): BackupHeader {
  const header = parseObject<BackupHeader>(text)
  const { keyFingerprint, auditPartitions = [] } = header
  if (!isOrigin(header) || keyFingerprint === undefined || !Array.isArray(auditPartitions)) throw damagedLine()
  return { ...header, keyFingerprint, auditPartitions }
}

async function requireFit(client: Client, header: BackupHeader): Promise<void> {
  await requireSameMigrations(client, header, 'Restore it with the version that made it, then upgrade.')
  const { rows } = await client.query<{ inUse: boolean }>('select exists (select from community) as "inUse"')
  if (rows[0]?.inUse) {
    throw new StartError(
      'The database has communities. Restore into an empty one: set another DATA_DIR or DATABASE_URL.',
    )
  }
}

async function emptyTables(client: Client): Promise<void> {
  await skipTriggers(client)
  const names = (await listTables(client)).map(({ name }) => name)
  await client.query(`truncate ${names.join(', ')}`)
}

/** More months than a log has. */
const MAX_PARTITIONS = 5_000

/** As in the backup, so that retention can drop its old months. */
async function setPartitions(client: Client, { auditPartitions = [] }: BackupHeader): Promise<void> {
  const numbers = auditPartitions.map(({ number }) => number)
  const isOrdered = numbers.every((number, index) => Number.isInteger(number) && number > (numbers[index - 1] ?? -1))
  const days = auditPartitions.map(({ beganOn }) => beganOn)
  const areDays = days.every((day) => day === null || /^\d{4}-\d\d-\d\d$/.test(day))
  if (!isOrdered || !areDays || (numbers[0] ?? 0) !== 0 || numbers.length === 1 || numbers.length > MAX_PARTITIONS) {
    throw damagedLine()
  }
  if (BigInt(numbers.at(-1) ?? 0) << 36n > LARGEST_NUMBER) throw damagedLine()
  if (numbers.length > 0) await client.query('select set_audit_partitions($1, $2)', [numbers, days])
}

type Sequences = Map<string, string>

/** @returns false for another line than that of a sequence */
function takeSequence(sequences: Sequences, line: string): boolean {
  const [, sequence, value] = /^SELECT pg_catalog\.setval\('([\w.]+)', (\d+), true\);$/.exec(line) ?? []
  if (sequence === undefined || value === undefined) return false
  sequences.set(sequence, value)
  return true
}

async function requireSoundNumbers(client: Client, sequences: Sequences): Promise<void> {
  const known = new Set(await listSequences(client))
  for (const [name, value] of sequences) {
    if (!known.has(name)) throw new StartError(`The backup has the sequence ${name}, which this version does not know.`)
    if (BigInt(value) > LARGEST_NUMBER) throw tooLarge(value, name)
  }
  const { rows } = await client.query<{ last: string | null }>(
    'select max(position)::text as last from list_last_positions() as last (position)',
  )
  const last = rows[0]?.last ?? '0'
  if (BigInt(last) > LARGEST_NUMBER) throw tooLarge(last, 'the audit log')
}

const tooLarge = (value: string, where: string): StartError =>
  new StartError(
    `The backup has the number ${value} in ${where}, which leaves no room for new ones. Nothing was changed.`,
  )

/** Sequences are not part of a transaction, so call it when nothing but the commit can fail. */
async function setSequences(client: Client, sequences: Sequences): Promise<void> {
  for (const [name, value] of sequences)
    await client.query('select setval($1::regclass, $2::bigint, true)', [name, value])
}
