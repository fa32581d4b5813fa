// The package, packed and installed into an empty folder, run against a live server and a planted deviation.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { startProxy, type Proxy } from './proxy'

const root = path.resolve(__dirname, '../..')
const source = path.join(root, 'clients/conformance')
const { version, dependencies } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly dependencies: object
}

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

let app: TestApp
let proxy: Proxy
let home: TestCommunity
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  proxy = await startProxy(app.url)
  home = await app.community()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'conformance-'))
  await install()
})
afterAll(async () => {
  await proxy.close()
  await app.close()
  fs.rmSync(folder, { recursive: true })
})
beforeEach(() => proxy.deviate({}))

function run(program: string, values: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = folder): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env } }
    execFile(program, values, options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, out, err })
    })
  })
}

async function succeeds(program: string, values: readonly string[], cwd: string): Promise<string> {
  const { code, out, err } = await run(program, values, {}, cwd)
  if (code !== 0) throw new Error(`${program} ${values.join(' ')}:\n${out}\n${err}`)
  return out
}

/** The packages, and the packages that they need. */
function closureOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names.filter((one) => !found.has(one))) {
    found.add(name)
    const manifest = fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')
    closureOf(Object.keys((JSON.parse(manifest) as { dependencies?: object }).dependencies ?? {}), found)
  }
  return found
}

/** Packs as the README says, and installs. There is no registry: dependencies come from this project. */
async function install(): Promise<void> {
  const readme = fs.readFileSync(path.join(source, 'README.md'), 'utf8')
  const pack = /^npm (pack .*) \.\/clients\/conformance/m.exec(readme)?.[1]?.split(' ') ?? []
  await succeeds('npm', [...pack, './clients/conformance', '--pack-destination', folder], root)
  const [packed = ''] = fs.readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const empty = path.join(folder, 'empty')
  fs.mkdirSync(empty)
  fs.writeFileSync(path.join(empty, 'package.json'), '{}')
  const needed = [...closureOf(['ajv', 'ajv-formats', 'yaml'])].map((name) => path.join(root, 'node_modules', name))
  const flags = ['install', '--offline', '--install-links', '--no-audit', '--no-fund', '--ignore-scripts']
  await succeeds('npm', [...flags, path.join(folder, packed), ...needed], empty)
}

/** Runs the installed program, without npx, which takes as long as the program itself. */
function program(flags: readonly string[]): Promise<Ran> {
  const installed = 'node_modules/.bin/community-management-conformance'
  return run(installed, flags, { CONFORMANCE_KEY: '' }, path.join(folder, 'empty'))
}

/** Runs the program with npx, as a pipeline does. */
function conformance(flags: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const command = ['--no-install', 'community-management-conformance', ...flags]
  return run('npx', command, env, path.join(folder, 'empty'))
}

const target = (url: string): string[] => ['--url', url, '--community', home.communityId]

it('is installed with three packages of its own and none of the server', () => {
  expect(Object.keys(dependencies)).toEqual(['ajv', 'ajv-formats', 'yaml'])
  const installed = fs.readdirSync(path.join(folder, 'empty/node_modules')).filter((name) => !name.startsWith('.'))
  expect(installed.length).toBeLessThan(10)
  expect(installed).not.toContain('express')
  const files = fs.readdirSync(path.join(folder, 'empty/node_modules/community-management-conformance'))
  expect(files.sort()).toEqual(['README.md', 'action.yml', 'dist', 'package.json'])
})

it('passes the server, and exits with 0', async () => {
  const flags = [...target(app.url), '--quick', '--only', 'listRanks,getMedal', '--users', group.members.join(',')]
  const { code, out, err } = await conformance(flags, { CONFORMANCE_KEY: home.key })
  expect([code, err]).toEqual([0, expect.stringMatching(/ 2\/2 \w+\n/)])
  expect(out).toContain('The deployment conforms in all checks.')
})

