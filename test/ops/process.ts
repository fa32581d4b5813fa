// Starts the built server as a process.
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { encryptionKey, type TestApp } from '../support/app'

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  readonly output: () => string
  /** Stops the server. @returns its exit code, which is not 0 if stopping took longer than 10 seconds */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const dist = path.resolve(__dirname, '../../dist/src')
const main = path.join(dist, 'main.js')

/** @param preload a module that is loaded first, and may send messages to the test */
export async function startServerProcess(
  { databaseUrl, simulator }: Pick<TestApp, 'databaseUrl' | 'simulator'>,
  env: Readonly<Record<string, string>> = {},
  preload: string | null = null,
): Promise<ServerProcess> {
  return startProgram(process.execPath, [...(preload === null ? [] : ['--require', preload]), main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      PLATFORM_API_URL: simulator.url,
      DATABASE_POOL_SIZE: '4',
      ENCRYPTION_KEY: encryptionKey.toString('hex'),
      RATE_LIMITING: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === null ? [] : (['ipc'] as const))],
  })
}

/** Starts a server and waits until it is ready. */
export async function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ServerProcess> {
  const child = spawn(program, args, options)
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill)
    return code as number | null
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const [, found] = /"baseUrl":"([^"]+)"/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  return {
    url,
    child,
    output: () => output,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** For a start that fails; killed after 20 seconds. @returns the lines of standard error; of a line of the log its words */
export async function startToEnd(
  env: Readonly<Record<string, string>>,
  script = 'main.js',
  args: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const child = spawn(process.execPath, [path.join(dist, script), ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close')
  const [stderr, [code]] = await Promise.all([text(child.stderr), ended, text(child.stdout)])
  const words = stderr.trimEnd().replace(/^\{.*\}$/gm, (line) => (JSON.parse(line) as { msg: string }).msg)
  return { code: code as number | null, lines: words.split('\n') }
}
