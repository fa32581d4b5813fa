// Production installations: without development packages, and from a packed release without a compiler.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

jest.setTimeout(120_000)

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

/** What `npm ci` installs with NODE_ENV=production. */
function linkPackages(into: string, leftOut: readonly string[] = []): void {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [place, { dev }] of Object.entries(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1]
    if (name === undefined || dev === true || leftOut.includes(name)) continue
    if (!fs.existsSync(path.join(root, place))) continue
    fs.mkdirSync(path.dirname(path.join(into, place)), { recursive: true })
    fs.symlinkSync(path.join(root, place), path.join(into, place))
  }
}

it('compiles and starts without development packages', async () => {
  const checkout = path.join(folder, 'checkout')
  for (const name of [
    'src',
    'generated',
    'sql',
    'scripts/build.mjs',
    'openapi.yaml',
    'package.json',
    'tsconfig.json',
  ]) {
    fs.cpSync(path.join(root, name), path.join(checkout, name), { recursive: true })
  }
  linkPackages(checkout)
  expect(fs.existsSync(path.join(checkout, 'node_modules/@types/express'))).toBe(false)
  expect(await run('npm', ['start', '--silent', '--', '--help'], checkout)).toContain('Serves the API')
})

it('starts from a packed release without a compiler', async () => {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], root)
  const [packed = ''] = fs.readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await run('tar', ['-xzf', packed], folder)
  const release = path.join(folder, 'package')
  linkPackages(release, ['typescript'])
  expect(fs.readdirSync(release)).not.toContain('src')
  expect(await run('npm', ['start', '--silent', '--', '--help'], release)).toContain('Serves the API')
  expect(await run(process.execPath, ['dist/src/admin/main.js', '--help'], release)).toContain('Usage')
})
