// Supervised processes: restarted after a kill.
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
  /** Below `programs`, with arguments. */
  readonly command: readonly string[]
  readonly env: Environment
  /** Output of a ready process. */
  readonly readyWhen: RegExp
  /** Receives its output. */
  readonly logFile: string
}

export interface Supervised {
  readonly name: string
  /** SIGKILL; restarted after the pause. */
  kill(pauseMs: number): Promise<void>
  /** SIGTERM; restarted at once. */
  terminate(): Promise<{ readonly exitCode: number | null; readonly ms: number }>
  /** The output. */
  ready(timeoutMs?: number): Promise<string>
  /** Process id. */
  pid(): number
  /** Unexpected, once ready. */
  crashes(): number
  /** Stops it permanently. */
  stop(): Promise<void>
}

const restartPauseMs = 300
const stopMs = 15_000

/** Killed when this one exits. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

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
  // "exit" is too early: output may still arrive
  const ended = once(child, 'close')
    .catch(() => undefined)
    .finally(() => running.delete(child))
  running.add(child)
  let text: string | null = ''
  let readyText: string | null = null
  let killed = false
  const onOutput = (chunk: Buffer): void => {
    log.write(chunk)
    if (text === null) return
    text += chunk.toString()
    if (!readyWhen.test(text)) return
    readyText = text
    text = null
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
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
  throw new Error(`${name} was not ready within ${timeoutMs} ms`)
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Its JSON. */
export async function operate(parameters: readonly string[], env: Environment): Promise<Record<string, unknown>> {
  const script = path.join(programs, 'admin/main.js')
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...parameters, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  return JSON.parse(stdout) as Record<string, unknown>
}
