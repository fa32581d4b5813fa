// Who may connect to an embedded cluster: roles with passwords. A cluster of an earlier release admitted everybody who reached its
// socket as superuser; it is closed when it is started.
import { chownSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { StartError } from '../../errors'
import type { ClusterPlace } from './directories'
import { roles, type EmbeddedRole, type Passwords } from './passwords'
import { isRunning } from './process'

/** How long another process of this release may take to close the cluster, or the postmaster to read its file. */
const LONGEST_MS = 10_000
const INVALID_PASSWORD = '28P01'

export interface Access {
  readonly place: ClusterPlace
  readonly passwords: Passwords
  /** Connection string of the database `postgres` as superuser. */
  readonly superuserUrl: string
  /** The cluster was running already. */
  readonly adopted: boolean
  log(message: string): void
}

/**
 * Makes every role of the cluster need its password, and makes the roles.
 * @throws StartError when a server of an earlier release uses the cluster, or the passwords are those of another one
 */
export async function settleAccess(access: Access): Promise<void> {
  if (admitsEverybody(access.place)) await close(access)
  const client = await connect(access)
  try {
    await makeRoles(client, access.passwords)
  } finally {
    await client.end()
  }
}

const accessFile = ({ cluster }: ClusterPlace): string => path.join(cluster, 'pg_hba.conf')

/** A line that is no comment and ends in the method `trust`. */
const trusting = /^([^#\n]*\s)trust[ \t]*$/gm

function admitsEverybody(place: ClusterPlace): boolean {
  return readFileSync(accessFile(place), 'utf8').search(trusting) >= 0
}

async function close(access: Access): Promise<void> {
  const { place, passwords, superuserUrl, adopted, log } = access
  if (adopted && othersUse(place) && !(await closedByOthers(place))) {
    throw new StartError(
      `a server of an earlier release is running on ${place.home}; stop it first, then this one changes how the cluster is reached`,
    )
  }
  if (!admitsEverybody(place)) return
  const client = await connect(access)
  try {
    await client.query(`set password_encryption = 'scram-sha-256'`)
    await renewPasswords(client, passwords)
    const file = accessFile(place)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, readFileSync(file, 'utf8').replace(trusting, '$1scram-sha-256'), { mode: 0o600 })
    if (place.account) chownSync(draft, place.account.uid, place.account.gid)
    renameSync(draft, file)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
  await refused(superuserUrl)
  log('the embedded PostgreSQL asks for passwords from now on')
}

/** Sets the password of each role that exists. */
async function renewPasswords(client: Client, passwords: Passwords): Promise<void> {
  const { rows } = await client.query<{ role: EmbeddedRole }>(
    'select rolname as role from pg_roles where rolname = any ($1)',
    [roles],
  )
  for (const { role } of rows)
    await client.query(`alter role ${role} password ${client.escapeLiteral(passwords[role])}`)
}

/** Whether another process has a live mark beside the cluster. */
function othersUse({ users }: ClusterPlace): boolean {
  return readdirSync(users).some((name) => {
    const [pid = 0, startTime = 0] = name.split('-').map(Number)
    return pid !== process.pid && isRunning({ pid, startTime })
  })
}

async function closedByOthers(place: ClusterPlace): Promise<boolean> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await sleep(20)) {
    if (!admitsEverybody(place)) return true
  }
  return false
}

/** Resolves when the postmaster has read its file: a wrong password is refused. */
async function refused(superuserUrl: string): Promise<void> {
  const wrong = new URL(superuserUrl)
  wrong.password = 'wrong'
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await sleep(20)) {
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
  throw new StartError('the embedded PostgreSQL does not read its pg_hba.conf; restart it')
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
      `${path.join(place.home, 'passwords.json')} does not belong to this cluster; restore it, or write "local all all trust" into ` +
        `${accessFile(place)} and start again: the passwords are then set anew`,
      { cause: error },
    )
  }
}

/** Two processes that make a role at once would fail: the lock ends with the transaction. */
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
    -- backup restore loads tables with their triggers off
    grant set on parameter session_replication_role to community_owner;
    commit`)
}
