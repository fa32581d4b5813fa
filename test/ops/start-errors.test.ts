// What an operator gets wrong is told in a line each, without a stack.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { encryptionKey, startTestApp, type TestApp } from '../support/app'
import { projectRoot } from '../../src/base/project-root'
import { emptyDatabase } from '../support/database'
import { linkPackages } from './packages'
import { startToEnd } from './process'

let app: TestApp
let folder: string
let taken: http.Server

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'start-'))
  fs.writeFileSync(path.join(folder, 'file'), '')
  taken = http.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  taken.close()
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

const ownDatabase = () => ({
  DATABASE_URL: app.databaseUrl,
  PLATFORM_API_URL: app.simulator.url,
  ENCRYPTION_KEY: encryptionKey.toString('hex'),
})

it('tells every wrong variable', async () => {
  const { code, lines } = await startToEnd({ PORT: 'http', ROLE: 'API', ENCRYPTION_KEYS: 'x' })
  expect([code, lines]).toEqual([
    1,
    [
      'PORT is "http"; set it to a whole number from 0 to 65535',
      'ROLE is "API"; set it to one of all, api, worker',
      'ENCRYPTION_KEYS is not a variable of this server; did you mean ENCRYPTION_KEY?',
    ],
  ])
})

it.each([
  ['below a file', 'file/data', /ENOTDIR: not a directory\); set DATA_DIR to a directory of this user$/],
  ['in /proc', '/proc/data', /E[A-Z]+: [a-z ,-]+\); set DATA_DIR to a directory of this user$/],
  ['that is a file', 'file', /EEXIST: file already exists\); set DATA_DIR to a directory of this user$/],
])('tells a data directory %s in one line', async (_, name, expected) => {
  const dataDir = path.resolve(folder, name)
  for (const env of [{}, { DATABASE_URL: app.databaseUrl, PLATFORM_API_URL: app.simulator.url }]) {
    const { code, lines } = await startToEnd({ DATA_DIR: dataDir, ...env })
    expect([code, lines]).toEqual([1, [expect.stringMatching(expected)]])
    expect(lines[0]).toContain(dataDir)
  }
})

it('refuses a command for a data directory without a database, and creates nothing there', async () => {
  const dataDir = path.resolve(folder, 'mistyped')
  const { code, lines } = await startToEnd({ DATA_DIR: dataDir }, 'admin/main.js', ['community', 'list'])
  expect([code, lines]).toEqual([
    1,
    [expect.stringContaining(`error: There is no database in ${dataDir}. Set DATA_DIR`)],
  ])
  expect(fs.existsSync(dataDir)).toBe(false)
})

it('tells a data directory in which no cluster can be created in one line', async () => {
  const { code, lines } = await startToEnd({ DATA_DIR: '/proc/data' }, 'migrate.js')
  const remedy = 'Set DATA_DIR to a writable directory, or DATABASE_URL to another PostgreSQL.'
  const expected = new RegExp(`^The embedded PostgreSQL cannot start in /proc/data/postgres \\(.+\\)\\. ${remedy}$`)
  expect([code, lines]).toEqual([1, [expect.stringMatching(expected)]])
})

it.each([
  [
    'a name without address',
    { HOST: 'no-such-host.invalid' },
    /no-such-host.invalid is not an address of this machine; set HOST/,
  ],
  ["another machine's address", { HOST: '203.0.113.7' }, /203.0.113.7 is not an address of this machine; set HOST/],
  ['a wrong address of metrics', { METRICS_HOST: '203.0.113.7', METRICS_PORT: '0' }, /machine; set METRICS_HOST/],
])('tells %s in one line', async (_, env, expected) => {
  const { code, lines } = await startToEnd({ ...ownDatabase(), ...env })
  expect([code, lines]).toEqual([1, [expect.stringMatching(expected)]])
})

it('tells a taken port in one line', async () => {
  const { port } = taken.address() as AddressInfo
  const { code, lines } = await startToEnd({ ...ownDatabase(), PORT: String(port) })
  expect([code, lines]).toEqual([1, [`port ${port} on 127.0.0.1 is already in use; set PORT to another port`]])
})

describe('a database that the role of the server may not migrate', () => {
  /** As installed: the files of the package, without what builds them. */
  function install(name: string): string {
    const home = path.join(folder, name)
    for (const file of ['dist', 'generated', 'sql', 'openapi.yaml', 'package.json'])
      fs.cpSync(path.join(projectRoot, file), path.join(home, file), { recursive: true })
    linkPackages(name.includes('node_modules') ? path.dirname(path.dirname(home)) : home)
    return home
  }

  it.each([
    ['a package', 'empty/node_modules/community-server', 'npx community-admin migrate'],
    ['a container', 'image', 'node dist/src/admin/main.js migrate'],
  ])('is told with the command of %s', async (_, name, command) => {
    const database = await emptyDatabase()
    const home = install(name)
    const env = { PATH: process.env['PATH'] ?? '', ...ownDatabase(), DATABASE_URL: database.serverUrl }
    const { status, stderr } = spawnSync(process.execPath, [path.join(home, 'dist/src/main.js')], {
      env,
      encoding: 'utf8',
    })
    const { msg } = JSON.parse(stderr) as { msg: string }
    expect([status, msg]).toEqual([1, expect.stringContaining(`Run "${command}" with DATABASE_MIGRATION_URL set`)])
    const args = [path.join(home, 'dist/src/admin/main.js'), 'migrate']
    const migrated = spawnSync(process.execPath, args, {
      env: { ...env, DATABASE_MIGRATION_URL: database.ownerUrl },
      encoding: 'utf8',
    })
    expect([migrated.status, migrated.stdout]).toEqual([0, 'The database is up to date.\n'])
    await database.drop()
  })
})

it('the package has the folders that its pages name', () => {
  const { files } = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { files: string[] }
  expect(files).toEqual(expect.arrayContaining(['docs', 'deploy', 'clients/luau', 'SECURITY.md', 'CHANGELOG.md']))
  expect(files.filter((file) => !file.startsWith('dist') && !fs.existsSync(path.join(projectRoot, file)))).toEqual([])
})
