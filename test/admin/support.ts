// Runs the command line in the test's process.
import { Readable, Writable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { runAdmin } from '../../src/admin/program'
import type { TestApp } from '../support/app'
import { freshDatabase, type TestDatabase } from '../support/database'

export interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface Admin {
  readonly env: Record<string, string>
  readonly database: TestDatabase
  run(args: readonly string[], stdin?: string): Promise<Ran>
  /** Runs with --json. @returns the parsed line */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json(args: readonly string[], stdin?: string): Promise<any>
  /** Runs a command that must fail. @returns its error message */
  failure(args: readonly string[], stdin?: string): Promise<string>
}

/** The command line on a database of the test file. */
export function useAdmin(): Admin {
  const admin = { env: {} } as { env: Record<string, string>; database: TestDatabase }
  beforeAll(async () => {
    admin.database = await freshDatabase()
    Object.assign(admin.env, { DATABASE_URL: admin.database.url, ENCRYPTION_KEY: randomBytes(32).toString('hex') })
  })
  afterAll(() => admin.database.drop())
  return Object.assign(admin, adminOn(admin.env))
}

export function adminOn(env: Readonly<Record<string, string>>): Pick<Admin, 'run' | 'json' | 'failure'> {
  const run: Admin['run'] = (args, stdin = '') => runIn(env, args, stdin)
  return {
    run,
    async json(args: readonly string[], stdin?: string) {
      const ran = await run([...args, '--json'], stdin)
      expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
      expect(ran.stdout).toMatch(/^[^\n]+\n$/)
      return JSON.parse(ran.stdout) as unknown
    },
    async failure(args: readonly string[], stdin?: string) {
      const { exitCode, stdout, stderr } = await run(args, stdin)
      const isUsage = /^See npm run admin -- [^\n]*--help$/m.test(stderr)
      expect({ exitCode, stdout }).toEqual({ exitCode: isUsage ? 2 : 1, stdout: '' })
      expect(stderr).toMatch(
        /^(community [^\n]+\n)?error: [^\n]+\n(\(Did you mean [^\n]+\)\n)?(See npm run admin -- [^\n]+\n)?$/,
      )
      return stderr
    },
  }
}

/** The command line on the database and the platform of a test server. */
export function adminOf(
  { databaseUrl, simulator, base }: TestApp,
  env: Readonly<Record<string, string>> = {},
): Pick<Admin, 'run' | 'json' | 'failure'> {
  return adminOn({
    ...env,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: base.settings.encryptionKey.current.toString('hex'),
    PLATFORM_API_URL: simulator.url,
  })
}

export async function runIn(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  stdin = '',
  tty = false,
): Promise<Ran> {
  const stdout = collect(tty)
  const stderr = collect(tty)
  const exitCode = await runAdmin(args, { stdin: Readable.from([stdin]), stdout, stderr, env })
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

export function collect(isTTY: boolean): Writable & { readonly isTTY: boolean; text(): string } {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString())
      done()
    },
  })
  return Object.assign(stream, { isTTY, text: () => chunks.join('') })
}
