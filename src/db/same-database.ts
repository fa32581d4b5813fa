// Two URLs of one database: a restore or an import would otherwise write to another database than the servers use.
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { StartError } from '../base/errors'
import { connectTo } from './migrations/connection'

export interface NamedUrl {
  /** The variable that has it. */
  readonly variable: string
  readonly url: string
}

/**
 * The second session tries a lock that the first one holds: names and addresses may differ, as behind a pooler, but
 * locks are those of one database. Needs no rights, and no session that lasts.
 * @throws StartError when they are of two databases, or one cannot be reached
 */
export async function requireSameDatabase(one: NamedUrl, other: NamedUrl): Promise<void> {
  const key = randomBytes(8).readBigInt64BE().toString()
  await withClient(one, async (holder) => {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock($1)', [key])
    await withClient(other, async (client) => {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [key])
      if (rows[0]?.free !== true) return
      throw new StartError(
        `${one.variable} and ${other.variable} are of two databases: ${placeOf(holder)}, and ${placeOf(client)}. Set both to the database that this server uses.`,
      )
    })
  })
}

const placeOf = ({ host, port, database }: Client): string => `${database} at ${host}:${port}`

async function withClient({ url, variable }: NamedUrl, work: (client: Client) => Promise<void>): Promise<void> {
  const client = await connectTo(url, variable)
  try {
    await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
