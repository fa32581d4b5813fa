// Reads a community that another server has exported, in one transaction.
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import type { Plan } from '../../../generated/database'
import { placeAuditAfter } from '../../audit/order'
import type { Actor } from '../../context'
import { damagedLine, parseObject, requireOwner, skipTriggers } from '../copy-script'
import { openFile, readTables } from '../file'
import { requireSameMigrations, withSession } from '../snapshot'
import { StartError } from '../../base/errors'
import { encryptCredential } from '../../encryption/credentials'
import type { Keyring } from '../../encryption/keyring'
import {
  communityFile,
  movedSecrets,
  ownerOfMoved,
  listMovedTables,
  parseHeader,
  secretMark,
  type Header,
  type MoveFigures,
  type Secret,
} from './format'
import { passIds, requireSound } from './judge'

export interface Imported extends MoveFigures {
  /** Plans of the community that are others on this server. */
  readonly differingPlans: readonly string[]
}

/**
 * All or nothing, beside running servers: the whole file is judged before anything on this server changes. New audit
 * entries of all communities are placed behind those of the file.
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
    const file = await openFile(communityFile, input)
    const header = parseHeader(file.header)
    await requireOwner(client)
    const differingPlans = await requireFit(client, header)
    const tables = await listMovedTables(client)
    await client.query('begin')
    // two imports would wait for each other's rows of the audit log
    await client.query(`select pg_advisory_xact_lock(hashtextextended('community import', 0))`)
    await skipTriggers(client)
    let secrets = 0
    const take = async (line: string): Promise<boolean> => {
      if (!line.startsWith(secretMark)) return false
      await storeSecret(client, keys, header.communityId, parseObject<Secret>(line.slice(secretMark.length)))
      secrets++
      return true
    }
    const figures = await readTables(client, file, tables, { check: rowsOnlyOf(header.communityId), take, report })
    const ids = await requireSound(client, header, tables)
    await placeAuditAfter(client, BigInt(header.auditEnd))
    await passIds(client, ids)
    await announce(client, header, actor)
    await client.query('commit')
    const { communityId, name, madeAt } = header
    return { communityId, name, madeAt, ...figures, secrets, differingPlans }
  })
}

async function requireFit(client: Client, header: Header): Promise<string[]> {
  const { communityId, name, plans } = header
  await requireSameMigrations(client, header, 'Upgrade both servers to the same version, export again, and import.')
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

/** Throws for a row of another community. */
function rowsOnlyOf(communityId: string): (row: Buffer) => void {
  const own = Buffer.from(`${communityId}\t`)
  const alone = Buffer.from(communityId)
  return (row) => {
    if (row.subarray(0, own.length).equals(own) || row.equals(alone)) return
    throw new StartError('The file has a row of another community. Nothing was imported.')
  }
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

/** Writes an audit entry, and notifies the servers, which may have refused its keys before. */
async function announce(client: Client, { communityId, madeAt }: Header, { kind, id }: Actor): Promise<void> {
  await client.query('set local session_replication_role to origin')
  await client.query(`select add_audit_entry($1, $2, $3, null, 'community.import', null, null, $4, null, null)`, [
    communityId,
    kind,
    id,
    { exportedAt: madeAt },
  ])
  await client.query(`select pg_notify('access_changed', $1)`, [communityId])
}
