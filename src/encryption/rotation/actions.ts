// Rotation of ENCRYPTION_KEY.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/database'
import { StartError } from '../../base/errors'
import { sealedColumns, type SealedColumn } from '../../db/tables'
import { encryptCredential, keyNamedBy, openCredential } from '../credentials'
import { digestKeyOf, keyIdOf, type Keyring } from '../keyring'
import {
  addKeyId,
  keepDigestKey,
  listKeyIds,
  listSealed,
  lockKeyIds,
  removeOtherKeyIds,
  replaceSealed,
  type Replacement,
  type SealedRow,
} from './queries'

interface Deployment {
  readonly db: Kysely<DB>
  readonly settings: { readonly encryptionKey: Keyring }
}

const BATCH = 200
/** Rows locked by others are retried in the next pass. */
const PASSES = 20
const PAUSE_MS = 1_500

export interface SecretCounts {
  /** By id of each configured key. */
  readonly byKey: ReadonlyMap<string, number>
  /** Written by an earlier release; also counted in `byKey`. */
  readonly withoutId: number
  /** By key id. */
  readonly unreadable: ReadonlyMap<string, number>
  readonly unreadableIn: readonly UnreadableSecrets[]
}

/** Secrets of one table and one community under a key that is not configured. */
export interface UnreadableSecrets {
  readonly keyId: string
  readonly table: string
  /** The first part of the row's key: the id of the community, or of an encryption key. */
  readonly of: string
  readonly secrets: number
}

/** Decrypts every secret. */
export async function countSecrets({ db, settings }: Deployment): Promise<SecretCounts> {
  const keys = settings.encryptionKey
  const byKey = new Map(keys.all().map((key) => [idText(key), 0]))
  const unreadable = new Map<string, number>()
  const places = new Map<string, UnreadableSecrets>()
  let withoutId = 0
  for (const column of sealedColumns) {
    for await (const row of rowsOf(db, column)) {
      const found = tryOpen(keys, row)
      if (found === null) {
        count(unreadable, named(row))
        addPlace(places, { keyId: named(row), table: column.table, of: row.key[0] ?? '' })
      } else count(byKey, idText(found.key))
      if (found?.hasId === false) withoutId++
    }
  }
  return { byKey, withoutId, unreadable, unreadableIn: [...places.values()] }
}

function addPlace(places: Map<string, UnreadableSecrets>, place: Omit<UnreadableSecrets, 'secrets'>): void {
  const name = JSON.stringify(place)
  places.set(name, { ...place, secrets: (places.get(name)?.secrets ?? 0) + 1 })
}

/**
 * Stores the id of the current key. In a database without ids, the key must decrypt what is stored.
 * @param source where the key is from, for the error
 * @throws StartError for a key that is not the database's
 */
export async function requireKnownKey(base: Deployment, source: string): Promise<void> {
  const keys = base.settings.encryptionKey
  const configured = keys.all().map(idText)
  await base.db.transaction().execute(async (trx) => {
    await lockKeyIds(trx)
    const known = await listKeyIds(trx)
    const others = known.length > 0 ? known : await listUnreadable({ ...base, db: trx })
    assertOneOf(others, configured, source)
    await addKeyId(trx, idText(keys.current))
  })
}

/** As `requireKnownKey`, for a command: stores nothing. @throws StartError for a key that is not the database's */
export async function assertKnownKey({ db, settings }: Deployment, source: string): Promise<void> {
  assertOneOf(await listKeyIds(db), settings.encryptionKey.all().map(idText), source)
}

function assertOneOf(known: readonly string[], configured: readonly string[], source: string): void {
  if (known.length === 0 || known.some((id) => configured.includes(id))) return
  const text = `${source} is not the key of this database: its id is ${configured[0]}, that of the database is`
  throw new StartError(`${text} ${known.join(' or ')}. Set the key that this database was used with.`)
}

