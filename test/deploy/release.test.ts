// The files of a release, and the server installed from them.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { linkPackages } from '../ops/packages'
import { startProgram } from '../ops/process'

const root = path.resolve(__dirname, '..', '..')
const target = path.join(root, 'dist/release')
const { name, version, bin } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
  bin: Record<string, string>
}
const tarball = path.join(target, `${name}-${version}.tgz`)

const release = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, 'scripts/release.mjs'), ...args], { cwd: root, encoding: 'utf8' })

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'release-'))
  const { status, stderr } = release('--files')
  expect([status, stderr]).toEqual([0, 'building\npacking\n'])
  install()
}, 60_000)
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Installs as npm does for production, so without the compiler. */
function install(): void {
  const own = path.join(folder, 'node_modules', name)
  fs.mkdirSync(own, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own])
  for (const file of Object.values(bin)) fs.chmodSync(path.join(own, file), 0o755)
  linkPackages(folder, ['typescript'])
}

const program = (of: string): string => path.join(folder, 'node_modules', name, bin[of] ?? '')

it('names its files with their hashes, its packages, and what changed', () => {
  const sums = fs.readFileSync(path.join(target, 'SHA256SUMS'), 'utf8').trim().split('\n')
  expect(sums.map((line) => line.split('  ')[1])).toEqual([path.basename(tarball), 'notes.md', 'sbom.cdx.json'])
  for (const line of sums) {
    const [sum, file = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(fs.readFileSync(path.join(target, file)))
        .digest('hex'),
    ).toBe(sum)
  }
  const { components } = JSON.parse(fs.readFileSync(path.join(target, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[]
  }
  const names = components.map((component) => component.name)
  expect(names).toEqual(expect.arrayContaining(['kysely', 'pg', 'graphile-worker', 'react']))
  expect(names).not.toContain('jest')
  expect(names).not.toContain('vite')
  expect(fs.readFileSync(path.join(target, 'notes.md'), 'utf8')).toMatch(/^### /m)
})

it('refuses a version that is none, and a call without a version', () => {
  expect(release('--version', 'four').stderr).toBe('four is no version: give three numbers, such as 4.0.0.\n')
  expect(release().stderr).toBe('Give --version with the new version, or --files.\n')
})

it('installed as a package, the server starts its demo with data in the current directory, and its command line answers', async () => {
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', HOME: folder }
  const server = await startProgram(program('community-server'), [], { cwd: folder, env })
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${server.url}/console`)).text()).toContain('src="/console/assets/')
    expect(await (await fetch(`${server.url}/docs/guides/keys.md`)).text()).toMatch(/^# Keys/)
    expect(fs.readdirSync(path.join(folder, '.data'))).toContain('demo.json')
    const listed = spawnSync(program('community-admin'), ['community', 'list', '--json'], { cwd: folder, env })
    expect(JSON.parse(String(listed.stdout))).toMatchObject({ communities: [{ name: 'Northern Watch' }] })
  } finally {
    expect(await server.stop()).toBe(0)
  }
})

it('installed as a package, npm starts the server without sources and without a compiler', () => {
  const own = path.join(folder, 'node_modules', name)
  expect(fs.readdirSync(own)).not.toContain('src')
  expect(fs.existsSync(path.join(folder, 'node_modules/typescript'))).toBe(false)
  const { status, stdout } = spawnSync('npm', ['start', '--silent', '--', '--help'], { cwd: own, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('Serves the API')])
})

it('installed as a package, its help names the installed commands', () => {
  const help = (of: string): string => String(spawnSync(program(of), ['--help'], { cwd: folder }).stdout)
  expect(help('community-server')).toMatch(/^community-server\n/)
  expect(help('community-admin')).toContain('community-admin community create')
  expect(help('community-admin')).not.toContain('npm run')
})
