// Password authentication of an embedded cluster. Clusters of earlier releases had `trust` in pg_hba.conf; that is replaced at
// start.
import { chownSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { StartError } from '../../errors'
import type { ClusterPlace } from './directories'
import { roles, type EmbeddedRole, type Passwords } from './passwords'
import { isRunning } from './process'

/** Time for another process to change pg_hba.conf, and for the postmaster to reload it. */
const TIMEOUT_MS = 10_000
const INVALID_PASSWORD = '28P01'

export interface Access {
  readonly place: ClusterPlace
  readonly passwords: Passwords
  /** Connection string of the database `postgres` as superuser. */
  readonly superuserUrl: string
  /** The cluster was already running. */
  readonly adopted: boolean
  log(message: string): void
}

/**
 * Requires passwords for all connections, and creates the roles.
 * @throws StartError when a server of an earlier release uses the cluster, or the passwords belong to another cluster
 */
export async function settleAccess(access: Access): Promise<void> {
  if (trustsEveryone(access.place)) await requirePasswords(access)
  const client = await connect(access)
  try {
    await makeRoles(client, access.passwords)
  } finally {
    await client.end()
  }
}

const accessFile = ({ cluster }: ClusterPlace): string => path.join(cluster, 'pg_hba.conf')

/** A line, not a comment, that ends in the method `trust`. */
const trustLine = /^([^#\n]*\s)trust[ \t]*$/gm

function trustsEveryone(place: ClusterPlace): boolean {
  return readFileSync(accessFile(place), 'utf8').search(trustLine) >= 0
}

async function requirePasswords(access: Access): Promise<void> {
  const { place, passwords, superuserUrl, adopted, log } = access
  if (adopted && hasOtherUsers(place) && !(await changedByOthers(place))) {
    throw new StartError(
      `A server of an earlier release is running on ${place.home}. Stop it first, because this release changes the authentication of the cluster.`,
    )
  }
  if (!trustsEveryone(place)) return
  const client = await connect(access)
  try {
    await client.query(`set password_encryption = 'scram-sha-256'`)
    await setPasswords(client, passwords)
    const file = accessFile(place)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, readFileSync(file, 'utf8').replace(trustLine, '$1scram-sha-256'), { mode: 0o600 })
    if (place.account) chownSync(draft, place.account.uid, place.account.gid)
    renameSync(draft, file)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
  await untilPasswordsRequired(superuserUrl)
  log('the embedded PostgreSQL now requires passwords')
}

/** Sets the password of each existing role. */
async function setPasswords(client: Client, passwords: Passwords): Promise<void> {
  const { rows } = await client.query<{ role: EmbeddedRole }>(
    'select rolname as role from pg_roles where rolname = any ($1)',
    [roles],
  )
  for (const { role } of rows)
    await client.query(`alter role ${role} password ${client.escapeLiteral(passwords[role])}`)
}

/** Whether another running process uses the cluster. */
function hasOtherUsers({ users }: ClusterPlace): boolean {
  return readdirSync(users).some((name) => {
    const [pid = 0, startTime = 0] = name.split('-').map(Number)
    return pid !== process.pid && isRunning({ pid, startTime })
  })
}

async function changedByOthers(place: ClusterPlace): Promise<boolean> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    if (!trustsEveryone(place)) return true
  }
  return false
}

/** Resolves when the postmaster has reloaded pg_hba.conf and rejects a wrong password. */
async function untilPasswordsRequired(superuserUrl: string): Promise<void> {
  const wrong = new URL(superuserUrl)
  wrong.password = 'wrong'
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    const client = new Client({ connectionString: wrong.toString() })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      if (error instanceof DatabaseError && error.code === INVALID_PASSWORD) return
      throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new StartError('The embedded PostgreSQL did not reload its pg_hba.conf. Restart it.')
}

async function connect({ place, superuserUrl }: Access): Promise<Client> {
  const client = new Client({ connectionString: superuserUrl, application_name: 'access' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (!(error instanceof DatabaseError && error.code === INVALID_PASSWORD)) throw error
    throw new StartError(
      `${path.join(place.home, 'passwords.json')} does not belong to this cluster. Restore it, or add "local all all trust" to ` +
        `${accessFile(place)} and start again to set new passwords.`,
      { cause: error },
    )
  }
}

/** Creates missing roles. The advisory lock keeps concurrent processes from creating the same role. */
async function makeRoles(client: Client, passwords: Passwords): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname in ('community_owner', 'community_server')`,
  )
  if (rows.length === 2) return
  const make = (role: 'community_owner' | 'community_server'): string =>
    `if to_regrole('${role}') is null then
       create role ${role} login password ${client.escapeLiteral(passwords[role])};
     end if;`
  await client.query(`
    begin;
    select pg_advisory_xact_lock(7301884113);
    do $roles$ begin
      ${make('community_owner')}
      ${make('community_server')}
    end $roles$;
    -- backup restore disables triggers
    grant set on parameter session_replication_role to community_owner;
    commit`)
}
