// Whether the rows of a file fit together and leave room for this server's own, and the change of the sequences.
import type { Client } from 'pg'
import { LARGEST_NUMBER } from '../copy-script'
import { StartError } from '../../base/errors'
import { movedSecrets, listIdentities, type Header, type MovedTable } from './format'

/** Positions of the audit log, in every table that has one. */
const positions = [
  ['audit_entry', 'position'],
  ['audit_seal', 'position'],
  ['audit_forgotten', 'position'],
  ['webhook_feed', 'position'],
  ['webhook_endpoint', 'since'],
] as const

/** After a restore or an import, a server leaps by 2^40 (audit/order.ts). */
const MAX_BEYOND_ENTRIES = 2n ** 42n

const refused = (what: string): StartError => new StartError(`The file ${what}. Nothing was imported.`)

export interface LastId {
  readonly sequence: string
  /** The largest id of the community; 0: none. */
  readonly last: bigint
}

/**
 * Call it in the transaction that has read the rows.
 * @throws StartError when numbers of the file would leave this server no numbers, or rows do not fit together
 */
export async function requireSound(
  client: Client,
  header: Header,
  tables: readonly MovedTable[],
): Promise<readonly LastId[]> {
  await requirePositions(client, header)
  await requireReferences(client, header.communityId, tables)
  await requireSecrets(client, header.communityId)
  return requireIds(client, header.communityId, tables)
}

async function requireIds(client: Client, communityId: string, tables: readonly MovedTable[]): Promise<LastId[]> {
  const ids: LastId[] = []
  for (const { table, column, sequence } of await listIdentities(client, tables)) {
    const { rows } = await client.query<{ last: string | null }>(
      `select max(${column})::text as last from ${table} where community_id = $1`,
      [communityId],
    )
    const last = BigInt(rows[0]?.last ?? 0)
    if (last > LARGEST_NUMBER) throw refused(`has the id ${last} in ${table}, which leaves no room for this server`)
    ids.push({ sequence, last })
  }
  return ids
}

async function requirePositions(client: Client, { communityId, auditEnd }: Header): Promise<void> {
  const end = BigInt(auditEnd)
  const parts = positions.map(
    ([table, column]) =>
      `select '${table}' as name, max(${column})::text as last from ${table} where community_id = $1`,
  )
  const { rows } = await client.query<{ name: string; last: string | null }>(parts.join(' union all '), [communityId])
  const lastOf = (row: { last: string | null } | undefined): bigint => BigInt(row?.last ?? 0)
  if (end > LARGEST_NUMBER) throw refused(`ends its audit log at ${auditEnd}, which leaves no room for this server`)
  const later = rows.find((row) => lastOf(row) > end)
  if (later) throw refused(`has a row of ${later.name} after the end of its audit log`)
  if (end - lastOf(rows.find(({ name }) => name === 'audit_entry')) > MAX_BEYOND_ENTRIES) {
    throw refused(`ends its audit log at ${auditEnd}, far after its last entry`)
  }
}

async function requireReferences(client: Client, communityId: string, tables: readonly MovedTable[]): Promise<void> {
  const { rows } = await client.query<{ name: string; target: string; pairs: string; present: string }>(
    `select k.conrelid::regclass::text as name, k.confrelid::regclass::text as target,
       string_agg(format('t.%I = r.%I', f.attname, c.attname), ' and ') as pairs,
       string_agg(format('r.%I is not null', c.attname), ' and ') as present
     from pg_constraint k cross join unnest(k.conkey, k.confkey) as pair (own, other)
     join pg_attribute c on c.attrelid = k.conrelid and c.attnum = pair.own
     join pg_attribute f on f.attrelid = k.confrelid and f.attnum = pair.other
     where k.contype = 'f' and k.conrelid::regclass = any ($1::text[]::regclass[])
     group by k.oid, k.conrelid, k.confrelid order by 1, 2`,
    [tables.map(({ name }) => name)],
  )
  for (const { name, target, pairs, present } of rows) {
    const { rowCount } = await client.query(
      `select from ${name} r where r.community_id = $1 and ${present}
         and not exists (select from ${target} t where ${pairs}) limit 1`,
      [communityId],
    )
    if (rowCount !== 0) throw refused(`has a row of ${name} whose row of ${target} is missing`)
  }
}

async function requireSecrets(client: Client, communityId: string): Promise<void> {
  for (const { table, column } of movedSecrets) {
    const { rowCount } = await client.query(
      `select from ${table} where community_id = $1 and ${column} = ''::bytea limit 1`,
      [communityId],
    )
    if (rowCount !== 0) throw refused(`lacks a secret of ${table}`)
  }
}

/** More than other sessions can take between the comparison and the change of a sequence. */
const SEQUENCE_MARGIN = 2n ** 20n

/**
 * Moves the sequences of this server behind the ids of the community. A sequence is not part of a transaction, so call
 * it when nothing but the commit can fail.
 */
export async function passIds(client: Client, ids: readonly LastId[]): Promise<void> {
  for (const { sequence, last } of ids) {
    await client.query(
      `select setval('${sequence}', ${last + SEQUENCE_MARGIN}) from ${sequence} where last_value <= ${last}`,
    )
  }
}
