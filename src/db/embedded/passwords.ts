// Passwords of an embedded cluster's roles: created once, in a file that only the cluster's account can read.
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../../errors'
import type { ClusterPlace } from './directories'

/** The superuser, used only for setup; the owner of the tables; the server's role. */
export const roles = ['postgres', 'community_owner', 'community_server'] as const
export type EmbeddedRole = (typeof roles)[number]
export type Passwords = Readonly<Record<EmbeddedRole, string>>

/**
 * The passwords of this cluster, created if missing. Concurrent processes get the same.
 * @throws StartError when the file is damaged
 */
export function keptPasswords({ home, account }: Pick<ClusterPlace, 'home' | 'account'>): Passwords {
  const file = path.join(home, 'passwords.json')
  return readPasswords(file) ?? makePasswords(file, account)
}

function readPasswords(file: string): Passwords | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const found = JSON.parse(text) as Partial<Passwords>
    if (roles.every((role) => typeof found[role] === 'string')) return found as Passwords
  } catch {
    // reported below, without the content
  }
  throw new StartError(`${file} is damaged; restore it from a backup, or set DATABASE_URL`)
}

function makePasswords(file: string, account: ClusterPlace['account']): Passwords {
  const made = Object.fromEntries(roles.map((role) => [role, randomBytes(24).toString('base64url')]))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(made)}\n`, { mode: 0o600 })
  try {
    chmodSync(draft, 0o600)
    if (account) chownSync(draft, account.uid, account.gid)
    // link() is atomic and fails if the file exists
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const kept = readPasswords(file)
  if (!kept) throw new Error(`${file} was removed`)
  return kept
}
