// Copies of a community that the server has made once: making one takes ten statements and two platform calls.
import { sql } from 'kysely'
import { randomBase32 } from '../../src/base/ids'
import type { Base } from '../../src/communities/actions'
import { hashKey, makeKey } from '../../src/auth/keys'
import { everyTable } from '../../src/db/tables'
import { encryptCredential } from '../../src/encryption/credentials'

export interface MadeCommunity {
  readonly communityId: string
  readonly keyId: string
  readonly key: string
}

/** Rows of a new community, by table. */
type Rows = Record<string, Record<string, unknown>[]>

interface Model extends MadeCommunity {
  readonly rows: Rows
}

/** Columns of the audit log that PostgreSQL fills. */
const given = ['audit_id', 'position', 'at']
const tables = everyTable.filter((table) => 'moves' in table).map(({ name }) => name)
const models = new Map<string, Model>()

/**
 * A community like the one that `make` makes, with its own id and key. `make` is called once for each `kind`.
 * @param apiKey of the platform connection
 */
export async function copyOf(
  base: Base,
  kind: string,
  make: () => Promise<MadeCommunity>,
  apiKey: string,
): Promise<MadeCommunity> {
  const model = models.get(kind)
  if (model) return copy(base, model, apiKey)
  const made = await make()
  models.set(kind, { ...made, rows: await rowsOf(base, made.communityId) })
  return made
}

async function rowsOf({ db }: Base, communityId: string): Promise<Rows> {
  const parts = tables.map(
    (table) => sql`select ${table}::text as name, to_jsonb(t) as row from ${sql.table(table)} t
      where community_id = ${communityId}`,
  )
  const { rows } = await sql<{ name: string; row: Record<string, unknown> }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  const byTable: Rows = {}
  for (const { name, row } of rows) {
    const kept = Object.entries(row).filter(([column]) => name !== 'audit_entry' || !given.includes(column))
    byTable[name] = [...(byTable[name] ?? []), Object.fromEntries(kept)]
  }
  return byTable
}

async function copy(base: Base, model: Model, apiKey: string): Promise<MadeCommunity> {
  const communityId = `cmt_${randomBase32(20)}`
  const { key, keyId } = makeKey()
  const text = JSON.stringify(model.rows).replaceAll(model.communityId, communityId).replaceAll(model.keyId, keyId)
  const rows = JSON.parse(text) as Rows
  const toBytes = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
  for (const row of rows['api_key'] ?? []) row['key_hash'] = toBytes(hashKey(key))
  for (const row of rows['platform_connection'] ?? []) {
    row['credential'] = toBytes(encryptCredential(base.settings.encryptionKey, communityId, apiKey))
  }
  const inserts = Object.entries(rows).map(([table, some]) => {
    const columns = sql.join(Object.keys(some[0] ?? {}).map((column) => sql.ref(column)))
    return sql`${sql.ref(`in_${table}`)} as (
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(some)}::jsonb))`
  })
  await sql`with ${sql.join(inserts)} select`.execute(base.db)
  return { communityId, keyId, key }
}
