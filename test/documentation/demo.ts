// The demo that the pages use, started by `npm start` or in the test's process, and a shell.
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureDemo, startPlatform } from '../../src/process/demo'
import { HttpPlatform } from '../../src/platform/http-platform'
import { adminOf } from '../admin/support'
import { startTestApp, testSettings } from '../support/app'
import { root } from './pages'

const admin = path.join(root, 'dist/src/admin/main.js')

export interface Demo {
  readonly baseUrl: string
  readonly communityId: string
  readonly key: string
  readonly dataDir: string
  readonly simulatorUrl: string
  /** Environment variables of the command line. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const webhookSecret = 'the-secret-of-the-webhook'

/** Starts the demo as the pages say. */
export async function startDemo(dataDir: string): Promise<Demo> {
  const server = spawn(process.execPath, [path.join(root, 'dist/src/main.js')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
      WEBHOOK_ALLOW_PRIVATE: 'on',
      PLATFORM_WEBHOOK_SECRETS: webhookSecret,
    },
  })
  const lines = await readUntil(server, /"msg":"ready"/)
  const find = (name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(lines)?.[1] ?? ''
  return {
    baseUrl: find('baseUrl'),
    ...(JSON.parse(fs.readFileSync(find('keyFile'), 'utf8')) as { communityId: string; key: string }),
    dataDir,
    simulatorUrl: (JSON.parse(fs.readFileSync(`${dataDir}/simulator.url`, 'utf8')) as { url: string }).url,
    env: {},
    async stop() {
      const closed = new Promise((resolve) => server.once('close', resolve))
      server.kill('SIGTERM')
      await closed
    },
  }
}

/**
 * Starts the demo in this process, on the database of the tests. A process and a cluster of its own would take most of
 * the processor time of a page.
 */
export async function startDemoHere(dataDir: string): Promise<Demo> {
  fs.mkdirSync(dataDir)
  const simulator = await startPlatform(dataDir)
  const { url } = simulator
  const settings = { ...testSettings, platformTimeoutMs: 5_000 }
  const app = await startTestApp({
    settings,
    platform: new HttpPlatform({ apiUrl: url, usersUrl: url, timeoutMs: settings.platformTimeoutMs }),
    platformSecrets: [webhookSecret],
  })
  Object.assign(settings, { publicUrl: app.url })
  const admin = await serveAdmin(adminOf({ ...app, simulator }), dataDir)
  const { communityId, key } = await ensureDemo(app.base, dataDir, () => undefined)
  return {
    baseUrl: app.url,
    communityId,
    key,
    dataDir,
    simulatorUrl: url,
    env: { ADMIN: admin.url },
    async stop() {
      admin.close()
      await app.close()
      await simulator.close()
    },
  }
}

/**
 * Serves the command line over HTTP. A request has the arguments, each followed by NUL, then standard input. The answer
 * is what the command prints.
 */
async function serveAdmin(
  { run }: ReturnType<typeof adminOf>,
  folder: string,
): Promise<{ url: string; close(): void }> {
  const server = http.createServer((request, response) => {
    void text(request)
      .then((body) => body.split('\0'))
      .then((parts) => {
        // file names are relative to the directory of the shell
        const args = parts
          .slice(0, -1)
          .map((one) => (fs.readdirSync(folder).includes(one) ? path.join(folder, one) : one))
        return run(args, parts.at(-1))
      })
      .then(({ stdout, stderr }) => response.end(stdout + stderr))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

/** A directory whose `template` is a data directory with the demo. */
export async function makeTemplate(): Promise<string> {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'documentation-'))
  // the account that runs PostgreSQL must enter when root runs the test
  fs.chmodSync(parent, 0o755)
  await (await startDemo(path.join(parent, 'template'))).stop()
  return parent
}

/** Copies the data directory, with owners and permissions. */
export function copyTemplate(parent: string, name: string): string {
  execFileSync('cp', ['-a', path.join(parent, 'template'), path.join(parent, name)])
  return path.join(parent, name)
}

export interface Shell {
  /** Runs a command. @returns what it wrote to both streams */
  run(command: string): Promise<string>
  close(): void
}

/** In the shell, `npm run admin` runs the built command, or that of the test's process. */
export async function openShell(demo: Demo, variables: Readonly<Record<string, string>>): Promise<Shell> {
  const bash = spawn('bash', ['--norc'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: os.tmpdir(),
      DATA_DIR: demo.dataDir,
      BASE: demo.baseUrl,
      COMMUNITY: demo.communityId,
      KEY: demo.key,
      SIMULATOR: demo.simulatorUrl,
      ...demo.env,
      ...variables,
    },
  })
  const run = async (command: string): Promise<string> => {
    bash.stdin.write(`${command}\nprintf '\\36'\n`)
    return (await readUntil(bash, /\x1e$/)).slice(0, -1)
  }
  const command = demo.env['ADMIN']
    ? `{ printf '%s\\0' "$@"; [ "\${!#}" != - ] || cat; } | curl -s --data-binary @- "$ADMIN"`
    : `"${process.execPath}" "${admin}" "$@"`
  await run(`exec 2>&1; cd "${demo.dataDir}"; npm() { while [ "$1" != -- ]; do shift; done; shift; ${command}; }`)
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
