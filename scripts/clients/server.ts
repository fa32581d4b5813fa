// The server as by `npm start`, on a free port and a temporary directory.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

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
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir }
  const child = spawn(process.execPath, [path.join(root, 'dist/src/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(child, url)
    const demo = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
      communityId: string
      key: string
    }
    return { url, ...demo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function ready(child: ChildProcess, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (): void => reject(new Error(`the server did not start:\n${printed}`))
    const timer = setTimeout(fail, 60_000)
    child.once('exit', fail)
    const read = (chunk: Buffer): void => {
      printed += chunk.toString()
      // printed last
      if (!printed.includes(url)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
