// Dockerfile and compose.yaml, checked without Docker.
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { files } from '../../scripts/architecture/source'
import { packaged } from '../../scripts/packages/path'
import { readConfig } from '../../src/process/config'
import { ask } from '../support/cluster'
import { emptyDatabase } from '../support/database'

const root = path.resolve(__dirname, '..', '..')
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8')
const dockerfile = read('Dockerfile')
const stages = dockerfile.split(/^(?=FROM )/m).slice(1)
const last = stages.at(-1) ?? ''

interface Service {
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly profiles?: readonly string[]
  readonly environment: Record<string, string | null>
  readonly env_file?: string
  readonly depends_on?: Record<string, { condition: string }>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks?: readonly string[]
  readonly user?: string
}
type ServiceName = 'postgres' | 'migrate' | 'api' | 'worker' | 'admin'
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<ServiceName, Service>
  volumes: Record<string, unknown>
  networks: Record<string, { internal?: boolean } | null>
}
const services = Object.entries(compose.services) as [ServiceName, Service][]

it('the Dockerfile passes its linter', () => {
  expect(validate(dockerfile)).toEqual([])
  expect(validate('FROM node\nCOPPY a b\n')).not.toEqual([])
})

it('the image runs the command of npm start as a user other than root, with a readiness check', () => {
  const { start } = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts
  const [, command] = /&& exec (node .*)$/.exec(start) ?? []
  expect(JSON.parse(/^CMD (.*)$/m.exec(last)?.[1] ?? '[]')).toEqual(command?.split(' '))
  expect(/^USER (.*)$/m.exec(last)?.[1]).toBe('node')
  expect(last.indexOf('\nUSER ')).toBeGreaterThan(last.lastIndexOf('\nRUN '))
  expect(last).toMatch(/^HEALTHCHECK [^]*\/readyz/m)
  expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
})

it('the image copies production packages, the build and the contract only', () => {
  const [, packages] = stages
  expect(packages).toMatch(/^RUN npm ci --omit=dev\b/m)
  const copies = [...last.matchAll(/^COPY --from=(\w+) \/server\/(\S+) /gm)].map(([, from, what]) => `${from} ${what}`)
  expect(copies).toEqual(['packages node_modules', 'build dist'])
  const ignore = read('.dockerignore').split('\n')
  expect(ignore).toContain('*')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources]) => sources?.split(' ') ?? [],
  )
  expect(copied.filter((source) => !ignore.includes(`!${source}`))).toEqual([])
})

