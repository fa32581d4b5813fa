// Clients by generators of other projects: compiled strictly, counted, and called against a live server.
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { packaged } from '../../scripts/packages/path'
import { startTestApp, type TestApp } from '../support/app'
import { onlyWhere } from '../support/only-where'

const root = path.resolve(__dirname, '../..')
const contract = path.join(root, 'openapi.yaml')
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name)
const tool = (name: string): string => packaged(`.bin/${name}`)

let app: TestApp
let folder: string
let env: NodeJS.ProcessEnv

/** Runs a command line. @returns its output @throws Error with its output */
async function run(line: readonly string[]): Promise<string> {
  const [program = '', ...values] = line
  return promisify(execFile)(program, values, {
    cwd: folder,
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string; message: string }) => {
      throw new Error(`${line.join(' ')}: ${error.message}\n${error.stdout}\n${error.stderr}`.slice(0, 10_000))
    },
  )
}

const orvalConfiguration = `module.exports = { api: {
  input: ${JSON.stringify(contract)},
  output: { target: 'orval/client.ts', client: 'fetch', baseUrl: process.env.SERVER_URL },
} }`

beforeAll(async () => {
  app = await startTestApp()
  const { communityId, key, client } = await app.community()
  await client.post('/v2/ranks/sync')
  env = { SERVER_URL: app.url, COMMUNITY_ID: communityId, COMMUNITY_KEY: key }
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'other-clients-'))
  fs.cpSync(path.join(root, 'scripts/clients/live/others'), folder, { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  fs.writeFileSync(path.join(folder, 'orval.config.cjs'), orvalConfiguration)
  await Promise.all([
    run([tool('openapi-ts'), '--input', contract, '--output', 'hey-api', '--silent', '--no-log-file']),
    run([tool('orval'), '--config', 'orval.config.cjs']),
  ])
  const options = '--strict --noUncheckedIndexedAccess --target es2022 --module commonjs --moduleResolution node10'
  await run([bin('tsc'), ...options.split(' '), '--skipLibCheck', 'false', '--outDir', 'out', ...programs])
})
afterAll(async () => {
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

const programs = ['hey-api.ts', 'orval.ts']

it.each(programs)('%s compiles strictly and calls ten operations of a live server', async (program) => {
  expect(await run([process.execPath, `out/${program.replace('.ts', '.js')}`])).toContain('ten operations called')
})

/** Types with JSON of any shape, and why. */
const open = {
  ErrorDetails: 'depends on the code, and properties may be added',
  AuditValues: 'former and new values of any record',
  WebhookMessage: 'the data depends on the type',
  PlatformNotification: 'the format of the game platform',
  PlatformEventPayload: 'the format of the game platform',
  headers: 'openapi-typescript: headers that are not declared',
}

it.each([path.join(root, 'clients/typescript/src/schema.ts'), 'hey-api/types.gen.ts', 'orval/client.ts'])(
  '%s has any and unknown only where JSON of any shape is sent',
  (name) => {
    const source = ts.createSourceFile(
      name,
      fs.readFileSync(path.resolve(folder, name), 'utf8'),
      ts.ScriptTarget.ES2022,
      true,
    )
    const owners = new Set(looseTypes(source))
    expect([...owners].filter((owner) => !(owner in open))).toEqual([])
    expect(owners.size).toBeGreaterThan(3)
  },
)

/** Names of the types that contain `any` or `unknown`. */
function looseTypes(node: ts.Node, owner = ''): string[] {
  if (node.kind === ts.SyntaxKind.AnyKeyword || node.kind === ts.SyntaxKind.UnknownKeyword) return [owner]
  const inner = typeName(node) ?? owner
  const found: string[] = []
  ts.forEachChild(node, (child) => void found.push(...looseTypes(child, inner)))
  return found
}

/** The name of a type. openapi-typescript declares properties of `schemas` instead of types. */
function typeName(node: ts.Node): string | undefined {
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return node.name.text
  if (!ts.isPropertySignature(node)) return undefined
  const around = node.parent.parent
  const isSchema = ts.isPropertySignature(around) && around.name.getText() === 'schemas'
  return isSchema || node.name.getText() === 'headers' ? node.name.getText() : undefined
}

const here = (program: string, ...probe: string[]): boolean => spawnSync(program, probe).status === 0
const { OPENAPI_GENERATOR_JAR: jar } = process.env
const openapiGenerator = jar ? ['java', '-jar', jar] : ['openapi-generator-cli']
const withGenerator = here(openapiGenerator[0] ?? '', ...openapiGenerator.slice(1), 'version')
const generatorFlags = ['generate', '--skip-validate-spec', '-i', contract, '-g']

/** Command lines of generators that are not on npm. Each is run where it is installed. */
const installed: readonly (readonly [name: string, isHere: boolean, ...lines: readonly (readonly string[])[]])[] = [
  ...['python', 'go', 'java', 'kotlin', 'csharp', 'typescript-axios'].map((language) => {
    const generate = [...openapiGenerator, ...generatorFlags, language, '-o', `openapi-generator-${language}`]
    const check =
      language === 'python' ? [['python3', '-m', 'compileall', '-q', 'openapi-generator-python/openapi_client']] : []
    return [`openapi-generator ${language}`, withGenerator, generate, ...check] as const
  }),
  [
    'openapi-python-client',
    here('openapi-python-client', '--version'),
    ['openapi-python-client', 'generate', '--path', contract, '--output-path', 'opc', '--fail-on-warning'],
    ['python3', '-m', 'compileall', '-q', 'opc'],
  ],
  [
    'datamodel-code-generator',
    here('datamodel-codegen', '--version'),
    ['datamodel-codegen', '--input', contract, '--output', 'models.py'],
    ['python3', '-m', 'py_compile', 'models.py'],
  ],
  [
    'oapi-codegen',
    here('oapi-codegen', '--version'),
    ['oapi-codegen', '-generate', 'types,client', '-package', 'client', '-o', 'oapi.go', contract],
    ['gofmt', '-l', 'oapi.go'],
  ],
  ['ogen', here('ogen', '--version'), ['ogen', '--target', 'ogen', contract]],
]

for (const [name, isHere, ...lines] of installed) {
  if (!isHere) console.log(`not run: ${name} (not installed here)`)
  onlyWhere(isHere)(`${name} accepts the contract`, async () => {
    for (const line of lines) await run(line)
    expect(lines.length).toBeGreaterThan(0)
  })
}
