// The first lines of a process: text on a terminal, JSON elsewhere.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

let folder: string
let terminal: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'start-lines-'))
  // for PostgreSQL's account, when run as root
  fs.chmodSync(folder, 0o755)
  terminal = path.join(folder, 'terminal.cjs')
  fs.writeFileSync(terminal, 'process.stdout.isTTY = true')
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const dist = path.resolve(__dirname, '../../dist/src')

/** Ends when it does, or is stopped at `last`. @returns standard output */
async function linesOf(script: string, on: 'terminal' | 'pipe', dataDir: string, last: RegExp): Promise<string> {
  const preload = on === 'terminal' ? ['--require', terminal] : []
  const child = spawn(process.execPath, [...preload, path.join(dist, script)], {
    env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, dataDir), PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let lines = ''
  let found: string | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    lines += chunk.toString()
    if (found !== undefined || !last.test(lines)) return
    found = lines
    child.kill('SIGTERM')
  })
  await new Promise((resolve) => child.once('close', resolve))
  return found ?? lines
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
    const [banner, ...others] = text.split('\n').filter((line) => line.trim() !== '')
    expect(banner).toMatch(/^ {2}Community management server \d+\.\d+\.\d+\S*, Node\.js \d/)
    for (const begin of [
      'starting the embedded PostgreSQL',
      'creating a database cluster in ',
      'migrations to apply: ',
      'creating the demo community',
      'probes and metrics on http://',
      'Base URL ',
      'API key ',
      'curl http://',
    ]) {
      expect(others.map((line) => line.trim())).toContainEqual(expect.stringMatching(new RegExp(`^${begin}`)))
    }
  })

  it('writes JSON elsewhere, with the values of the demo', async () => {
    const lines = parse(await linesOf('main.js', 'pipe', 'demo', /"msg":"ready".*\n/))
    const [first, ...others] = lines
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/) as string
    expect(first).toMatchObject({ msg: 'starting', version, node: process.versions.node })
    expect(others.find(({ msg }) => msg === 'demo')).toMatchObject({
      communityId: expect.stringMatching(/^cmt_/) as string,
      apiKey: expect.stringMatching(/^cmk_/) as string,
    })
    expect(others.at(-1)).toMatchObject({
      ...{ msg: 'ready', version, role: 'all' },
      baseUrl: expect.stringMatching(/^http:/) as string,
    })
  })
})

describe('npm run migrate', () => {
  it('writes text on a terminal, and not a line for each migration', async () => {
    const text = await linesOf('migrate.js', 'terminal', 'migrated', /up to date/)
    expect(text).not.toMatch(/^\{/m)
    // the last one follows the functions
    expect(text.split('\n').filter((line) => line.startsWith('  applied the migration '))).toHaveLength(2)
    expect(text.trim().split('\n').at(-1)).toBe('  the database is up to date')
  })

  it('writes JSON elsewhere', async () => {
    const lines = parse(await linesOf('migrate.js', 'pipe', 'migrated', /up to date.*\n/))
    expect(lines[0]).toMatchObject({ msg: 'starting' })
    expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'the database is up to date' })
  })
})
