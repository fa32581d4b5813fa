// `npm start` for a page, on a copy of a data directory, and a shell.
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './pages'

const admin = path.join(root, 'dist/src/admin/main.js')

export interface Demo {
  readonly baseUrl: string
  readonly communityId: string
  readonly key: string
  readonly dataDir: string
  stop(): Promise<void>
}

/** As the pages say. */
export async function startDemo(dataDir: string): Promise<Demo> {
  const server = spawn(process.execPath, [path.join(root, 'dist/src/main.js')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      ...{ DATA_DIR: dataDir, PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'info' },
      ...{ WEBHOOK_ALLOW_PRIVATE: 'on', PLATFORM_WEBHOOK_SECRETS: 'the-secret-of-the-webhook' },
    },
  })
  const lines = await readUntil(server, /"msg":"ready"/)
  const find = (name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(lines)?.[1] ?? ''
  return {
    baseUrl: find('baseUrl'),
    ...(JSON.parse(fs.readFileSync(find('keyFile'), 'utf8')) as { communityId: string; key: string }),
    dataDir,
    async stop() {
      const closed = new Promise((resolve) => server.once('close', resolve))
      server.kill('SIGTERM')
      await closed
    },
  }
}

/** Its `template` is a data directory with the demo. */
export async function makeTemplate(): Promise<string> {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'documentation-'))
  // for PostgreSQL's account, when run as root
  fs.chmodSync(parent, 0o755)
  await (await startDemo(path.join(parent, 'template'))).stop()
  return parent
}

/** With owners and modes. */
export function copyTemplate(parent: string, name: string): string {
  execFileSync('cp', ['-a', path.join(parent, 'template'), path.join(parent, name)])
  return path.join(parent, name)
}

export interface Shell {
  /** Both streams. */
  run(command: string): Promise<string>
  close(): void
}

/** `npm run admin` is the built command. */
export async function openShell(demo: Demo, variables: Readonly<Record<string, string>>): Promise<Shell> {
  const bash = spawn('bash', ['--norc'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: os.tmpdir(),
      ...{ DATA_DIR: demo.dataDir, BASE: demo.baseUrl, COMMUNITY: demo.communityId, KEY: demo.key },
      ...variables,
    },
  })
  const run = async (command: string): Promise<string> => {
    bash.stdin.write(`${command}\nprintf '\\36'\n`)
    return (await readUntil(bash, /\x1e$/)).slice(0, -1)
  }
  await run(
    `exec 2>&1; cd "${demo.dataDir}"; npm() { while [ "$1" != -- ]; do shift; done; shift; "${process.execPath}" "${admin}" "$@"; }`,
  )
  return { run, close: () => void bash.kill() }
}

function readUntil(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const take = (chunk: Buffer): void => {
      text += chunk.toString()
      if (pattern.test(text)) finish(() => resolve(text))
    }
    const end = (): void => finish(() => reject(new Error(`it ended after: ${text}`)))
    const finish = (then: () => void): void => {
      for (const stream of [child.stdout, child.stderr]) stream.off('data', take)
      child.off('close', end)
      then()
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', take)
    child.once('close', end)
  })
}
