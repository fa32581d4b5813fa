// Where the demo's simulator listens: on a free port, which the server writes to a file of its data directory, so that
// the operator's commands beside it find the same platform.
import fs from 'node:fs'
import path from 'node:path'
import { isRunning, ownIdentity, type ProcessIdentity } from '../db/embedded/process'

interface Address extends ProcessIdentity {
  readonly url: string
}

/** Says where this process's simulator listens, until the function it returns is called. */
export function announceSimulator(dataDir: string, url: string): () => void {
  const file = addressFile(dataDir)
  const address: Address = { url, ...ownIdentity() }
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return () => fs.rmSync(file, { force: true })
}

/** The URL of the simulator that a server on this data directory runs; null when none runs there. */
export function findSimulator(dataDir: string): string | null {
  const file = addressFile(dataDir)
  if (!fs.existsSync(file)) return null
  const address = JSON.parse(fs.readFileSync(file, 'utf8')) as Address
  // a killed server leaves the file behind, and by now the port may be a stranger's
  return isRunning(address) ? address.url : null
}

function addressFile(dataDir: string): string {
  return path.join(dataDir, 'simulator.url')
}
