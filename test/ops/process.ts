// A server as an operator runs it: a process of its own from the build, on a test's database and simulator.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { encryptionKey, type TestApp } from '../support/app'

export interface ServerProcess {
  readonly url: string
  readonly output: () => string
  /** Ends it in order; the exit code, which is not 0 when it took more than 10 seconds. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const main = path.resolve(__dirname, '../../dist/src/main.js')

/** Starts one; resolves when it says that it is ready. */
export async function startServerProcess(
  { databaseUrl, simulator }: Pick<TestApp, 'databaseUrl' | 'simulator'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...{ PORT: '0', DATABASE_URL: databaseUrl, PLATFORM_API_URL: simulator.url, DATABASE_POOL_SIZE: '4' },
      ...{ ENCRYPTION_KEY: encryptionKey.toString('hex'), RATE_LIMITING: 'off' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // never left behind by a test that fails
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill)
    return code as number | null
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString()
      const [, found] = /"baseUrl":"([^"]+)"/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  return {
    url,
    output: () => output,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