it('finds a planted deviation in text, JUnit and SARIF, and exits with 1', async () => {
  proxy.deviate({
    answer: (one, { path: asked }) =>
      asked === '/v2/ranks' && one.status === 200
        ? { ...one, body: one.body.replace(/"rankId":(\d+)/, '"rankId":"$1"') }
        : one,
  })
  const flags = [...target(proxy.url), '--quick', '--only', 'listRanks', '--junit', 'junit.xml', '--sarif', 'x.sarif']
  const { code, out } = await conformance(flags, { CONFORMANCE_KEY: home.key })
  expect([code, out]).toEqual([1, expect.stringContaining('/data/0/rankId must be integer')])
  const read = (name: string): string => fs.readFileSync(path.join(folder, 'empty', name), 'utf8')
  expect(read('junit.xml')).toMatch(/<testsuite name="listRanks" tests="\d+" failures="[1-9]/)
  const { runs } = JSON.parse(read('x.sarif')) as { runs: { results: { message: { text: string } }[] }[] }
  expect(runs[0]?.results[0]?.message.text).toContain('rankId must be integer')
})

it.each([
  [0, 'prints its help', ['--help'], /Exit codes: 0 the deployment conforms/],
  [0, 'prints its version', ['--version'], /^\d+\.\d+\.\d+$/m],
  [2, 'is told no URL', [], /^--url is missing; see --help$/m],
])('exits with %s when it %s', async (expected, _, flags, text) => {
  const { code, out, err } = await program(flags)
  expect([code, out + err]).toEqual([expected, expect.stringMatching(text)])
})

interface Action {
  readonly inputs: Record<string, { required?: boolean; default?: string }>
  readonly outputs: Record<string, { value: string }>
  readonly runs: { using: string; steps: { id: string; shell: string; run: string; env: Record<string, string> }[] }
}
const action = parse(fs.readFileSync(path.join(source, 'action.yml'), 'utf8')) as Action

/** Runs a step of the composite action as GitHub does. */
async function runAction(given: Readonly<Record<string, string>>): Promise<Ran & { readonly outputs: string }> {
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value }]) => [name, given[name] ?? value ?? '']),
  )
  const [step] = action.runs.steps
  if (!step) throw new Error('the action has no step')
  const filled = (text: string): string =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? '?')
  const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)]))
  const empty = path.join(folder, 'empty')
  const [script, outputs] = [path.join(folder, 'step.sh'), path.join(folder, 'outputs')]
  fs.writeFileSync(script, step.run)
  fs.writeFileSync(outputs, '')
  const flags = ['--noprofile', '--norc', '-eo', 'pipefail', script]
  const ran = await run(step.shell, flags, { ...env, GITHUB_OUTPUT: outputs }, empty)
  return { ...ran, outputs: fs.readFileSync(outputs, 'utf8') }
}

it('the action declares each value that it uses, and uses no value inside a command', () => {
  const text = JSON.stringify(action.runs.steps)
  const used = [...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name)
  expect(used.sort()).toEqual(Object.keys(action.inputs).sort())
  expect([action.runs.using, action.runs.steps.map((step) => step.run.includes('${{'))]).toEqual(['composite', [false]])
  expect(Object.values(action.outputs).map(({ value }) => value)).toEqual([
    '${{ steps.conformance.outputs.exit-code }}',
  ])
  for (const input of Object.values(action.inputs)) expect(input.required === true).toBe(input.default === undefined)
})

it('the workflow of the guide gives the action what it requires, and nothing it does not know', () => {
  const page = fs.readFileSync(path.join(root, 'docs/conformance.md'), 'utf8')
  const workflow = parse(/```yaml\n([^]*?)```/.exec(page)?.[1] ?? '') as {
    jobs: { conformance: { steps: { uses?: string; with?: Record<string, string> }[] } }
  }
  const step = workflow.jobs.conformance.steps.find(({ uses }) => uses?.endsWith('/clients/conformance'))
  const given = Object.keys(step?.with ?? {})
  const required = Object.entries(action.inputs).flatMap(([name, input]) => (input.required ? [name] : []))
  expect(given).toEqual(expect.arrayContaining(required))
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given))
})

it("the action's step passes and fails with the runner, and writes both reports", async () => {
  const given = {
    url: proxy.url,
    community: home.communityId,
    key: home.key,
    options: '--quick --only listRanks',
    package: `community-management-conformance@${version}`,
  }
  const passed = await runAction(given)
  expect([passed.code, passed.outputs]).toEqual([0, 'exit-code=0\n'])
  for (const name of ['conformance.xml', 'conformance.sarif']) fs.rmSync(path.join(folder, 'empty', name))
  proxy.deviate({ answer: (one) => (one.status === 401 ? { ...one, status: 400 } : one) })
  const failed = await runAction(given)
  expect([failed.code, failed.outputs]).toEqual([1, 'exit-code=1\n'])
  expect(fs.readFileSync(path.join(folder, 'empty/conformance.sarif'), 'utf8')).toContain('"ruleId": "authentication"')
})
