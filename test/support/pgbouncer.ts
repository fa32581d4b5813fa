// PgBouncer, if it is installed.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { accessSync, chmodSync, chownSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { databaseAccount } from '../../src/db-embedded/account'
import { ask } from './cluster'
import { until } from './until'

/** The path of the program; null: not installed. */
export function findPgbouncer(): string | null {
  const directories = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  return directories.map((directory) => path.join(directory, 'pgbouncer')).find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Pgbouncer {
  readonly url: string
  ask<Row extends object>(command: string): Promise<Row[]>
  close(): Promise<void>
}

/** A shell script that stops PgBouncer when the test process ends, and with it the script's standard input. */
const untilInputEnds = '"$1" "$2" & while read -r _; do :; done; kill $!; wait $!'

/** @param more lines of the configuration */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  poolMode: 'transaction' | 'session',
  more: readonly string[] = [],
): Promise<Pgbouncer> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bouncer-'))
  // PgBouncer does not run as root
  const account = databaseAccount(path.join(directory, 'none'))
  if (account) chownSync(directory, account.uid, account.gid)
  chmodSync(directory, 0o755)
  const file = path.join(directory, 'pgbouncer.ini')
  writeFileSync(file, configuration(databaseUrl, directory, poolMode, more))
  const child = spawn('/bin/sh', ['-c', untilInputEnds, 'sh', program, file], { ...account, cwd: '/', stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const to = (database: string): string =>
    `postgresql://postgres@localhost:6432/${database}?host=${encodeURIComponent(directory)}`
  await until('the pooler answers', () => {
    if (said.includes('FATAL')) throw new Error(`pgbouncer ended: ${said}`)
    return ask(to('pgbouncer'), 'show version').then(
      () => true,
      () => false,
    )
  })
  return {
    url: to('pooled'),
    ask: (command) => ask(to('pgbouncer'), command),
    async close() {
      await end(child)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function configuration(databaseUrl: string, directory: string, poolMode: string, more: readonly string[]): string {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host') ?? url.hostname
  const login = [`user=${url.username || 'postgres'}`, ...(url.password ? [`password=${url.password}`] : [])]
  const target = [`host=${host}`, `port=${url.port || 5432}`, `dbname=${url.pathname.slice(1)}`, ...login]
  return [
    '[databases]',
    `pooled = ${target.join(' ')}`,
    '[pgbouncer]',
    `unix_socket_dir = ${directory}`,
    'listen_port = 6432',
    'auth_type = any',
    'admin_users = postgres',
    `pool_mode = ${poolMode}`,
    'max_client_conn = 200',
    ...more,
    '',
  ].join('\n')
}

async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  const ended = once(child, 'exit')
  child.stdin.end()
  await ended
}
