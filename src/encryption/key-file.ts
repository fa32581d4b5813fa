// Encryption keys in the data directory: hexadecimal, one a line, the current one first.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { inDataDir } from '../base/instance-lock'
import { StartError } from '../base/errors'
import { parseEncryptionKey } from './credentials'
import { Keyring, type Keys } from './keyring'

export const keyFileIn = (dataDir: string): string => path.join(dataDir, 'encryption.key')

/** Creates the file if missing; the keyring reloads changes. @throws StartError when it cannot be written or read */
export function openKeyFile(file: string): Keyring {
  inDataDir(path.dirname(file), () => {
    if (!fs.existsSync(file)) createFile(file)
  })
  const { current, previous } = readKeys(file)
  return new Keyring(current, previous, () => readKeys(file))
}

/** Another process may create it first. */
function createFile(file: string): void {
  try {
    fs.writeFileSync(file, `${newKey()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The new key is the current one; the others still decrypt. */
export function addKey(file: string): void {
  replaceFile(file, `${newKey()}\n${fs.readFileSync(file, 'utf8')}`)
}

export function removePreviousKeys(file: string): void {
  replaceFile(file, `${readKeys(file).current.toString('hex')}\n`)
}

function readKeys(file: string): Keys {
  const [current, ...previous] = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseEncryptionKey(line, file))
  if (!current)
    throw new StartError(`${file} contains no key. Restore the key, or remove the file to create a new one.`)
  return { current, previous }
}

const newKey = (): string => randomBytes(32).toString('hex')

/** Atomic. */
function replaceFile(file: string, text: string): void {
  const fresh = `${file}.${process.pid}`
  const fd = fs.openSync(fresh, 'wx', 0o600)
  try {
    fs.writeSync(fd, text)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
  fs.renameSync(fresh, file)
}
