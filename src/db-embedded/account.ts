// The account that PostgreSQL runs under when this process is root, which PostgreSQL refuses.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { StartError } from '../base/errors'

/** Undefined: the account of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

/**
 * Ids that neither distributions nor systemd assign (https://systemd.io/UIDS-GIDS), within the 65,536 ids that
 * containers map.
 */
const ownIds = { first: 60_700, last: 61_183 } as const

/** In order of preference; `_postgres` is the name on macOS. */
const borrowable = ['postgres', '_postgres', 'nobody']

/**
 * The account of this process, unless it is root. Root uses an unassigned id, which no other program has, or one of
 * `borrowable` when the system does not allow it.
 * @param cluster an existing directory keeps its owner
 * @throws StartError when root finds no account
 */
export function databaseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return freeAccount() ?? borrowedAccount()
}

/**
 * The account that runs initdb, which requires a user name in the system; PostgreSQL does not.
 * @throws StartError when root finds no account
 */
export function initialiser(account: Account): Account {
  if (!account || idsIn('/etc/passwd').has(account.uid)) return account
  return borrowedAccount()
}

function freeAccount(): Account {
  const taken = new Set([...idsIn('/etc/passwd'), ...idsIn('/etc/group')])
  for (let id = ownIds.first; id <= ownIds.last; id++) {
    if (!taken.has(id)) return isUsable(id) ? { uid: id, gid: id } : undefined
  }
  return undefined
}

/** False when a container does not map the id, or root may not change to it. */
function isUsable(id: number): boolean {
  return spawnSync('/bin/sh', ['-c', 'exit 0'], { uid: id, gid: id, cwd: '/' }).status === 0
}

function idsIn(file: string): Set<number> {
  return new Set(rowsOf(file).map((fields) => Number(fields[2])))
}

function rowsOf(file: string): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(':'))
}

function borrowedAccount(): Account {
  const rows = rowsOf('/etc/passwd')
  for (const name of borrowable) {
    const row = rows.find((fields) => fields[0] === name)
    const uid = Number(row?.[2])
    const gid = Number(row?.[3])
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" for it. ' +
      'Start the server as another user, or set DATABASE_URL.',
  )
}

export function canWrite(directory: string, account: Account): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', directory], { ...account, cwd: '/' })
  return test.status === 0
}
