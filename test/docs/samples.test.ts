// The samples of the reference are run against a live server.
import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import ts from 'typescript'
import { operationTable } from '../../generated/operations'
import { operationsOf, type Contract } from '../../scripts/contract-rules/document'
import { sampleRequest, withoutNull } from '../../scripts/docs/site/samples'
import { verifyAccount } from '../../src/identities/accounts/actions'
import { group, startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'

const root = path.resolve(__dirname, '../..')
const contract = JSON.parse(fs.readFileSync(path.join(root, 'generated/contract.json'), 'utf8')) as Contract
const operations = operationsOf(contract).filter(({ node }) => node['x-required-scope'] !== null)

interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: unknown
  status: number
  code: string | undefined
}

let app: TestApp
let folder: string
let recorder: http.Server
let seen: Seen[] = []
const samples = new Map<string, Map<string, string>>()

/** Reads the samples by operation and language, as the server shows them. */
async function readSamples(): Promise<void> {
  for (const tag of new Set(Object.values(operationTable).map((row) => row.tag))) {
    const page = await (await fetch(`${app.url}/docs/reference/${tag}.md`)).text()
    for (const section of page.split(/^## /m)) {
      const id = /^`[A-Z]+ \S+` \(`(\w+)`\)$/m.exec(section)?.[1]
      const blocks = [...section.matchAll(/^```(sh|ts|python|lua)\n([^]*?)^```$/gm)]
      if (id) samples.set(id, new Map(blocks.map(([, language = '', text = '']) => [language, text])))
    }
  }
}

/** The last id of each kind that a sample has created, by prefix. */
const ids = new Map<string, string>()

/** Replaces ids of the examples, which no server has, by ids that samples have created. */
const withKnownIds = (url: string): string =>
  url.replace(/\b([a-z]{2,3}_)[a-z2-7]{20}\b/g, (id, kind: string) => ids.get(kind) ?? id)

/** A proxy between the samples and the server, which records requests and ids. */
function startRecorder(): Promise<http.Server> {
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method = '', url = '', headers } = request
    const one: Seen = { method, path: url, headers, body: body && JSON.parse(body), status: 0, code: undefined }
    seen.push(one)
    const passed = new Headers(headers as Record<string, string>)
    for (const name of ['host', 'connection', 'content-length']) passed.delete(name)
    const answer = await fetch(app.url + withKnownIds(url), {
      method,
      headers: passed,
      body: withKnownIds(body) || null,
    })
    const text = await answer.text()
    one.status = answer.status
    for (const [id, kind = ''] of text.matchAll(/\b([a-z]{2,3}_)[a-z2-7]{20}\b/g)) ids.set(kind, id)
    if (answer.status >= 400) one.code = (JSON.parse(text) as { error: { code: string } }).error.code
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  app = await startTestApp()
  // accounts and ranks of the examples
  for (const [userId, username] of Object.entries({ 1: 'Builder', 2: 'Digger', 530662918: 'brambleton42' })) {
    app.world.addUser({ userId: Number(userId), username })
    app.world.addMember(group.id, Number(userId))
  }
  app.world.addRole(group.id, { roleId: 99513302, rank: 2, name: 'Suspended' })
  app.world.addRole(group.id, { roleId: 99513314, rank: 51, name: 'Staff sergeant' })
  await verifyAccount(app.base, 530662918, '80351110224678912')
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samples-'))
  recorder = await startRecorder()
  await readSamples()
})
afterAll(async () => {
  recorder.close()
  fs.rmSync(folder, { recursive: true })
  await app.close()
})

/** Environment variables for a new community: each language creates the same things. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  // compiling in this process delays the worker's heartbeat, without which no rank change is accepted
  await until('the worker has sent a heartbeat', async () => {
    const { rows } = await sql`select from worker_process where beat_at > now() - interval '5 seconds'`.execute(
      app.app.db,
    )
    return rows.length > 0
  })
  const { client, key, communityId } = await app.community()
  await client.post('/v2/ranks/sync')
  for (const name of ['Valor', 'Veteran']) await client.post('/v2/medals', { name })
  for (const name of ['Pilot', 'Valor']) await client.post('/v2/qualifications', { name })
  await client.patch('/v2/suspension-settings', { rankUniqueId: 99513302 })
  // an event of another type: the samples archive their own type before they create an event
  const type = await client.post('/v2/event-types', { name: 'Drill', awards: [] })
  const { eventTypeId } = type.body.data as { eventTypeId: string }
  const event = await client.post('/v2/events', { eventTypeId, name: 'Drill', startsAt: '2030-03-01T18:00:00Z' })
  seen = []
  ids.clear()
  ids.set('evt_', (event.body.data as { eventId: string }).eventId)
  const { port } = recorder.address() as AddressInfo
  return { ...process.env, BASE: `http://127.0.0.1:${port}`, KEY: key, COMMUNITY: communityId }
}

const textOf = (operationId: string, language: string): string => samples.get(operationId)?.get(language) ?? ''
const run = promisify(execFile)

/** Writes a file for each operation. @returns the file names */
function write(language: string, ending: string, wrap = (text: string): string => text): string[] {
  return operations.map(({ id }) => {
    const file = path.join(folder, `${id}.${ending}`)
    fs.writeFileSync(file, wrap(textOf(id, language)))
    return file
  })
}

