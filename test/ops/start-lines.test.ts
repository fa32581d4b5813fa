// The first lines of a process: text on a terminal, JSON otherwise.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { toText } from '../../src/base/logger'

let folder: string
let terminal: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'start-lines-'))
  // the account that runs PostgreSQL must enter when root runs the test
  fs.chmodSync(folder, 0o755)
  terminal = path.join(folder, 'terminal.cjs')
  fs.writeFileSync(terminal, 'process.stdout.isTTY = true')
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const root = path.resolve(__dirname, '../..')
const dist = path.join(root, 'dist/src')

/** Ends when it does, or is stopped at `last`. @returns standard output */
async function linesOf(
  script: string,
  on: 'terminal' | 'pipe',
  dataDir: string,
  last: RegExp,
  args: readonly string[] = [],
): Promise<string> {
  const child = spawn(process.execPath, [...preloadOn(on), path.join(dist, script), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, dataDir), PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let lines = ''
  let isFound = false
  child.stdout.on('data', (chunk: Buffer) => {
    lines += chunk.toString()
    if (isFound || !last.test(lines)) return
    isFound = true
    child.kill('SIGTERM')
  })
  await new Promise((resolve) => child.once('close', resolve))
  return lines
}

const preloadOn = (on: 'terminal' | 'pipe'): string[] => (on === 'terminal' ? ['--require', terminal] : [])

/** @returns standard error */
async function failureOf(
  script: string,
  on: 'terminal' | 'pipe',
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, [...preloadOn(on), path.join(dist, script)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).toBe(1)
  return text
}

const parse = (lines: string): Record<string, unknown>[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('npm start', () => {
  it('shows a banner, what takes seconds, and a request to paste on a terminal', async () => {
    const text = await linesOf('main.js', 'terminal', 'demo', /X-Community-Id/)
    expect(text).not.toMatch(/^\{/m)
    expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}stopping signal="SIGTERM"$/m)
    // a screenful
    expect(text.split('info  stopping')[0]?.match(/\n/g)?.length).toBeLessThanOrEqual(24)
    const [banner, ...others] = text.split('\n').filter((line) => line.trim() !== '')
    expect(banner).toMatch(/^ {2}Community management server \d+\.\d+\.\d+\S*, Node\.js \d/)
    for (const begin of [
      'starting the embedded PostgreSQL',
      'creating a database cluster in ',
      'making the tables of a new database',
      'creating the demo community',
      'probes and metrics on http://',
      'Base URL ',
      'Console {2,}http://localhost:[1-9]\\d*/console#invitation=inv_',
      'BASE=http://',
      'COMMUNITY=cmt_',
      'KEY=cmk_',
      'curl "\\$BASE/v2/members/',
    ]) {
      expect(others.map((line) => line.trim())).toContainEqual(expect.stringMatching(new RegExp(`^${begin}`)))
    }
  })

  it('writes JSON elsewhere, with the file of the key of the demo instead of the key', async () => {
    const text = await linesOf('main.js', 'pipe', 'demo', /"msg":"ready".*\n/)
    expect(text).not.toContain('cmk_')
    const lines = parse(text)
    const [first, ...others] = lines
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/) as string
    expect(first).toMatchObject({ msg: 'starting', version, node: process.versions.node })
    const demo = others.find(({ msg }) => String(msg).startsWith('demo: '))
    const keyFile = String(demo?.['keyFile'])
    const kept = { communityId: demo?.['communityId'], key: expect.stringMatching(/^cmk_/) as string }
    expect(JSON.parse(fs.readFileSync(keyFile, 'utf8'))).toEqual(kept)
    expect(fs.statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(others.find(({ msg }) => msg === 'ready')).toMatchObject({
      msg: 'ready',
      version,
      role: 'all',
      baseUrl: expect.stringMatching(/^http:/) as string,
    })
  })
})

describe('npm run migrate', () => {
  it('writes text on a terminal, and one line for the tables of a new database', async () => {
    const text = await linesOf('migrate.js', 'terminal', 'migrated', /up to date/)
    expect(text).not.toMatch(/^\{/m)
    expect(text.split('\n').filter((line) => /migration|schema|tables/.test(line))).toEqual([
      '  making the tables of a new database',
    ])
    expect(text.trim().split('\n').at(-1)).toBe('  the database is up to date')
  })

  it('writes JSON elsewhere', async () => {
    const lines = parse(await linesOf('migrate.js', 'pipe', 'migrated', /up to date.*\n/))
    expect(lines[0]).toMatchObject({ msg: 'starting' })
    expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'the database is up to date' })
  })
})

it('names each file with --verbose and at level debug', async () => {
  const verbose = parse(await linesOf('migrate.js', 'pipe', 'verbose', /up to date.*\n/, ['--verbose']))
  const applied = verbose.filter(({ msg }) => String(msg).startsWith('applied the '))
  const later = fs.readdirSync(path.join(root, 'sql')).filter((name) => /^\d{4}_/.test(name))
  const names = ['the schema (schema.sql)', ...later.sort().map((name) => `the migration ${name}`)]
  expect(applied.map(({ level, msg }) => [level, msg])).toEqual(names.map((name) => ['debug', `applied ${name}`]))
})

describe('a start that fails', () => {
  const wrong = { PORT: 'x', ROLE: 'y' }
  const words = 'PORT is "x"; set it to a whole number from 0 to 65535\nROLE is "y"; set it to one of all, api, worker'

  it.each(['main.js', 'migrate.js'])(
    '%s says so in text on a terminal, and in a line of the log elsewhere',
    async (script) => {
      expect(await failureOf(script, 'terminal', wrong)).toBe(`${words}\n`)
      const line = await failureOf(script, 'pipe', wrong)
      expect(line).toMatch(/^[^\n]+\n$/)
      expect(JSON.parse(line)).toEqual({ level: 'error', time: expect.any(String) as string, msg: words })
    },
  )
})

it('a line for a terminal has the fields and the stack, and no control characters', () => {
  const err = { message: 'no', stack: 'Error: no\n    at \x1b[2Jhere' }
  const line = JSON.stringify({
    level: 'warn',
    time: '2026-03-06T18:00:01.250Z',
    host: 'a\x1bb',
    err,
    msg: 'it\x07 failed',
  })
  expect(toText(line)).toBe('18:00:01 warn  it? failed host="a\\u001bb"\nError: no\n    at ?[2Jhere\n')
})
