// A signal to npm ends what npm runs: a service manager, a container or `kill` knows only npm's process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { until } from '../support/until'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { encryptionKey, testWorld } from '../support/app'
import { freshDatabase, type TestDatabase } from '../support/database'

const root = path.resolve(__dirname, '../..')

let folder: string
let database: TestDatabase
let simulator: Simulator
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'npm-signals-'))
  // the account that runs PostgreSQL must enter when root runs the test
  fs.chmodSync(folder, 0o755)
  database = await freshDatabase()
  simulator = await startSimulator({ world: testWorld() })
})
afterAll(async () => {
  await simulator.close()
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})

/** Signals npm once its output matches `ready`. @returns the output */
async function stopThroughNpm(
  script: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
  signal: NodeJS.Signals,
): Promise<string> {
  const npm = spawn('npm', [...script], {
    cwd: root,
    // a process group of its own, in which a process that is left can be found
    detached: true,
    env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = npm.pid ?? 0
  const killGroup = (): void => void (isRunning(group) && process.kill(-group, 'SIGKILL'))
  process.once('exit', killGroup)
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(npm, 'exit')
  await Promise.race([
    until('the server is ready', () => ready.test(output), 120_000),
    exited.then(() => {
      throw new Error(`npm ended: ${output}`)
    }),
  ])
  npm.kill(signal)
  // npm may exit before the process that it ran
  await until('no process of npm is left', () => !isRunning(group)).finally(killGroup)
  await exited
  process.off('exit', killGroup)
  return output
}

/** Whether the process group has a process. */
function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s to npm', (signal) => {
  it('ends a server with embedded database', async () => {
    const dataDir = path.join(folder, 'embedded')
    const output = await stopThroughNpm(['start'], { DATA_DIR: dataDir }, /"msg":"ready"/, signal)
    expect(output).toContain(`"signal":"${signal}","msg":"stopping"`)
    expect(fs.existsSync(path.join(dataDir, 'server.pid'))).toBe(false)
  })

  it.each([['start'], ['run', 'dev']])('ends a server with external database: npm %s %s', async (...script) => {
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: encryptionKey.toString('hex'),
      PLATFORM_API_URL: simulator.url,
      DATABASE_POOL_SIZE: '4',
    }
    const output = await stopThroughNpm(script, env, /"msg":"ready"/, signal)
    expect(output).toContain(`"signal":"${signal}","msg":"stopping"`)
  })

  it('ends the simulator', async () => {
    const output = await stopThroughNpm(['run', 'simulator', '--', '--port', '0'], {}, /Platform simulator: /, signal)
    expect(output).toContain(`"signal":"${signal}","msg":"stopping"`)
  })
})
