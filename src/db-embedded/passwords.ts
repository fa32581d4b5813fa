// Passwords of an embedded cluster's roles, in a file that only the cluster's account can read.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../base/errors'
import { replaceFile, type ClusterDirectories } from './directories'

/** The superuser, used only for setup; the owner of the tables; the server's role. */
export const roles = ['postgres', 'community_owner', 'community_server'] as const
export type EmbeddedRole = (typeof roles)[number]
export type Passwords = Readonly<Record<EmbeddedRole, string>>

export const passwordFile = ({ home }: Pick<ClusterDirectories, 'home'>): string => path.join(home, 'passwords.json')

/** Undefined: there are none. @throws StartError when the file is damaged */
export function readPasswords(directories: ClusterDirectories): Passwords | undefined {
  const file = passwordFile(directories)
  if (!existsSync(file)) return undefined
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Passwords>
    if (roles.every((role) => typeof found[role] === 'string')) return found as Passwords
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new StartError(`${file} is damaged; restore it from a backup, or set DATABASE_URL`)
}

export function makePasswords(directories: ClusterDirectories): Passwords {
  const made = Object.fromEntries(roles.map((role) => [role, randomBytes(24).toString('base64url')]))
  replaceFile(passwordFile(directories), `${JSON.stringify(made)}\n`, directories.account)
  return made as unknown as Passwords
}
