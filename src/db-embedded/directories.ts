// The directories of a cluster, their owners and permissions.
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { StartError } from '../base/errors'
import { makeDirectory } from '../base/make-directory'
import { canWrite, databaseAccount, initialiser, type Account } from './account'

export interface ClusterDirectories {
  /** Contains the others. Owned by the account, and passable for others when another account runs initdb. */
  readonly home: string
  /** PostgreSQL's data directory. */
  readonly cluster: string
  /** Contains the Unix socket. */
  readonly socket: string
  /** One file for each process that uses the cluster. */
  readonly users: string
  readonly account: Account
  /** The account that runs initdb. */
  readonly initialiser: Account
}

/** For root, when the database's account cannot reach the data directory. */
const stateDirectory = '/var/lib/community-management-server'

/** A socket path has at most 103 bytes on macOS (Linux: 107), of which `/.s.PGSQL.5432` takes 14. */
const MAX_SOCKET_DIRECTORY = 89

/** True also when this account may not look. */
export function hasEmbedded(dataDir: string): boolean {
  try {
    return statSync(dataDir, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/**
 * @param dataDir the configured directory
 * @param elsewhere where root puts the cluster when the database's account cannot reach `dataDir`, such as a checkout
 * in /root
 * @throws StartError when there is no account for it, or a directory has another owner
 */
export function prepareDirectories(
  dataDir: string,
  log: (message: string) => void,
  elsewhere = stateDirectory,
): ClusterDirectories {
  makeDirectory(dataDir)
  const wanted = realpathSync(dataDir)
  let home = readLocation(wanted) ?? wanted
  const account = databaseAccount(path.join(home, 'cluster'))
  const initdbAccount = initialiser(account)
  const mode = initdbAccount?.uid === account?.uid ? 0o700 : 0o711
  makePrivate(home, account, mode)
  if (account && !canWrite(home, account)) {
    home = relocate(wanted, elsewhere)
    makePrivate(home, account, mode)
  }
  if (home !== wanted) log(`the database's account cannot reach ${wanted}: its data is in ${home}`)
  const directories = {
    home,
    cluster: path.join(home, 'cluster'),
    socket: socketDirectory(home, account),
    users: path.join(home, 'users'),
    account,
    initialiser: initdbAccount,
  }
  makePrivate(directories.users, account)
  return directories
}

function makePrivate(directory: string, account: Account, mode = 0o700): void {
  makeDirectory(directory)
  if (account) chownSync(directory, account.uid, account.gid)
  chmodSync(directory, mode)
}

function locationFile(wanted: string): string {
  return path.join(wanted, 'location')
}

function readLocation(wanted: string): string | undefined {
  try {
    return readFileSync(locationFile(wanted), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a directory and writes its path to `location` in `wanted`, so that removing `wanted` starts a new cluster. */
function relocate(wanted: string, elsewhere: string): string {
  makeDirectory(elsewhere, 0o755)
  requireOwner(elsewhere)
  const made = mkdtempSync(path.join(elsewhere, 'postgres-'))
  const draft = path.join(wanted, `location.${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, `${made}\n`)
  try {
    linkSync(draft, locationFile(wanted))
    return made
  } catch (error) {
    rmSync(made, { recursive: true })
    const others = readLocation(wanted)
    if (others === undefined) throw error
    return others
  } finally {
    rmSync(draft)
  }
}

/** In the data directory, or in /tmp when that path is too long. The same for every process. */
function socketDirectory(home: string, account: Account): string {
  const beside = path.join(home, 'socket')
  if (Buffer.byteLength(beside) <= MAX_SOCKET_DIRECTORY) {
    makePrivate(beside, account)
    return beside
  }
  const short = path.join('/tmp', `postgres-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  try {
    mkdirSync(short, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // /tmp is world-writable: another account's directory could contain its own PostgreSQL's socket
  requireOwner(short, account)
  makePrivate(short, account)
  return short
}

/**
 * Checks that a directory is no symbolic link, that others cannot write in it, and that its owner is root, this process
 * or `account`.
 * @throws StartError
 */
export function requireOwner(directory: string, account?: Account): void {
  const found = lstatSync(directory)
  if (!found.isDirectory()) {
    throw new StartError(`${directory} is not a directory; remove it, or set DATABASE_URL`)
  }
  if (![0, process.getuid?.(), account?.uid].includes(found.uid)) {
    throw new StartError(`${directory} belongs to another account (uid ${found.uid}); remove it, or set DATABASE_URL`)
  }
  if ((found.mode & 0o022) !== 0) {
    throw new StartError(`others may write in ${directory}; remove it, or set DATABASE_URL`)
  }
}

export function replaceFile(file: string, text: string, account: Account): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode: 0o600 })
  if (account) chownSync(draft, account.uid, account.gid)
  renameSync(draft, file)
}