/** Ids of the keys of stored secrets; none when a secret can be decrypted. */
async function listUnreadable(base: Deployment): Promise<string[]> {
  const { byKey, unreadable } = await countSecrets(base)
  const readable = [...byKey.values()].reduce((sum, one) => sum + one, 0)
  return readable > 0 ? [] : [...unreadable.keys()]
}

/** For a lost key of the database. */
export async function acceptKey({ db, settings }: Deployment): Promise<void> {
  const keyId = idText(settings.encryptionKey.current)
  await addKeyId(db, keyId)
  await removeOtherKeyIds(db, keyId)
}

export interface Rotated {
  readonly rotated: number
  /** Locked by others: run the rotation again. */
  readonly left: number
  readonly unreadable: number
}

/**
 * Re-encrypts in batches. Can be interrupted, repeated, and run beside servers that have both keys.
 * @param report rows rotated so far
 */
export async function rotateSecrets({ db, settings }: Deployment, report: (rotated: number) => void): Promise<Rotated> {
  const keys = settings.encryptionKey
  await keepDigestKeys(db, keys)
  let [rotated, left] = [0, 0]
  for (let pass = 1; pass <= PASSES; pass++) {
    if (left > 0) await sleep(PAUSE_MS)
    const done = await rotateOnce(db, keys, (count) => report((rotated += count)))
    // a pass that finds nothing covers secrets written meanwhile
    if (done.found === 0) {
      if (done.unreadable === 0) await acceptKey({ db, settings })
      return { rotated, left: 0, unreadable: done.unreadable }
    }
    left = done.left
  }
  return { rotated, left, unreadable: 0 }
}

async function rotateOnce(db: Kysely<DB>, keys: Keyring, report: (rotated: number) => void) {
  let [found, left, unreadable] = [0, 0, 0]
  for (const column of sealedColumns) {
    for await (const rows of batchesOf(db, column)) {
      const { replacements, failed } = replace(keys, rows)
      unreadable += failed
      if (replacements.length === 0) continue
      let done = 0
      for (const row of replacements) done += await replaceSealed(db, column, row)
      found += replacements.length
      left += replacements.length - done
      report(done)
    }
  }
  return { found, left, unreadable }
}

/** Digests of erased accounts cannot be computed again under another key. */
async function keepDigestKeys(db: Kysely<DB>, keys: Keyring): Promise<void> {
  for (const key of keys.previous) {
    const keyId = idText(key)
    const sealed = encryptCredential(keys, `erasure digest ${keyId}`, digestKeyOf(key).toString('hex'))
    await keepDigestKey(db, keyId, sealed)
  }
}

function replace(keys: Keyring, rows: readonly SealedRow[]): { replacements: Replacement[]; failed: number } {
  const current = idText(keys.current)
  const stale = rows.filter(({ sealed }) => nameIn(sealed) !== current)
  const replacements = stale.flatMap((row) => {
    const found = tryOpen(keys, row)
    return found ? [{ key: row.key, old: row.sealed, fresh: encryptCredential(keys, row.owner, found.plain) }] : []
  })
  return { replacements, failed: stale.length - replacements.length }
}

function tryOpen(keys: Keyring, { owner, sealed }: SealedRow) {
  try {
    return openCredential(keys, owner, sealed)
  } catch {
    return null
  }
}

async function* batchesOf(db: Kysely<DB>, column: SealedColumn): AsyncGenerator<SealedRow[]> {
  for (let after: readonly string[] = []; ;) {
    const rows = await listSealed(db, column, after, BATCH)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)?.key ?? []
  }
}

async function* rowsOf(db: Kysely<DB>, column: SealedColumn): AsyncGenerator<SealedRow> {
  for await (const rows of batchesOf(db, column)) yield* rows
}

const idText = (key: Buffer): string => keyIdOf(key).toString('hex')

function nameIn(sealed: Buffer): string | null {
  try {
    return keyNamedBy(sealed)
  } catch {
    return null
  }
}

const named = ({ sealed }: SealedRow): string => nameIn(sealed) ?? 'unknown'

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
