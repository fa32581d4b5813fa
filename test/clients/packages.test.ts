// The published clients: packed, installed into an empty folder, compiled, and run against a live server.
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeForm, verify } from '../applications/submissions/fixture'
import { onlyWhere } from '../support/only-where'
import { startTestApp, type TestApp } from '../support/app'
import { startLossyProxy, type LossyProxy } from './lossy-proxy'
import { hasPython } from './python'

const root = path.resolve(__dirname, '../..')
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

let app: TestApp
let proxy: LossyProxy
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  proxy = await startLossyProxy(app.url)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'client-'))
})
afterAll(async () => {
  proxy.close()
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

/** @throws with everything it has written */
async function run(program: string, values: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } }
  return promisify(execFile)(program, values, options).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${values.join(' ')}:\n${error.stdout}\n${error.stderr}`)
    },
  )
}

/** With a form, and an applicant. */
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

it('the TypeScript package compiles strictly, and repeats only what is safe', async () => {
  const source = path.join(root, 'clients/typescript')
  fs.cpSync(source, path.join(folder, 'source'), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], `${folder}/source`)
  const packed = await run('npm', ['pack', '--silent', '--ignore-scripts'], `${folder}/source`)
  const installed = path.join(folder, 'source/test/node_modules/community-management-client')
  fs.mkdirSync(installed, { recursive: true })
  await run(
    'tar',
    ['-xzf', path.join(folder, 'source', packed.trim()), '--strip-components=1', '-C', installed],
    folder,
  )
  const test = path.join(folder, 'source/test')
  fs.writeFileSync(path.join(test, 'tsconfig.json'), JSON.stringify(testCompilation))
  fs.writeFileSync(path.join(test, 'package.json'), '{"type":"module"}')
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', test], folder)
  await run(process.execPath, ['--test', path.join(test, 'client.test.js')], test, await environment())
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
    ...{ target: 'es2022', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true, types: ['node'] },
    ...{ exactOptionalPropertyTypes: true, skipLibCheck: false, typeRoots: [path.join(root, 'node_modules/@types')] },
  },
}

const withPython = onlyWhere(hasPython)
/** Debian's python3-wheel, or any setuptools since 70.1. */
const pythonWithWheel = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import setuptools.build_meta, wheel, pip']).status === 0,
)
if (!pythonWithWheel) console.log('no wheel is built: no Python here has pip, setuptools and wheel')

onlyWhere(pythonWithWheel !== undefined)(
  'the Python package is built as a typed wheel without dependencies',
  async () => {
    const source = path.join(folder, 'python')
    fs.cpSync(path.join(root, 'clients/python'), source, { recursive: true })
    const flags = ['--no-build-isolation', '--no-deps', '--no-index', '--quiet', '--wheel-dir', folder]
    await run(pythonWithWheel ?? '', ['-m', 'pip', 'wheel', ...flags, '.'], source)
    const wheel = path.join(folder, `community_management_client-${version}-py3-none-any.whl`)
    const names = await run('python3', ['-c', `import zipfile; print(*zipfile.ZipFile("${wheel}").namelist())`], folder)
    expect(names).toContain('community_management/py.typed')
    expect(names).toContain('community_management/contract.py')
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
