// The README of each client, from an empty folder against the demo: the package as the page packs or installs it, the first example
// as it is printed.
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onlyWhere } from '../support/only-where'
import { makeTemplate, startDemo, type Demo } from '../documentation/demo'
import { root } from '../documentation/pages'

let parent: string
let demo: Demo
let folder: string

beforeAll(async () => {
  parent = await makeTemplate()
  demo = await startDemo(path.join(parent, 'template'))
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'readme-'))
})
afterAll(async () => {
  await demo.stop()
  fs.rmSync(parent, { recursive: true })
  fs.rmSync(folder, { recursive: true })
})

/** The first block of the language. */
function exampleOf(client: string, language: string): string {
  const readme = fs.readFileSync(path.join(root, 'clients', client, 'README.md'), 'utf8')
  const [, example] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(readme) ?? []
  if (example === undefined) throw new Error(`clients/${client}/README.md has no ${language} example`)
  return example
}

/** @returns its lines */
async function run(program: string, values: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}) {
  const { baseUrl, key, communityId } = demo
  const env = { ...process.env, BASE: baseUrl, KEY: key, COMMUNITY: communityId, ...more }
  const { stdout } = await promisify(execFile)(program, values, { cwd, env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${values.join(' ')}:\n${error.stdout}\n${error.stderr}`)
    },
  )
  return stdout.trim().split('\n')
}

it('TypeScript', async () => {
  const place = path.join(folder, 'typescript')
  const source = path.join(folder, 'source')
  fs.mkdirSync(place)
  fs.cpSync(path.join(root, 'clients/typescript'), source, { recursive: true })
  // packing compiles; without a registry, its compiler and its dependency come from this project
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const [packed = ''] = (await run('npm', ['pack', '--silent', '--ignore-scripts=false', source], place)).slice(-1)
  const installed = path.join(place, 'node_modules/community-management-client')
  fs.mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', path.basename(packed), '--strip-components=1', '-C', installed], place)
  fs.writeFileSync(path.join(place, 'package.json'), '{"type":"module"}')
  fs.writeFileSync(path.join(place, 'example.ts'), exampleOf('typescript', 'ts'))
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const types = ['--typeRoots', path.join(root, 'node_modules/@types'), '--types', 'node']
  const flags = ['--strict', '--target', 'es2022', '--module', 'nodenext', ...types]
  await run(process.execPath, [compiler, ...flags, 'example.ts'], place)
  const lines = await run(process.execPath, ['example.js'], place)
  expect(lines[0]).toMatch(/^\S+ \d+$/)
  expect(lines).toContain('530662918')
  expect(lines.at(-1)).toBe('succeeded')
})

const python = ['python3', '/usr/bin/python3'].find(
  (one) =>
    spawnSync(one, ['-c', 'import sys, setuptools.build_meta, wheel, pip; assert sys.version_info >= (3, 11)'])
      .status === 0,
)
if (!python) console.info('not run: the README of the Python client (no Python 3.11 with pip, setuptools and wheel)')

onlyWhere(python !== undefined)('Python', async () => {
  const place = path.join(folder, 'python')
  const source = path.join(folder, 'python-source')
  fs.mkdirSync(place)
  fs.cpSync(path.join(root, 'clients/python'), source, { recursive: true })
  const offline = [
    '--no-build-isolation',
    '--no-deps',
    '--no-index',
    '--quiet',
    '--target',
    path.join(place, 'packages'),
  ]
  await run(python ?? '', ['-m', 'pip', 'install', ...offline, source], place)
  fs.writeFileSync(path.join(place, 'example.py'), exampleOf('python', 'python'))
  const lines = await run(python ?? '', ['-W', 'error', 'example.py'], place, {
    PYTHONPATH: path.join(place, 'packages'),
  })
  expect(lines[0]).toMatch(/^\S+ \d+$/)
  expect(lines).toContain('530662918')
  expect(lines.at(-1)).toBe('succeeded')
})

it('Luau', async () => {
  // addresses and the secret of the demo, in a simulated game server
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
  const lines = await run(process.execPath, [path.join(root, 'test/clients/luau/run.mjs'), file], folder, settings)
  const printed = lines.map((line) => (JSON.parse(line) as { name: string }).name)
  expect(printed).toEqual([expect.stringMatching(/^\d+$/), String(Number(printed[0]) + 25)])
})
