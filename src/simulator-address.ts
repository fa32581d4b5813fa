// The address of the demo's simulator, in a file of the data directory: the server writes it, the command line reads
// it.
import fs from 'node:fs'
import path from 'node:path'
import { isRunning, ownIdentity, type ProcessIdentity } from './db/embedded/process'

interface Address extends ProcessIdentity {
  readonly url: string
}

/** Writes the URL of this process's simulator. Returns a function that removes the file. */
export function publishSimulator(dataDir: string, url: string): () => void {
  const file = addressFile(dataDir)
  const address: Address = { url, ...ownIdentity() }
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return () => fs.rmSync(file, { force: true })
}

/** The URL of the simulator that a server on this data directory runs; null when none runs. */
export function findSimulator(dataDir: string): string | null {
  const file = addressFile(dataDir)
  if (!fs.existsSync(file)) return null
  const address = JSON.parse(fs.readFileSync(file, 'utf8')) as Address
  // a killed server leaves the file, and another process may have the port by now
  return isRunning(address) ? address.url : null
}

function addressFile(dataDir: string): string {
  return path.join(dataDir, 'simulator.url')
}
