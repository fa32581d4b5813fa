// `npm run build`: checks and compiles what changed; where the development packages are not installed, compiles only. Writes
// dist/build.json, and dist/site with the pages of /docs. `--site`: the pages alone.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const root = path.resolve(import.meta.dirname, '..')
const isThere = (name) => fs.existsSync(path.join(root, name))
const readText = (name) => fs.readFileSync(path.join(root, name), 'utf8')
const readJson = (name) => JSON.parse(readText(name))

const inputs = ['src', 'generated', 'tsconfig.json', 'package-lock.json', 'scripts/build.mjs']
/** The file with the state of the inputs at the last build without errors. */
const stamp = 'dist/.built'

/** What the pages are made of, and what makes them. */
const siteInputs = [
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'DEPENDENCIES.md',
  'openapi.yaml',
  'scripts/docs',
  'scripts/contract-rules',
  'package-lock.json',
]
const siteStamp = 'dist/.site-built'

const consoleInputs = [
  'console',
  'scripts/build.mjs',
  'generated/openapi.ts',
  'generated/audit-actions.ts',
  'generated/errors.ts',
  'generated/field-limits.ts',
  'generated/error-sentences.ts',
]
const consoleStamp = 'dist/.console-built'
/** Kilobytes of script after gzip: of the first screen, and of what a route adds to it. */
const MAX_CONSOLE_KB = 250
const MAX_ROUTE_KB = 90

// a packed release is compiled already
if (process.argv.includes('--site')) buildSite()
else if (isThere('src')) {
  const state = stateOf(inputs)
  const isBuilt = isThere('dist/src/main.js') && isThere(stamp) && readText(stamp) === state
  // `tsc -b` finds the same, but its loading would be half of a start
  if (!isBuilt) compile()
  if (!process.exitCode) {
    writeVersion()
    if (!isBuilt) writeStamp(stamp, state)
  }
  const hasConsole = isThere('console') && process.env['CONSOLE'] !== 'off' && !process.argv.includes('--no-console')
  if (!process.exitCode) buildSite()
  if (!process.exitCode && hasConsole) buildConsole()
}

