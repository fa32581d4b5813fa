// Where a cluster lives on disk, who owns each directory, and that nobody else could have put it there.
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
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { StartError } from '../../errors'
import { canWrite, databaseAccount, initialiser, type Account } from './account'

export interface ClusterPlace {
  /** Holds everything below; owned by the account, closed to others, who may pass through where another account runs initdb. */
  readonly home: string
  /** PostgreSQL's data directory. */
  readonly cluster: string
  /** Directory of the Unix socket. */
  readonly socket: string
  /** One file per process that uses the cluster. */
  readonly users: string
  /** One file per watchdog that is about to stop the cluster. */
  readonly stopping: string
  readonly account: Account
  /** Runs initdb. */
  readonly initialiser: Account
}

/** Where root keeps a cluster whose directory the database's account cannot reach: a place no temporary-file cleaner visits. */
const stateDirectory = '/var/lib/community-management-server'

/** A Unix socket's whole path has at most 103 bytes (macOS; Linux 107), and `/.s.PGSQL.5432` takes 14 of them. */
const longestSocketDirectory = 89

/**
 * Makes the directories of a cluster.
 * @param dataDir where the person wants it
 * @param elsewhere where root may put it when the database's account cannot reach `dataDir` (a checkout under /root)
 * @throws StartError when there is no account for it, or a directory belongs to someone else
 */
export function preparePlace(
  dataDir: string,
  log: (message: string) => void,
  elsewhere = stateDirectory,
): ClusterPlace {
  mkdirSync(dataDir, { recursive: true })
  const wanted = realpathSync(dataDir)
  let home = readLocation(wanted) ?? wanted
  const account = databaseAccount(path.join(home, 'cluster'))
  const maker = initialiser(account)
  const mode = maker?.uid === account?.uid ? 0o700 : 0o711
  makePrivate(home, account, mode)
  if (account && !canWrite(home, account)) {
    home = relocate(wanted, elsewhere)
    makePrivate(home, account, mode)
  }
  if (home !== wanted) log(`the database's account cannot reach ${wanted}: its data is in ${home}`)
  const place = {
    home,
    cluster: path.join(home, 'cluster'),
    socket: socketDirectory(home, account),
    users: path.join(home, 'users'),
    stopping: path.join(home, 'stopping'),
    account,
    initialiser: maker,
  }
  makePrivate(place.users, account)
  makePrivate(place.stopping, account)
  return place
}

function makePrivate(directory: string, account: Account, mode = 0o700): void {
  mkdirSync(directory, { recursive: true })
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

/** Chooses a new directory and writes its path in `location`, so that removing `dataDir` also forgets that data. */
function relocate(wanted: string, elsewhere: string): string {
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
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

/** Beside the data, or under /tmp when that path is too long for a socket; the same for every process. */
function socketDirectory(home: string, account: Account): string {
  const beside = path.join(home, 'socket')
  if (Buffer.byteLength(beside) <= longestSocketDirectory) {
    makePrivate(beside, account)
    return beside
  }
  const short = path.join('/tmp', `postgres-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  try {
    mkdirSync(short, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // anyone may have made it: a stranger's socket would be a stranger's database
  requireOwner(short, account)
  makePrivate(short, account)
  return short
}

/**
 * Refuses a directory that someone else made, could write in, or only points to. Root, we and the account are not someone else.
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
