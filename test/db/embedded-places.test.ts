// Directories and accounts of an embedded cluster. Most of this matters for root, as which PostgreSQL refuses to run.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../src/db-embedded'
import { databaseAccount } from '../../src/db-embedded/account'
import { findNativePackage, runnableBinaries } from '../../src/db-embedded/binaries'
import { prepareDirectories } from '../../src/db-embedded/directories'
import { killOwners, startOwner } from './fixtures/start-owner'
import { onlyWhere } from '../support/only-where'

const isRoot = process.getuid?.() === 0
const asRoot = onlyWhere(isRoot)
const nobody = { uid: 65534, gid: 65534 }

let directory: string

beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'embedded-places-'))
  chmodSync(directory, 0o755)
})

afterEach(() => {
  killOwners()
  rmSync(directory, { recursive: true, force: true })
})

function quiet(): void {
  return undefined
}

/** A directory that only root can enter, like /root. */
function closedDirectory(): string {
  const closed = path.join(directory, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  return closed
}

test('uses a private directory in /tmp for the socket when the path is too long', async () => {
  const dataDir = path.join(directory, 'a'.repeat(100))
  const postgres = await startEmbedded({ dataDir, fast: true })
  const socket = new URL(postgres.url('postgres')).searchParams.get('host') ?? ''
  await postgres.stop()
  expect(path.dirname(socket)).toBe('/tmp')
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  rmSync(socket, { recursive: true })
})

asRoot('rejects a socket directory that has another owner or is writable by others', () => {
  const dataDir = path.join(directory, 'a'.repeat(100))
  const { socket } = prepareDirectories(dataDir, quiet)
  const attempt = (): unknown => prepareDirectories(dataDir, quiet)
  chownSync(socket, 12345, 12345)
  expect(attempt).toThrow(`${socket} belongs to another account (uid 12345); remove it, or set DATABASE_URL`)
  chownSync(socket, 0, 0)
  chmodSync(socket, 0o777)
  expect(attempt).toThrow(`others may write in ${socket}; remove it, or set DATABASE_URL`)
  rmSync(socket, { recursive: true })
  symlinkSync(directory, socket)
  expect(attempt).toThrow(`${socket} is not a directory; remove it, or set DATABASE_URL`)
  rmSync(socket)
})

asRoot('puts the data elsewhere when the account cannot reach the directory', () => {
  const dataDir = path.join(closedDirectory(), 'postgres')
  const elsewhere = path.join(directory, 'elsewhere')
  const messages: string[] = []
  const place = prepareDirectories(dataDir, (message) => messages.push(message), elsewhere)
  expect(path.dirname(place.home)).toBe(elsewhere)
  expect(messages).toEqual([`the database's account cannot reach ${dataDir}: its data is in ${place.home}`])
  expect(readFileSync(path.join(dataDir, 'location'), 'utf8')).toBe(`${place.home}\n`)
  expect(prepareDirectories(dataDir, quiet, elsewhere)).toEqual(place)
  expect(readdirSync(elsewhere)).toHaveLength(1)

  rmSync(dataDir, { recursive: true })
  expect(prepareDirectories(dataDir, quiet, elsewhere).home).not.toBe(place.home)
})

asRoot('copies the programs when the account cannot reach them', () => {
  const native = { ...findNativePackage(), directory: path.join(closedDirectory(), 'native') }
  symlinkSync(findNativePackage().directory, native.directory)
  const place = prepareDirectories(path.join(directory, 'postgres'), quiet)
  const copy = path.join(place.home, `binaries-${native.version}`)
  expect(runnableBinaries(native, place, quiet)).toEqual({ directory: copy, major: 17 })
  expect(readdirSync(place.home).filter((name) => name.startsWith('binaries-'))).toEqual([`binaries-${native.version}`])

  // an account that can write there could replace the programs
  chownSync(copy, 12345, 12345)
  expect(() => runnableBinaries(native, place, quiet)).toThrow(
    `${copy} belongs to another account (uid 12345); remove it, or set DATABASE_URL`,
  )
  chownSync(copy, 0, 0)
  chmodSync(copy, 0o777)
  expect(() => runnableBinaries(native, place, quiet)).toThrow(`others may write in ${copy}`)
})

test('names the fix when the programs do not run on this machine', () => {
  const native = { directory: path.join(directory, 'native'), version: '0' }
  mkdirSync(native.directory)
  const place = prepareDirectories(path.join(directory, 'postgres'), quiet)
  expect(() => runnableBinaries(native, place, quiet)).toThrow(
    /^the embedded PostgreSQL does not run on this machine \(.*ENOENT.*\); set DATABASE_URL$/,
  )
})

asRoot('runs the cluster of another account under that account', async () => {
  const dataDir = path.join(directory, 'theirs', 'postgres')
  mkdirSync(path.dirname(dataDir))
  chownSync(path.dirname(dataDir), nobody.uid, nobody.gid)
  const theirs = await startOwner(dataDir, nobody)
  expect(theirs.adopted).toBe(false)
  expect(statSync(dataDir).uid).toBe(nobody.uid)
  await theirs.stop()

  expect(databaseAccount(path.join(dataDir, 'cluster'))).toEqual(nobody)
  const ours = await startEmbedded({ dataDir, fast: true })
  await ours.stop()
  const again = await startOwner(dataDir, nobody)
  await again.stop()
})

asRoot('names the fix when the directory belongs to another account', async () => {
  const dataDir = path.join(directory, 'postgres')
  const postgres = await startEmbedded({ dataDir, fast: true })
  await postgres.stop()
  await expect(startOwner(dataDir, { uid: 12345, gid: 12345 })).rejects.toThrow(
    /Set DATA_DIR to a writable directory, or DATABASE_URL to another PostgreSQL\./,
  )
})

asRoot('names the fix when the account has no name in the system', async () => {
  const dataDir = path.join(directory, 'postgres')
  mkdirSync(dataDir)
  chownSync(dataDir, 12345, 12345)
  await expect(startOwner(dataDir, { uid: 12345, gid: 12345 })).rejects.toThrow(
    /Run the server under an account with a name in the system, set DATA_DIR to another directory, or set DATABASE_URL\./,
  )
})
