// Writes a community to a stream: one snapshot, in bounded memory.
import type { Writable } from 'node:stream'
import type { Client } from 'pg'
import { putTo } from '../copy-script'
import { beginFile, writeTables } from '../file'
import { beginSnapshot, withSession, type Origin } from '../snapshot'
import { openCredential } from '../../encryption/credentials'
import type { Keyring } from '../../encryption/keyring'
import {
  communityFile,
  movedSecrets,
  ownerOfMoved,
  FORMAT,
  listMovedTables,
  secretMark,
  type Header,
  type MovedTable,
  type MoveFigures,
  type Secret,
} from './format'

export interface Watching {
  /** After each table. */
  readonly report: (message: string) => void
  /** Ends the export. */
  readonly signal: AbortSignal
}

/**
 * Call it after `stopCommunity`. Does not end `output`.
 * @param ownerUrl of the role that owns the tables
 * @throws Error when a secret cannot be decrypted; the reason of the signal
 */
export function writeCommunity(
  ownerUrl: string,
  keys: Keyring,
  communityId: string,
  output: Writable,
  { report, signal }: Watching,
): Promise<MoveFigures> {
  return withSession(ownerUrl, async (client) => {
    const origin = await beginSnapshot(client)
    const tables = await listMovedTables(client)
    const header = await readHeader(client, communityId, origin)
    const { put, end } = await beginFile(communityFile, putTo(output, signal), header)
    const figures = await writeTables(client, put, tables, report, (table) => sourceOf(client, table, communityId))
    let secrets = 0
    for await (const secret of readSecrets(client, keys, communityId)) {
      await put(`${secretMark}${JSON.stringify(secret)}\n`)
      secrets++
    }
    await end()
    const { name, madeAt } = header
    return { communityId, name, madeAt, ...figures, secrets }
  })
}

const sourceOf = (client: Client, { name, values }: MovedTable, communityId: string): string =>
  `(select ${values} from ${name} where community_id = ${client.escapeLiteral(communityId)})`

async function readHeader(client: Client, communityId: string, origin: Origin): Promise<Header> {
  const { rows } = await client.query<Pick<Header, 'name' | 'plans'>>(
    `select c.name,
       coalesce((select json_agg(p order by p.name) from plan p
         where p.name in (select s.plan from subscription s where s.community_id = c.community_id)), '[]') as plans
     from community c where c.community_id = $1`,
    [communityId],
  )
  const [community] = rows
  if (!community) throw new Error(`the community ${communityId} is gone`)
  // the community has entries, and their node has the end
  const { rows: ends } = await client.query<{ auditEnd: string }>(
    `select audit_end()::text as "auditEnd" from audit_entry where community_id = $1 limit 1`,
    [communityId],
  )
  const auditEnd = ends[0]?.auditEnd ?? '0'
  return { ...origin, format: FORMAT, communityId, ...community, auditEnd }
}

const BATCH = 500

async function* readSecrets(client: Client, keys: Keyring, communityId: string): AsyncGenerator<Secret> {
  for (const { table, column, id } of movedSecrets) {
    const texts = id.map((name) => `${name}::text`)
    await client.query(
      `declare sealed cursor for select array[${texts.join(', ')}]::text[] as id, ${column} as sealed from ${table}
       where community_id = ${client.escapeLiteral(communityId)} and ${column} is not null
       order by ${['community_id', ...id].join(', ')}`,
    )
    for (let isLast = false; !isLast;) {
      const { rows } = await client.query<Pick<Secret, 'id'> & { sealed: Buffer }>(`fetch ${BATCH} from sealed`)
      for (const row of rows) {
        const { plain } = openCredential(keys, ownerOfMoved(communityId, row.id), row.sealed)
        yield { table, column, id: row.id, plain }
      }
      isLast = rows.length < BATCH
    }
    await client.query('close sealed')
  }
}
