// Production installations without development packages, and the version they report.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { version } from '../../package.json'
import { linkPackages } from './packages'
import { startProgram } from './process'

const root = path.resolve(__dirname, '../..')
let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'production-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

async function run(program: string, values: readonly string[], cwd: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, NODE_ENV: 'production' }
  return promisify(execFile)(program, values, { cwd, env }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${values.join(' ')}:\n${error.stdout}\n${error.stderr}`)
    },
  )
}

/** Copies sources into a folder that is not a repository, and links the production packages. */
function copySources(checkout: string, ...sources: readonly string[]): void {
  for (const name of [...sources, 'scripts/build.mjs', 'package.json', 'tsconfig.json']) {
    fs.cpSync(path.join(root, name), path.join(checkout, name), { recursive: true })
  }
  linkPackages(checkout)
}

async function unpackRelease(from: string, into: string): Promise<string> {
  fs.mkdirSync(into)
  await run('npm', ['pack', '--silent', '--pack-destination', into], from)
  const [packed = ''] = fs.readdirSync(into)
  await run('tar', ['-xzf', packed], into)
  return path.join(into, 'package')
}

/** A program of one line, compiled in a tenth of the time. */
function makeSmall(checkout: string): string {
  copySources(checkout, 'src/base/version.ts')
  const source = path.join(checkout, 'src/main.ts')
  fs.writeFileSync(source, `console.log('first text')\n`)
  return source
}

it('compiles without development packages at the first start', async () => {
  const checkout = path.join(folder, 'checkout')
  copySources(checkout, 'src', 'generated', 'sql', 'openapi.yaml')
  expect(fs.existsSync(path.join(checkout, 'node_modules/@types/express'))).toBe(false)
  expect(await run('npm', ['start', '--silent', '--', '--help'], checkout)).toContain('Serves the API')
})

it('has one page of /docs without development packages, which says how to build the others', async () => {
  const checkout = path.join(folder, 'checkout')
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, PORT: '0' }
  const main = path.join(checkout, 'dist/src/main.js')
  const server = await startProgram(process.execPath, [main], { cwd: checkout, env })
  try {
    expect(await (await fetch(`${server.url}/docs`)).text()).toContain('run npm ci --include=dev')
    expect((await fetch(`${server.url}/openapi.yaml`)).status).toBe(200)
  } finally {
    expect(await server.stop()).toBe(0)
  }
})

it('compiles again after a change of a source file, and not without one', async () => {
  const checkout = path.join(folder, 'small')
  const source = makeSmall(checkout)
  const start = (): Promise<string> => run('npm', ['start', '--silent'], checkout)
  const compiledAt = (): number => fs.statSync(path.join(checkout, 'dist/src/main.js')).mtimeMs
  expect(await start()).toBe('first text\n')
  const first = compiledAt()
  expect(await start()).toBe('first text\n')
  expect(compiledAt()).toBe(first)
  fs.writeFileSync(source, `console.log('changed text')\n`)
  expect(await start()).toBe('changed text\n')
})

it('names the commit of the checkout or of GIT_COMMIT in the version, also in a packed release', async () => {
  const checkout = path.join(folder, 'versions')
  makeSmall(checkout)
  const shown = async (cwd: string, ...variables: string[]): Promise<string> => {
    await run('env', [...variables, 'npm', 'run', '--silent', 'build'], cwd)
    return (await run(process.execPath, ['-p', 'require("./dist/src/base/version.js").build.version'], cwd)).trim()
  }
  expect(await shown(checkout)).toBe(version)
  const git = (...values: string[]): Promise<string> =>
    run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...values], checkout)
  fs.writeFileSync(path.join(checkout, '.gitignore'), 'dist\nnode_modules\n')
  await git('init', '--quiet')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'first')
  const released = `${version}+${(await git('rev-parse', 'HEAD')).slice(0, 12)}`
  expect(await shown(checkout)).toBe(released)
  expect(await shown(await unpackRelease(checkout, path.join(folder, 'versioned')))).toBe(released)
  fs.appendFileSync(path.join(checkout, 'tsconfig.json'), '\n')
  expect(await shown(checkout)).toBe(`${released}.modified`)
  fs.rmSync(path.join(checkout, '.git'), { recursive: true })
  expect(await shown(checkout, 'GIT_COMMIT=0123456789abcdef0123456789abcdef01234567')).toBe(`${version}+0123456789ab`)
  expect(await shown(checkout)).toBe(`${version}+0123456789ab`)
})
