// PostgreSQL refuses to run as root: whose account it runs under then.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { StartError } from '../../errors'

/** The account of the database processes; undefined: the account of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

/** In order of preference; `_postgres` is what macOS calls it. */
const names = ['postgres', '_postgres', 'nobody']

/**
 * The account to run the cluster under: our own, unless we are root.
 * @param cluster the cluster's directory: one that exists keeps its owner
 * @throws StartError when root has no account to lend
 */
export function databaseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  // initdb wants an account that the system knows by name
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of names) {
    const row = rows.find((fields) => fields[0] === name)
    const uid = Number(row?.[2])
    const gid = Number(row?.[3])
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" to run it under; ' +
      'start the server as another user, or set DATABASE_URL',
  )
}

/** Whether that account may enter the directory and write in it. */
export function canWrite(directory: string, account: Account): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', directory], { ...account, cwd: '/' })
  return test.status === 0
}
