// Processes that are restarted when they end, as a supervisor of a deployment does.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export const programs = path.resolve(__dirname, '../../dist/src')

export type Environment = Readonly<Record<string, string>>

export interface ProcessOptions {
  readonly name: string
  /** The script below `programs`, and its arguments. */
  readonly command: readonly string[]
  readonly env: Environment
  /** Matches the output of a ready process. */
  readonly readyWhen: RegExp
  /** The file to which its output is appended. */
  readonly logFile: string
}

export interface Supervised {
  readonly name: string
  /** Sends SIGKILL; resolves when the process is dead. It is restarted after the pause. */
  readonly kill: (pauseMs: number) => Promise<void>
  /** Sends SIGTERM; resolves when the process has ended. It is restarted at once. */
  terminate(): Promise<{ readonly exitCode: number | null; readonly ms: number }>
  /** Resolves with the output of the ready process. */
  ready(timeoutMs?: number): Promise<string>
  pid(): number
  /** How often it ended unexpectedly after it had been ready. */
  crashes(): number
  /** Ends it for good. */
  stop(): Promise<void>
}

const restartPauseMs = 300
const stopMs = 15_000

/** Running processes, which are killed when this one exits. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

interface Launched {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  isKilled: boolean
  /** The output of the ready process; null before. */
  readyText: string | null
}

export function supervise(options: ProcessOptions): Supervised {
  const { name, logFile } = options
  const log = createWriteStream(logFile, { flags: 'a' })
  let current = launch(options, log)
  let pauseMs = restartPauseMs
  let stopped = false
  let crashed = 0
  const watch = async (): Promise<void> => {
    for (;;) {
      const { child } = current
      await current.ended
      if (stopped) return
      if (!current.isKilled && current.readyText !== null) crashed++
      log.write(`--- ${name} ended: ${child.signalCode ?? child.exitCode}\n`)
      await sleep(pauseMs)
      pauseMs = restartPauseMs
      if (stopped) return
      current = launch(options, log)
    }
  }
  const watching = watch()
  const end = async (signal: NodeJS.Signals, pause: number): Promise<ChildProcess> => {
    const victim = current
    pauseMs = pause
    victim.isKilled = true
    victim.child.kill(signal)
    await victim.ended
    return victim.child
  }
  return {
    name,
    kill: async (pause) => void (await end('SIGKILL', pause)),
    async terminate() {
      const sentAt = performance.now()
      const { exitCode } = await end('SIGTERM', 0)
      return { exitCode, ms: performance.now() - sentAt }
    },
    async ready(timeoutMs = 30_000) {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
        const { child, readyText } = current
        if (readyText !== null && child.exitCode === null && child.signalCode === null) return readyText
      }
      throw new Error(`${name} was not ready within ${timeoutMs} ms`)
    },
    pid: () => current.child.pid ?? 0,
    crashes: () => crashed,
    async stop() {
      stopped = true
      const last = current.child
      const cut = setTimeout(() => last.kill('SIGKILL'), stopMs)
      await end('SIGTERM', 0)
      clearTimeout(cut)
      await watching
      log.end()
    },
  }
}

function launch({ command, env, readyWhen }: ProcessOptions, log: NodeJS.WritableStream): Launched {
  const [program = '', ...parameters] = command
  const child = spawn(process.execPath, [path.join(programs, program), ...parameters], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  // "exit" is too early: output may still arrive
  const ended = once(child, 'close').catch(() => undefined)
  const launched: Launched = { child, ended, isKilled: false, readyText: null }
  void ended.then(() => running.delete(child))
  let text = ''
  const onOutput = (chunk: Buffer): void => {
    log.write(chunk)
    if (launched.readyText !== null) return
    text += chunk.toString()
    if (readyWhen.test(text)) launched.readyText = text
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  return launched
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs the command line, and returns its JSON. */
export async function operate<T>(parameters: readonly string[], env: Environment): Promise<T> {
  const script = path.join(programs, 'admin/main.js')
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...parameters, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  return JSON.parse(stdout) as T
}
