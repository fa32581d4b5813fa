// The server as by `npm start`, on a free port and a temporary directory.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, supervise } from '../faults/processes'

const root = path.resolve(__dirname, '../..')

export interface LiveServer {
  readonly url: string
  readonly communityId: string
  readonly key: string
  stop(): Promise<void>
}

/** @throws when not ready within a minute */
export async function startLiveServer(): Promise<LiveServer> {
  await promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), ['-b'], { cwd: root })
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'clients-'))
  fs.chmodSync(dataDir, 0o755)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { HOME: process.env['HOME'] ?? '', PORT: String(port), DATA_DIR: dataDir }
  const of = { name: 'the server', command: ['main.js'], logFile: path.join(dataDir, 'server.log') }
  // the address is printed last
  const server = supervise({ ...of, env, readyWhen: new RegExp(url) })
  const stop = async (): Promise<void> => {
    await server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await server.ready(60_000)
    const demo = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Pick<
      LiveServer,
      'communityId' | 'key'
    >
    return { url, ...demo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