describe('the demo', () => {
  /** What the build stage deletes from dist/. */
  const deleted = /^RUN .*\brm -rf (.+)$/m.exec(stages[0] ?? '')?.[1]?.split(' ') ?? []
  const isDeleted = (name: string): boolean =>
    deleted.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : `${name}/`.startsWith(`${pattern}/`),
    )
  const isInImage = (source: string): boolean => !isDeleted(`dist/${source}.js`)

  it('is absent from the image, and the platform simulator too', () => {
    const absent = files.map(({ name }) => `src/${name.replace(/\.ts$/, '')}`).filter((source) => !isInImage(source))
    expect(absent).toContain('src/process/demo')
    expect(absent).toContain('src/simulator/server')
    expect(absent.filter((source) => !/^src\/(process\/demo$|simulator\/)/.test(source))).toEqual([])
  })

  it('is imported statically by no file of the image', () => {
    const wrong = files.flatMap(({ name, imports }) =>
      imports
        .filter(({ kind, target }) => kind === 'static' && target !== null && !isInImage(target))
        .filter(() => isInImage(`src/${name.replace(/\.ts$/, '')}`))
        .map(({ target }) => `${name} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  describe('in a copy of dist/ with the files of the image', () => {
    let copy: string

    beforeAll(() => {
      copy = fs.mkdtempSync(path.join(os.tmpdir(), 'image-'))
      const filter = (source: string): boolean => !isDeleted(path.relative(root, source))
      fs.cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true, filter })
      for (const name of ['node_modules', 'generated', 'sql', 'openapi.yaml', 'package.json']) {
        fs.symlinkSync(path.join(root, name), path.join(copy, name))
      }
    })
    afterAll(() => fs.rmSync(copy, { recursive: true }))

    function run(script: string, ...args: readonly string[]): SpawnSyncReturns<string> {
      const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: path.join(copy, 'data') }
      return spawnSync(process.execPath, [path.join(copy, 'dist/src', script), ...args], { env, encoding: 'utf8' })
    }

    it.each(['main.js', 'migrate.js', 'admin/main.js'])('%s starts', (script) => {
      expect(run(script, '--help')).toMatchObject({ status: 0, stderr: '' })
    })

    it('the server without settings fails to start and names the settings to use', () => {
      const { status, stderr } = run('main.js')
      expect(status).toBe(1)
      expect(JSON.parse(stderr)).toMatchObject({
        msg: 'This image has no demo. Set DATABASE_URL and ENCRYPTION_KEY to start the server.',
      })
      expect(fs.existsSync(path.join(copy, 'data'))).toBe(false)
    })
  })
})

it('compose.yaml passes the schema of Compose and its linter', () => {
  const lint = packaged('dclint/bin/dclint.cjs')
  const report = execFileSync(process.execPath, [lint, 'compose.yaml', '-c', 'scripts/lint/compose.json'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(report).not.toMatch(/error|warning/)
})

it('compose.yaml starts PostgreSQL, the migration, the API and the worker in the order of their dependencies', () => {
  const { postgres, migrate, api, worker, admin } = compose.services
  expect([api.environment['ROLE'], worker.environment['ROLE']]).toEqual(['api', 'worker'])
  expect(migrate.command).toEqual(['node', 'dist/src/migrate.js'])
  expect(migrate.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  const migrated = { migrate: { condition: 'service_completed_successfully' } }
  expect([api.depends_on, worker.depends_on]).toEqual([migrated, migrated])
  // up leaves it out
  expect(admin).toMatchObject({
    profiles: ['admin'],
    entrypoint: ['node', 'dist/src/admin/main.js'],
    depends_on: migrated,
    networks: ['database', 'outside'],
  })
  expect(admin.environment['DATABASE_MIGRATION_URL']).toBe(migrate.environment['DATABASE_MIGRATION_URL'])
  expect([postgres.ports, migrate.ports, worker.ports, admin.ports]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(api.ports).toEqual(['127.0.0.1:8080:8080'])
  const named = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  expect([...new Set(named)].filter((name) => !name.startsWith('./')).sort()).toEqual(
    Object.keys(compose.volumes).sort(),
  )
  expect(named.filter((name) => name.startsWith('./') && !fs.existsSync(path.join(root, name)))).toEqual([])
})

const isCommand = (name: ServiceName): boolean => name === 'migrate' || name === 'admin'

it.each(services)('the service %s has no capabilities, has resource limits and a health check', (name, service) => {
  expect(service).toMatchObject({
    init: true,
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/^\d+g$/) as string,
    pids_limit: expect.any(Number) as number,
  })
  expect(name === 'postgres' ? service.user : /^USER (.*)$/m.exec(last)?.[1]).toMatch(/^(postgres|node)$/)
  // else an exit code
  expect(service.healthcheck?.disable === true).toBe(isCommand(name))
  if (name === 'postgres') expect(service.healthcheck?.test?.join(' ')).toContain('pg_isready')
  else if (!isCommand(name)) expect(service.healthcheck?.test?.join(' ')).toContain('/readyz')
})

it('PostgreSQL is on an internal network of its own', () => {
  expect(compose.services.postgres.networks).toEqual(['database'])
  expect(compose.networks['database']).toEqual({ internal: true })
})

it('each service gets only the variables that it reads', () => {
  const own: Record<ServiceName, readonly string[]> = {
    postgres: ['POSTGRES_PASSWORD', 'DATABASE_OWNER_PASSWORD', 'DATABASE_SERVER_PASSWORD'],
    migrate: ['DATABASE_OWNER_PASSWORD', 'DATABASE_SERVER_PASSWORD'],
    api: ['DATABASE_SERVER_PASSWORD', 'ENCRYPTION_KEY'],
    worker: ['DATABASE_SERVER_PASSWORD', 'ENCRYPTION_KEY'],
    admin: ['DATABASE_OWNER_PASSWORD', 'DATABASE_SERVER_PASSWORD', 'ENCRYPTION_KEY'],
  }
  const settings = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void settings.add(String(name)) }))
  for (const [name, { env_file: file, environment }] of services) {
    expect(file).toBeUndefined()
    const interpolated = Object.values(environment).flatMap((value) =>
      [...(value ?? '').matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable),
    )
    expect([...new Set(interpolated)].sort()).toEqual([...own[name]].sort())
    if (name !== 'postgres') expect(Object.keys(environment).filter((variable) => !settings.has(variable))).toEqual([])
  }
  const secrets = [
    'ENCRYPTION_KEY',
    'CHAT_BOT_TOKEN',
    'PLATFORM_WEBHOOK_SECRETS',
    'METRICS_TOKEN',
    'OIDC_CLIENT_SECRET',
  ]
  const has = (name: ServiceName) => secrets.filter((secret) => secret in compose.services[name].environment)
  expect({ postgres: has('postgres'), migrate: has('migrate') }).toEqual({ postgres: [], migrate: [] })
  expect(has('admin')).toEqual(['ENCRYPTION_KEY', 'METRICS_TOKEN'])
  expect(has('api')).not.toContain('CHAT_BOT_TOKEN')
  expect(has('worker')).not.toContain('PLATFORM_WEBHOOK_SECRETS')
  expect(has('worker')).not.toContain('OIDC_CLIENT_SECRET')
})

it('every setting reaches a server, unless the image or compose.yaml fixes it', () => {
  const settings = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void settings.add(String(name)) }))
  const given = new Set(services.flatMap(([, { environment }]) => Object.keys(environment)))
  const fixed = [...last.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name)
  // compose.yaml has no demo, pooler or replica
  const absent = ['DEMO', 'DATABASE_DIRECT_URL', 'DATABASE_PREPARED_STATEMENTS']
  const replica = ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_MAX_LAG_SECONDS']
  const missing = [...settings].filter((name) => !given.has(name) && !fixed.includes(name))
  expect(missing.sort()).toEqual([...absent, ...replica].sort())
})

it('secrets come from a file that git ignores, and compose.yaml reads every name in it', () => {
  expect(read('.gitignore').split('\n')).toContain('.env')
  const names = [...read('compose.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? '')
  expect(names).toEqual(expect.arrayContaining(required))
  const passed = services.flatMap(([, { environment }]) => Object.keys(environment))
  expect(names.filter((name) => !required.includes(name) && !passed.includes(name))).toEqual([])
})

it('the roles of compose.yaml use SCRAM, are not superusers, and only the owner owns the database', async () => {
  expect(compose.services.postgres.environment['POSTGRES_INITDB_ARGS']).toBe(
    '--auth-local=scram-sha-256 --auth-host=scram-sha-256',
  )
  const database = await emptyDatabase()
  try {
    // `\getenv` of the script is for psql; role names are made unique to this run
    const mark = path.basename(new URL(database.url).pathname)
    const script = read('scripts/compose/roles.sql')
      .replaceAll(/^\\getenv (\w+) (\w+)$/gm, (_, variable: string, name: string) => {
        expect(Object.keys(compose.services.postgres.environment)).toContain(name)
        return `-- ${variable}`
      })
      .replaceAll(/:'\w+'/g, `'secret'`)
      .replaceAll('database community', `database ${mark}`)
      .replaceAll(/community_(\w+)/g, `${mark}_$1`)
    await ask(database.url, script)
    const roles = await ask(
      database.url,
      `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as privileged,
         left(rolpassword, 13) as password, rolname = pg_get_userbyid(d.datdba) as owns
       from pg_authid, pg_database d where d.datname = current_database() and rolname like '${mark}\\_%' order by 1`,
    )
    const scram = { privileged: false, password: 'SCRAM-SHA-256' }
    expect(roles).toEqual([
      { name: `${mark}_owner`, ...scram, owns: true },
      { name: `${mark}_server`, ...scram, owns: false },
    ])
    await ask(
      database.url,
      `drop owned by ${mark}_server, ${mark}_owner; alter database ${mark} owner to current_user;
       revoke set on parameter session_replication_role from ${mark}_owner; drop role ${mark}_server, ${mark}_owner`,
    )
  } finally {
    await database.drop()
  }
})
