// Builds the previous release from the history of this checkout, and runs its processes.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const root = path.resolve(__dirname, '..', '..')

/** The contents of `previous-release.json`. */
export interface Release {
  readonly version: string
  readonly commit: string
  /** The newest file of its sql/. */
  readonly newestMigration: string
}

export const previousRelease = JSON.parse(
  readFileSync(path.join(__dirname, 'previous-release.json'), 'utf8'),
) as Release

/** Whether this checkout has the commit: an exported or shallow copy has no history. */
export function isInHistory({ commit }: Release): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Builds the release in `directory`, with the packages of this checkout. */
export async function buildRelease({ commit }: Release, directory: string): Promise<void> {
  mkdirSync(directory)
  const paths = ['src', 'generated', 'sql', 'openapi.yaml', 'package.json', 'tsconfig.json']
  const archive = execFileSync('git', ['archive', commit, ...paths], { cwd: root, maxBuffer: 100_000_000 })
  execFileSync('tar', ['-x', '-C', directory], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(directory, 'node_modules'))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.json', '--noCheck'], { cwd: directory })
}

export type Environment = Readonly<Record<string, string>>

export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts `main.js` of the release, and waits until it is ready.
 * @throws Error with its output when it ends before
 */
export async function startServer(directory: string, env: Environment): Promise<Server> {
  const child = spawn(process.execPath, [path.join(directory, 'dist/src/main.js')], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /"baseUrl":"([^"]+)"/.exec(said)?.[1]
      if (url !== undefined || /"msg":"(ready|working)"/.test(said)) resolve(url ?? '')
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', () => reject(new Error(said.trim().split('\n').at(-1))))
  })
  const url = await ready
  return {
    url,
    async stop() {
      process.removeListener('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs the command line of the release. @returns its JSON */
export async function administer<T>(directory: string, env: Environment, command: readonly string[]): Promise<T> {
  const program = path.join(directory, 'dist/src/admin/main.js')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  return JSON.parse(stdout) as T
}
