// Processes that are killed and started again, as a supervisor of a real deployment would.
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
  /** Below `programs`, with its arguments. */
  readonly command: readonly string[]
  readonly env: Environment
  /** What it prints when it is ready to work. */
  readonly readyWhen: RegExp
  /** Gets everything it prints. */
  readonly logFile: string
}

/** A process that is always there, but for the moments after its death. */
export interface Supervised {
  readonly name: string
  /** `kill -9`; resolves when it is dead. It is started again after the pause. */
  kill(pauseMs: number): Promise<void>
  /** SIGTERM; resolves when it has ended. It is started again at once. */
  terminate(): Promise<{ readonly exitCode: number | null; readonly ms: number }>
  /** Resolves with what it printed when ready. */
  ready(timeoutMs?: number): Promise<string>
  /** Of the process that runs now. */
  pid(): number
  /** How often it ended by itself after it had been ready: a server never should. */
  crashes(): number
  /** Ends it in order, for good. */
  stop(): Promise<void>
}

const restartPauseMs = 300
const stopMs = 15_000

/** Processes that run now; none outlives the one that started it. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a process and keeps it running. */
export function supervise(options: ProcessOptions): Supervised {
  const log = createWriteStream(options.logFile, { flags: 'a' })
  let current = launch(options, log)
  let pauseMs = restartPauseMs
  let stopped = false
  let crashed = 0
  const watch = async (): Promise<void> => {
    for (;;) {
      const { child, killed } = current
      await current.ended
      if (stopped) return
      if (!killed() && current.readyText() !== null) crashed++
      log.write(`--- ${options.name} ended: ${child.signalCode ?? child.exitCode}\n`)
      await sleep(pauseMs)
      pauseMs = restartPauseMs
      if (stopped) return
      current = launch(options, log)
    }
  }
  const watching = watch()
  return {
    name: options.name,
    async kill(pause) {
      const victim = current
      pauseMs = pause
      victim.kill('SIGKILL')
      await victim.ended
    },
    async terminate() {
      const victim = current
      const sentAt = performance.now()
      pauseMs = 0
      victim.kill('SIGTERM')
      await victim.ended
      return { exitCode: victim.child.exitCode, ms: performance.now() - sentAt }
    },
    ready: (timeoutMs = 30_000) => whenReady(options.name, () => current, timeoutMs),
    pid: () => current.child.pid ?? 0,
    crashes: () => crashed,
    async stop() {
      stopped = true
      const last = current
      const cut = setTimeout(() => last.kill('SIGKILL'), stopMs)
      last.kill('SIGTERM')
      await last.ended
      clearTimeout(cut)
      await watching
      log.end()
    },
  }
}

interface Launched {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  kill(signal: NodeJS.Signals): void
  killed(): boolean
  readyText(): string | null
}

function launch({ command, env, readyWhen }: ProcessOptions, log: NodeJS.WritableStream): Launched {
  const [program = '', ...parameters] = command
  const child = spawn(process.execPath, [path.join(programs, program), ...parameters], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // not "exit": what it printed last may still be on its way then
  const ended = once(child, 'close')
    .catch(() => undefined)
    .finally(() => running.delete(child))
  running.add(child)
  let text: string | null = ''
  let readyText: string | null = null
  let killed = false
  const hear = (chunk: Buffer): void => {
    log.write(chunk)
    if (text === null) return
    text += chunk.toString()
    if (!readyWhen.test(text)) return
    readyText = text
    text = null
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return {
    child,
    ended,
    kill(signal) {
      killed = true
      child.kill(signal)
    },
    killed: () => killed,
    readyText: () => readyText,
  }
}

async function whenReady(name: string, current: () => Launched, timeoutMs: number): Promise<string> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
    const { child } = current()
    const text = current().readyText()
    if (text !== null && child.exitCode === null && child.signalCode === null) return text
  }
  throw new Error(`${name} did not get ready within ${timeoutMs} ms`)
}

/** A port nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs the operator's command and returns its JSON document. */
export async function operate(parameters: readonly string[], env: Environment): Promise<Record<string, unknown>> {
  const script = path.join(programs, 'admin/main.js')
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...parameters, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  return JSON.parse(stdout) as Record<string, unknown>
}