/** Where the development packages are not installed, /docs says so. */
function buildSite() {
  const state = stateOf(siteInputs)
  if (isThere('dist/site') && isThere(siteStamp) && readText(siteStamp) === state) return
  if (!isThere('node_modules/tsx') || !isThere('node_modules/marked') || !isThere('scripts/docs/site'))
    return void process.stderr.write('the pages of /docs are left out: they need the development packages (npm ci)\n')
  const values = ['node_modules/tsx/dist/cli.mjs', 'scripts/docs/site/write.ts']
  const { status } = spawnSync(process.execPath, values, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
  if (status !== 0) return
  compressAll('dist/site')
  writeStamp(siteStamp, state)
}

/** Writes a `.gz` beside each file that it makes smaller (src/http/files.ts). */
function compressAll(folder) {
  for (const name of fs.readdirSync(path.join(root, folder), { recursive: true })) {
    const file = path.join(root, folder, name)
    if (!fs.statSync(file).isFile()) continue
    const bytes = fs.readFileSync(file)
    const packed = gzipSync(bytes, { level: 9 })
    if (packed.length < bytes.length) fs.writeFileSync(`${file}.gz`, packed)
  }
}

/** When the registry does not answer, the server starts without the console. */
function buildConsole() {
  const state = stateOf(consoleInputs)
  if (isThere('dist/console/index.html') && isThere(consoleStamp) && readText(consoleStamp) === state) return
  const cwd = path.join(root, 'console')
  process.stderr.write('building the console\n')
  if (!installConsole(cwd)) return void process.stderr.write('the console is left out: npm ci in console/ failed\n')
  const run = (...command) =>
    spawnSync(process.execPath, command, {
      cwd,
      stdio: 'inherit',
      // another value builds the development version of React
      env: { ...process.env, NODE_ENV: 'production' },
    }).status ?? 1
  // a text that is missing, and a write that is not declared, are errors of types
  process.exitCode =
    run('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.') ||
    run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
  if (process.exitCode) return
  compressAll('dist/console/assets')
  checkConsoleSize()
  if (!process.exitCode) writeStamp(consoleStamp, stateOf(consoleInputs))
}

/** Does nothing when the lock file is that of the last time. */
function installConsole(cwd) {
  const installed = 'console/node_modules/.installed'
  const hash = createHash('sha256').update(readText('console/package-lock.json')).digest('hex')
  if (isThere(installed) && readText(installed) === hash) return true
  // devDependencies also with NODE_ENV=production; without a network a start does not wait for many attempts
  const values = ['ci', '--silent', '--include=dev', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']
  if (spawnSync('npm', values, { cwd, stdio: 'ignore' }).status !== 0) return false
  writeStamp(installed, hash)
  return true
}

/** Reports what the first screen and the largest route load. */
function checkConsoleSize() {
  const manifest = readJson('dist/console/.vite/manifest.json')
  /** The scripts of a part and of all that it imports. */
  const scriptsOf = (key, seen = new Set()) => {
    const { file, imports = [] } = manifest[key]
    if (!seen.has(file)) {
      seen.add(file)
      for (const one of imports) scriptsOf(one, seen)
    }
    return seen
  }
  const first = scriptsOf('index.html')
  const kilobytesOf = (files) =>
    files.reduce((sum, name) => sum + gzipSync(readText(`dist/console/${name}`)).length / 1000, 0)
  const routes = Object.keys(manifest)
    .filter((key) => manifest[key].isDynamicEntry)
    .map((key) => [key, kilobytesOf([...scriptsOf(key)].filter((file) => !first.has(file))), MAX_ROUTE_KB])
    .sort(([, one], [, other]) => other - one)
  const limits = [['the first screen', kilobytesOf([...first]), MAX_CONSOLE_KB], ...routes]
  for (const [name, kb, limit] of limits.slice(0, 2)) {
    process.stderr.write(`console: ${name} has ${kb.toFixed(1)} of ${limit} KB of script after gzip\n`)
  }
  for (const [name, kb, limit] of limits.filter(([, kb, limit]) => kb > limit)) {
    process.stderr.write(`console: ${name} has ${kb.toFixed(1)} KB after gzip; at most ${limit} are allowed\n`)
    process.exitCode = 1
  }
}

/** Where the directory cannot be written, each build compares again. */
function writeStamp(name, state) {
  try {
    fs.writeFileSync(path.join(root, name), state)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/** A hash of names, sizes and times, and whether types are checked. */
function stateOf(inputs) {
  const files = inputs.filter(isThere).flatMap((name) => {
    const isFolder = fs.statSync(path.join(root, name)).isDirectory()
    const below = isFolder ? listFiles(name) : []
    return [name, ...below.map((file) => path.join(name, file))]
  })
  const hash = createHash('sha256').update(`${checksTypes()}\n`)
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** All files below a folder; of the console without the installed packages. */
function listFiles(name) {
  const all = (folder) => fs.readdirSync(path.join(root, folder), { recursive: true }).sort()
  if (name !== 'console') return all(name)
  return [...all('console/src').map((file) => `src/${file}`), 'index.html', 'vite.config.ts', 'package-lock.json']
}

function compile() {
  const unchecked = [
    '-p',
    root,
    '--noCheck',
    '--composite',
    'false',
    '--incremental',
    'false',
    '--declaration',
    'false',
  ]
  const flags = checksTypes() ? ['-b', root] : unchecked
  if (!isThere('dist/src/main.js')) process.stderr.write('compiling the server: the first start takes some seconds\n')
  const { status } = spawnSync(process.execPath, [compiler(), ...flags], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function checksTypes() {
  const types = Object.keys(readJson('package.json').devDependencies).filter((name) => name.startsWith('@types/'))
  return types.every((name) => isThere(`node_modules/${name}`))
}

function compiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc')
  } catch {
    process.stderr.write('no compiler is installed; run npm ci\n')
    process.exit(1)
  }
}

/** For src/base/version.ts. Written only when it changes: a server may start from a directory that it cannot write. */
function writeVersion() {
  const file = 'dist/build.json'
  const { version } = readJson('package.json')
  const commit = commitOfCheckout() ?? /^[0-9a-f]{12}/.exec(process.env.GIT_COMMIT ?? '')?.[0]
  const former = isThere(file) ? readJson(file) : null
  const isKnown = former?.version.split('+', 1)[0] === version && (commit === undefined || commit === former.commit)
  if (isKnown) return
  const build = commit === undefined ? { version } : { version: `${version}+${commit}`, commit }
  fs.writeFileSync(path.join(root, file), `${JSON.stringify(build)}\n`)
}

/** @returns undefined for a copy without history, or when git is missing or refuses */
function commitOfCheckout() {
  // a copy inside the checkout of another project has that project's commit
  if (!isThere('.git')) return undefined
  const options = ['--always', '--dirty=.modified', '--abbrev=12', '--exclude=*']
  const { status, stdout } = spawnSync('git', ['describe', ...options], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
