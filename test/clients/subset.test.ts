// Clients of a subset of the contract: valid for other tools, small, compiled strictly, and called against a live server.
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { main } from '../../clients/conformance/src/main'
import { readContract } from '../../clients/conformance/src/contract'
import { generate } from '../../scripts/clients/generators'
import { pythonContract } from '../../scripts/clients/python'
import { operationsOf, type Contract } from '../../scripts/contract'
import { yamlFaults } from '../../scripts/lint/yaml'
import { packaged } from '../../scripts/packages/path'
import { verify } from '../applications/submissions/fixture'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { onlyWhere } from '../support/only-where'
import { hasPython } from './python'

const root = path.resolve(__dirname, '../..')
/** Operations whose success the conformance runner cannot see: the specification has none that lists medals. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  'tags=members,ranks': [],
  'only=specification': ['awardMedal', 'removeMedal', 'awardQualification', 'removeQualification'],
}
const queries = Object.keys(unseen)

let app: TestApp
let home: TestCommunity
let folder: string

beforeAll(async () => {
  app = await startTestApp({
    settings: { ...testSettings, platformTimeoutMs: 5_000 },
    rateLimits: { key: 6_000, address: 600, access: 200 },
  })
  home = await app.community()
  await home.client.post('/v2/ranks/sync')
  await verify(app, 105)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'subset-'))
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const query of queries) {
    fs.mkdirSync(path.join(folder, query))
    const answer = await fetch(`${app.url}/openapi.yaml?${query}`)
    fs.writeFileSync(documentOf(query), await answer.text())
  }
})
afterAll(async () => {
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

const documentOf = (query: string): string => path.join(folder, query, 'openapi.yaml')
const subsetOf = (query: string): Contract => parse(fs.readFileSync(documentOf(query), 'utf8')) as Contract

/** Runs a program. @returns its output @throws Error with its output */
async function run(program: string, values: readonly string[], cwd: string): Promise<string> {
  const server = { SERVER_URL: app.url, COMMUNITY_ID: home.communityId, COMMUNITY_KEY: home.key }
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { cwd, env: { ...process.env, ...server, ...quiet }, maxBuffer: 2 ** 26 }
  return promisify(execFile)(program, values, options).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${values.join(' ')}:\n${error.stdout}\n${error.stderr}`.slice(0, 10_000))
    },
  )
}
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name)

const program = `import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const { SERVER_URL: baseUrl = '', COMMUNITY_KEY = '', COMMUNITY_ID = '' } = process.env
const headers = { Authorization: \`Bearer \${COMMUNITY_KEY}\`, 'X-Community-Id': COMMUNITY_ID }
const client = createClient<paths>({ baseUrl, headers })

const ranks = await client.GET('/v2/ranks')
const member = await client.GET('/v2/members/{userId}', { params: { path: { userId: '${group.members[0]}' } } })
const body = { op: 'increment', amount: 5 } as const
const changed = await client.POST('/v2/members/{userId}/experience', {
  params: { path: { userId: '${group.members[0]}' } },
  body,
})
const [one, other] = [member.data?.data.experience ?? NaN, changed.data?.data.experience ?? NaN]
console.log(ranks.data?.data.map(({ rankId }) => rankId).join(' '), other - one)
// @ts-expect-error: the subset has no webhooks
export const unknown = () => client.GET('/v2/webhooks')
`

describe.each(queries)('%s', (query) => {
  const cwd = (): string => path.join(folder, query)

  it('is valid OpenAPI, of which parsers of YAML read the same', async () => {
    const cli = packaged('@redocly/cli/bin/cli.js')
    const lint = [cli, 'lint', documentOf(query), '--extends', 'spec']
    expect(await run(process.execPath, lint, cwd())).toContain('Your API description is valid')
    expect(yamlFaults('openapi.yaml', fs.readFileSync(documentOf(query), 'utf8'))).toEqual([])
  })

  it('gives a client in TypeScript that compiles strictly and calls a live server', async () => {
    await run(bin('openapi-typescript'), [`${app.url}/openapi.yaml?${query}`, '--output', 'schema.ts'], cwd())
    const whole = fs.readFileSync(path.join(root, 'generated/openapi.ts'), 'utf8')
    expect(fs.readFileSync(path.join(cwd(), 'schema.ts'), 'utf8').length).toBeLessThan(whole.length / 2)
    fs.writeFileSync(path.join(cwd(), 'program.ts'), program)
    fs.writeFileSync(path.join(cwd(), 'package.json'), '{"type":"module"}')
    const options =
      '--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --skipLibCheck --target es2022 --module nodenext'
    await run(bin('tsc'), [...options.split(' '), '--types', 'node', 'program.ts'], cwd())
    expect(await run(process.execPath, ['program.js'], cwd())).toMatch(/^0 1 .* 5\n$/)
  })

  it('gives a client to the other generators', async () => {
    await run(
      packaged('.bin/openapi-ts'),
      ['--input', 'openapi.yaml', '--output', 'hey', '--silent', '--no-log-file'],
      cwd(),
    )
    const options = '--strict --target es2022 --module commonjs --moduleResolution node10 --skipLibCheck'
    await run(bin('tsc'), [...options.split(' '), '--noEmit', 'hey/index.ts'], cwd())
    const contract = subsetOf(query)
    for (const language of ['go', 'java'] as const) {
      const file = await generate(language, cwd(), contract as never)
      expect(fs.readFileSync(file, 'utf8').toLowerCase()).toContain('changeexperience')
    }
    if (spawnSync('javac', ['-version']).status === 0)
      await run('javac', ['-d', 'out', 'Client.java'], path.join(cwd(), 'java'))
  })

  onlyWhere(hasPython)('gives a client in Python with its types', async () => {
    const contract = subsetOf(query)
    fs.writeFileSync(path.join(cwd(), 'contract.py'), pythonContract(contract))
    const check = `import typing, contract
for thing in list(vars(contract).values()):
    if typing.is_typeddict(thing): typing.get_type_hints(thing)
print(sum(not name.startswith("_") for name in vars(contract.Operations)))`
    const count = operationsOf(contract).filter(({ scope }) => scope !== null).length
    expect(await run('python3', ['-W', 'error', '-c', check], cwd())).toBe(`${count}\n`)
  })

  it('is a contract that the server conforms to', async () => {
    const ran = { out: '', err: '' }
    const users = ['--users', group.members.join(','), '--applicants', '105']
    const flags = ['--url', app.url, '--key', home.key, '--community', home.communityId, '--write', '--quick', ...users]
    const code = await main([...flags, '--contract', documentOf(query)], {
      env: {},
      out: (text) => void (ran.out += text),
      err: (text) => void (ran.err += text),
      say: () => undefined,
      paint: (_, text) => text,
      // rate limits follow the clock of the test, and jobs that of the machine
      sleep: (ms) => wait(Math.min(ms, 250), app.advance(ms)),
      readContract,
    })
    expect([ran.out.match(/FAIL .*\n.*/g), ran.err]).toEqual([null, ''])
    expect([code, ran.out]).toEqual([0, expect.stringContaining('The deployment conforms')])
    const { length } = operationsOf(subsetOf(query))
    const without = unseen[query] ?? []
    expect(ran.out).toContain(`${length - without.length} of ${length} operations succeeded`)
    expect([...ran.out.matchAll(/^ {6}(\w+): /gm)].map(([, id]) => id)).toEqual(without)
  })
})
