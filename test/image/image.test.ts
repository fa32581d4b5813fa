// Dockerfile and compose.yaml, as far as they can be judged without Docker: valid, by two linters; and they say what package.json,
// the configuration and the other of them say.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'

const root = path.resolve(__dirname, '..', '..')
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8')
const dockerfile = read('Dockerfile')
const stages = dockerfile.split(/^(?=FROM )/m).slice(1)
const last = stages.at(-1) ?? ''

interface Service {
  readonly environment?: Record<string, string>
  readonly env_file?: string
  readonly depends_on?: Record<string, { condition: string }>
  readonly healthcheck?: object
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<'api' | 'worker' | 'postgres', Service>
  volumes: Record<string, unknown>
}

it('the Dockerfile is a valid one', () => {
  expect(validate(dockerfile)).toEqual([])
  expect(validate('FROM node\nCOPPY a b\n')).not.toEqual([])
})

it('the image starts the server as npm start does, not as root, and asks whether it is ready', () => {
  const { start } = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts
  const [, command] = /&& (node .*)$/.exec(start) ?? []
  expect(JSON.parse(/^CMD (.*)$/m.exec(last)?.[1] ?? '[]')).toEqual(command?.split(' '))
  expect(/^USER (.*)$/m.exec(last)?.[1]).toBe('node')
  expect(last.indexOf('\nUSER ')).toBeGreaterThan(last.lastIndexOf('\nRUN '))
  expect(last).toMatch(/^HEALTHCHECK [^]*\/readyz/m)
  expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
})

it('nothing of the work on it is in the image', () => {
  const [, packages] = stages
  expect(packages).toMatch(/^RUN npm ci --omit=dev\b/m)
  const taken = [...last.matchAll(/^COPY --from=(\w+) \/server\/(\S+) /gm)].map(([, from, what]) => `${from} ${what}`)
  expect(taken).toEqual(['packages node_modules', 'build dist'])
  const ignore = read('.dockerignore').split('\n')
  expect(ignore).toContain('*')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources]) => sources?.split(' ') ?? [],
  )
  expect(copied.filter((source) => !ignore.includes(`!${source}`))).toEqual([])
})

it('compose.yaml fits the schema of Compose and its linter’s rules', () => {
  const lint = path.join(root, 'node_modules/dclint/bin/dclint.cjs')
  const report = execFileSync(process.execPath, [lint, 'compose.yaml', '-c', 'scripts/lint/compose.json'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(report).not.toMatch(/error|warning/)
}, 20_000)

it('compose.yaml runs the API, the worker and PostgreSQL, each when what it needs is ready', () => {
  const { api, worker, postgres } = compose.services
  expect([api.environment?.['ROLE'], worker.environment?.['ROLE']]).toEqual(['api', 'worker'])
  expect(api.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  expect(worker.depends_on).toEqual({ api: { condition: 'service_healthy' } })
  expect(postgres.healthcheck).toBeDefined()
  expect(postgres.ports).toBeUndefined()
  const named = [api, worker, postgres].flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]))
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort())
})

it('secrets come from a file that is never checked in, and every name in it is one that is read', () => {
  for (const { env_file: file, environment = {} } of Object.values(compose.services)) {
    expect(file).toBe('compose.env')
    expect(Object.keys(environment).filter((name) => name !== 'ROLE')).toEqual([])
  }
  expect(read('.gitignore').split('\n')).toContain('compose.env')
  const names = [...read('compose.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'ENCRYPTION_KEY', 'POSTGRES_PASSWORD']))
  const asked = read('src/config.ts')
  expect(names.filter((name) => !name.startsWith('POSTGRES_') && !asked.includes(`'${name}'`))).toEqual([])
})
