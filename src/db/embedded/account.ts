// PostgreSQL refuses to run as root: the account it runs under then.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { StartError } from '../../errors'

/** The account of the database processes; undefined: the account of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

/**
 * Where an account of the cluster's own is looked for: ids that neither distributions nor systemd hand out
 * (https://systemd.io/UIDS-GIDS), small enough for a container that maps 65,536.
 */
const ownIds = { first: 60_700, last: 61_183 } as const

/** Accounts that initdb may run under for a moment, in order of preference; `_postgres` is what macOS calls it. */
const lenders = ['postgres', '_postgres', 'nobody']

/**
 * The account to run the cluster under: our own, unless we are root. Root runs it under an id that belongs to no account, so
 * that no other program of the machine shares it; where the system does not let it, under one of `lenders`.
 * @param cluster the cluster's directory: one that exists keeps its owner
 * @throws StartError when root has no account to lend
 */
export function databaseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return freeAccount() ?? lentAccount()
}

/**
 * The account that makes a cluster for `account`: initdb asks the system for the name of its account and ends when there is
 * none, also when it is told a name. PostgreSQL itself does not ask.
 * @throws StartError when root has no account to lend
 */
export function initialiser(account: Account): Account {
  if (!account || idsIn('/etc/passwd').has(account.uid)) return account
  return lentAccount()
}

function freeAccount(): Account {
  const taken = new Set([...idsIn('/etc/passwd'), ...idsIn('/etc/group')])
  for (let id = ownIds.first; id <= ownIds.last; id++) {
    if (!taken.has(id)) return isUsable(id) ? { uid: id, gid: id } : undefined
  }
  return undefined
}

/** A container may map too few ids, or root may lack the right to change to another one. */
function isUsable(id: number): boolean {
  return spawnSync('/bin/sh', ['-c', 'exit 0'], { uid: id, gid: id, cwd: '/' }).status === 0
}

/** The third field of each row. */
function idsIn(file: string): Set<number> {
  return new Set(rowsOf(file).map((fields) => Number(fields[2])))
}

function rowsOf(file: string): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(':'))
}

function lentAccount(): Account {
  const rows = rowsOf('/etc/passwd')
  for (const name of lenders) {
    const row = rows.find((fields) => fields[0] === name)
    const uid = Number(row?.[2])
    const gid = Number(row?.[3])
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" to make its files under; ' +
      'start the server as another user, or set DATABASE_URL',
  )
}

/** Whether that account may enter the directory and write in it. */
export function canWrite(directory: string, account: Account): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', directory], { ...account, cwd: '/' })
  return test.status === 0
}
