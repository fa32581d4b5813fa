// The address of the demo's simulator, in a file for the command line.
import fs from 'node:fs'
import path from 'node:path'
import { isRunning, ownIdentity, type ProcessIdentity } from '../base/process-identity'

interface Address extends ProcessIdentity {
  readonly url: string
}

export function publishSimulator(dataDir: string, url: string): () => void {
  const file = addressFile(dataDir)
  const address: Address = { url, ...ownIdentity() }
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return () => fs.rmSync(file, { force: true })
}

export function findSimulator(dataDir: string): string | null {
  const file = addressFile(dataDir)
  if (!fs.existsSync(file)) return null
  const address = JSON.parse(fs.readFileSync(file, 'utf8')) as Address
  // a killed server leaves the file; the port may be another's
  return isRunning(address) ? address.url : null
}

function addressFile(dataDir: string): string {
  return path.join(dataDir, 'simulator.url')
}
