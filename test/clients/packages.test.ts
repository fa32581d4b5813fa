// The published clients in an empty folder: packed or installed as their page says, compiled, and run against a live
// server. The first example of each page is run against the demo, as printed.
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeForm, verify } from '../applications/submissions/fixture'
import { startDemoHere, type Demo } from '../documentation/demo'
import { onlyWhere } from '../support/only-where'
import { startTestApp, type TestApp } from '../support/app'
import { startLossyProxy, type LossyProxy } from './lossy-proxy'
import { hasPython } from './python'

const root = path.resolve(__dirname, '../..')
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

let app: TestApp
let demo: Demo
let proxy: LossyProxy
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  proxy = await startLossyProxy(app.url)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'client-'))
  demo = await startDemoHere(path.join(folder, 'demo'))
})
afterAll(async () => {
  await demo.stop()
  proxy.close()
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

/** Runs a program. @returns its output @throws Error with its output */
async function run(program: string, values: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } }
  return promisify(execFile)(program, values, options).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${values.join(' ')}:\n${error.stdout}\n${error.stderr}`)
    },
  )
}

/** The environment of a client's tests: a community with a form and a verified applicant. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const community = await app.community()
  const form = await makeForm(community.client)
  await verify(app, 101)
  return {
    SERVER_URL: app.url,
    LOSSY_URL: proxy.url,
    COMMUNITY_ID: community.communityId,
    COMMUNITY_KEY: community.key,
    FORM_ID: form.applicationId,
  }
}

/** The first code block of the language in the client's README. */
function exampleOf(client: string, language: string): string {
  const readme = fs.readFileSync(path.join(root, 'clients', client, 'README.md'), 'utf8')
  const [, example] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(readme) ?? []
  if (example === undefined) throw new Error(`clients/${client}/README.md has no ${language} example`)
  return example
}

/** Runs an example against the demo. @returns the lines that it prints */
async function runExample(program: string, values: string[], cwd: string, more: NodeJS.ProcessEnv = {}) {
  const env = { BASE: demo.baseUrl, KEY: demo.key, COMMUNITY: demo.communityId, ...more }
  return (await run(program, values, cwd, env)).trim().split('\n')
}

function expectExample(lines: readonly string[]): void {
  expect(lines[0]).toMatch(/^\S+ \d+$/)
  expect(lines).toContain('530662918')
  expect(lines.at(-1)).toBe('succeeded')
}

it('the TypeScript package compiles strictly, repeats only what is safe, and its page has an example that runs', async () => {
  const source = path.join(folder, 'source')
  fs.cpSync(path.join(root, 'clients/typescript'), source, { recursive: true })
  // packing compiles; there is no registry, so the compiler and the dependency come from this project
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const flags = ['pack', '--silent', '--ignore-scripts=false', source]
  const packed = (await run('npm', flags, folder)).trim().split('\n').at(-1) ?? ''
  const test = path.join(source, 'test')
  const installed = path.join(test, 'node_modules/community-management-client')
  fs.mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', path.join(folder, packed), '--strip-components=1', '-C', installed], folder)
  fs.writeFileSync(path.join(test, 'tsconfig.json'), JSON.stringify(testCompilation))
  fs.writeFileSync(path.join(test, 'package.json'), '{"type":"module"}')
  fs.writeFileSync(path.join(test, 'example.ts'), exampleOf('typescript', 'ts'))
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', test], folder)
  await run(process.execPath, ['--test', path.join(test, 'client.test.js')], test, await environment())
  expectExample(await runExample(process.execPath, ['example.js'], test))
})

it.each([
  ['clients/typescript/package.json', /"version": "(.*)"/],
  ['clients/conformance/package.json', /"version": "(.*)"/],
  ['clients/python/pyproject.toml', /^version = "(.*)"/m],
  ['clients/luau/wally.toml', /^version = "(.*)"/m],
  ['clients/luau/pesde.toml', /^version = "(.*)"/m],
  ['compose.yaml', /image: community-management-server:(.*)/],
  ['deploy/kubernetes/api.yaml', /image: community-management-server:(.*)/],
  ['deploy/kubernetes/worker.yaml', /image: community-management-server:(.*)/],
  ['deploy/kubernetes/migrate.yaml', /image: community-management-server:(.*)/],
  ['deploy/kubernetes/kustomization.yaml', /newTag: (\S+)/],
])('%s has the version of package.json', (name, pattern) => {
  const manifest = fs.readFileSync(path.join(root, name), 'utf8')
  expect(pattern.exec(manifest)?.[1]).toBe(version)
})

const testCompilation = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    typeRoots: [path.join(root, 'node_modules/@types')],
  },
}

const withPython = onlyWhere(hasPython)
/** A Python that can build a wheel: with Debian's python3-wheel, or any setuptools since 70.1. */
const pythonWithWheel = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import setuptools.build_meta, wheel, pip']).status === 0,
)
if (!pythonWithWheel) console.log('no wheel is built: no Python here has pip, setuptools and wheel')

onlyWhere(pythonWithWheel !== undefined)(
  'the Python package is installed with its types and without dependencies, and its page has an example that runs',
  async () => {
    const source = path.join(folder, 'python')
    const packages = path.join(folder, 'packages')
    fs.cpSync(path.join(root, 'clients/python'), source, { recursive: true })
    const flags = ['--no-build-isolation', '--no-deps', '--no-index', '--quiet', '--target', packages]
    await run(pythonWithWheel ?? '', ['-m', 'pip', 'install', ...flags, source], folder)
    expect(fs.readdirSync(packages).sort()).toEqual([
      'community_management',
      `community_management_client-${version}.dist-info`,
    ])
    const names = fs.readdirSync(path.join(packages, 'community_management'))
    expect(names).toEqual(expect.arrayContaining(['py.typed', 'contract.py']))
    fs.writeFileSync(path.join(folder, 'example.py'), exampleOf('python', 'python'))
    const env = { PYTHONPATH: packages }
    expectExample(await runExample(pythonWithWheel ?? '', ['-W', 'error', 'example.py'], folder, env))
  },
)

withPython('the Python package resolves its types, and repeats only what is safe', async () => {
  const source = path.join(root, 'clients/python')
  const env = { ...(await environment()), PYTHONPATH: path.join(source, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
  const resolveTypes = `import typing, community_management.contract as contract
for thing in vars(contract).values():
    if typing.is_typeddict(thing): typing.get_type_hints(thing)`
  await run('python3', ['-W', 'error', '-c', resolveTypes], source, env)
  await run('python3', ['-W', 'error', '-m', 'unittest', '-v', 'tests/test_client.py'], source, env)
})

it('the page of the Luau package has an example that runs', async () => {
  // in a simulated game server, with the address and the secret of the demo
  const spec = `local Community = hostSource("clients/luau/CommunityClient.luau")()
local HttpService = game:GetService("HttpService")
game = { GetService = function(_, name)
	return if name == "HttpService" then HttpService else { CommunityClient = { new = function(options)
		options.baseUrl, options.communityId = hostSetting("url"), hostSetting("community")
		return Community.new(options)
	end } }
end }
require = function(module) return module end
print = function(...)
	local words = {}
	for _, word in { ... } do table.insert(words, tostring(word)) end
	hostReport(table.concat(words, " "), nil)
end
${exampleOf('luau', 'lua')}`
  const file = path.join(folder, 'readme.spec.luau')
  fs.writeFileSync(file, spec)
  const { baseUrl, key, communityId } = demo
  const settings = { SERVER_URL: baseUrl, COMMUNITY_ID: communityId, COMMUNITY_KEY: key }
  const runner = [path.join(root, 'test/clients/luau/run.mjs'), file]
  const lines = await runExample(process.execPath, runner, folder, settings)
  const printed = lines.map((line) => (JSON.parse(line) as { name: string }).name)
  expect(printed).toEqual([expect.stringMatching(/^\d+$/), String(Number(printed[0]) + 25)])
})