/** Expects the requests of the contract's examples, and that the server understood them. */
function expectRequests(toBody = (body: unknown): unknown => body, makesKeys = false): void {
  const expected = operations.map((operation) => sampleRequest(contract, operation))
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  // the packages repeat a request with the same key
  if (makesKeys) seen = seen.filter((_, index) => keys[index] === undefined || keys.indexOf(keys[index]) === index)
  expect(
    seen.map(({ method, path: at, body }) => ({ method, path: at, body: body === '' ? undefined : body })),
  ).toEqual(expected.map(({ method, path: at, body }) => ({ method, path: at, body: toBody(body) })))
  for (const [index, { headers }] of expected.entries()) {
    for (const [name, value] of Object.entries(headers)) {
      const sent = seen[index]?.headers[name.toLowerCase()]
      // the packages make a key for each request
      expect([operations[index]?.id, sent]).toEqual([
        operations[index]?.id,
        makesKeys && name === 'Idempotency-Key' ? expect.stringMatching(/^\S{16,}$/) : value,
      ])
    }
  }
  // 404 and 409: an earlier sample deleted the thing, or two examples name it differently
  const misunderstood = seen.filter(
    ({ status, code }) => ![200, 201, 202, 204, 404, 409].includes(status) || code === 'route_not_found',
  )
  expect(misunderstood.map(({ method, path: at, status, code }) => `${method} ${at}: ${status} ${code}`)).toEqual([])
  expect(seen.filter(({ status }) => status < 300).length).toBeGreaterThan((seen.length * 3) / 4)
}

const lacks = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
}

if (lacks('curl', '--version')) console.log('no curl: its samples are not run')
else
  it('curl', async () => {
    const env = await environment()
    for (const file of write('sh', 'sh')) await run('sh', [file], { env })
    expectRequests()
  })

/** Installs the package into the folder of the samples, with the files that its manifest names. */
function installTypescriptPackage(): void {
  const source = path.join(root, 'clients/typescript')
  const target = path.join(folder, 'node_modules/community-management-client')
  fs.mkdirSync(target, { recursive: true })
  fs.copyFileSync(path.join(source, 'package.json'), path.join(target, 'package.json'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    fs.symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', source, '--outDir', path.join(target, 'dist')])
}

it('TypeScript', async () => {
  installTypescriptPackage()
  const files = write('ts', 'mts')
  const types = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    typeRoots: [path.join(root, 'node_modules/@types')],
    types: ['node'],
  })
  expect(ts.getPreEmitDiagnostics(types).map(({ file, messageText }) => [file?.fileName, messageText])).toEqual([])
  for (const file of files) {
    const { outputText } = ts.transpileModule(fs.readFileSync(file, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
    })
    fs.writeFileSync(file.replace(/mts$/, 'mjs'), outputText)
  }
  // after the compiler, which delays the worker's heartbeat in this process
  const env = await environment()
  const imports = files
    .map((file) => `await import(${JSON.stringify(file.replace(/mts$/, 'mjs'))}).catch(refused)\n`)
    .join('')
  const program = `const refused = (error) => { if (error.name !== 'ApiError') throw error }\n${imports}`
  await run(process.execPath, ['--input-type=module', '--eval', program], { env })
  expectRequests(undefined, true)
})

if (lacks('python3', '--version')) console.log('no python3: its samples are not run')
else
  it('Python', async () => {
    const env = await environment()
    const files = write('python', 'py')
    const program = [
      'import runpy, sys',
      'from community_management import ApiError',
      'for name in sys.argv[1:]:',
      '    try:',
      '        runpy.run_path(name)',
      '    except ApiError:',
      '        pass',
    ].join('\n')
    const PYTHONPATH = path.join(root, 'clients/python/src')
    await run('python3', ['-c', program, ...files], { env: { ...env, PYTHONPATH } })
    expectRequests(undefined, true)
  })

it('Luau', async () => {
  const env = await environment()
  const cases = operations.map(({ id }) => `do\n${textOf(id, 'lua')}end\n`)
  const file = path.join(folder, 'samples.luau')
  fs.writeFileSync(
    file,
    [
      'local Client = hostSource("clients/luau/CommunityClient.luau")()',
      'local community = Client.new({ baseUrl = hostSetting("url"), communityId = hostSetting("community"),',
      '\tsecretName = "CommunityKey", attempts = 1 })',
      'local print = function() end',
      ...cases,
    ].join('\n'),
  )
  const { BASE, KEY, COMMUNITY } = env
  const settings = { ...process.env, SERVER_URL: BASE, COMMUNITY_KEY: KEY, COMMUNITY_ID: COMMUNITY }
  const { stderr } = await run(process.execPath, [path.join(root, 'test/clients/luau/run.mjs'), file], {
    env: settings,
  })
  expect(stderr).toBe('')
  expectRequests(withoutNull)
})
