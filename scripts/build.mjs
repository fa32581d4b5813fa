// `npm run build`: checks and compiles what changed; where the development packages are not installed, compiles only. Writes
// dist/build.json.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const isThere = (name) => fs.existsSync(path.join(root, name))
const readText = (name) => fs.readFileSync(path.join(root, name), 'utf8')
const readJson = (name) => JSON.parse(readText(name))

const inputs = ['src', 'generated', 'tsconfig.json', 'package-lock.json', 'scripts/build.mjs']
/** Has the state of the inputs at the last build without errors. */
const stamp = 'dist/.built'

// a packed release is compiled already
if (isThere('src')) {
  const state = stateOfInputs()
  const isBuilt = isThere('dist/src/main.js') && isThere(stamp) && readText(stamp) === state
  // `tsc -b` finds the same, but its loading would be half of a start
  if (!isBuilt) compile()
  if (!process.exitCode) {
    writeVersion()
    if (!isBuilt) writeStamp(state)
  }
}

/** Where the directory cannot be written, each build compares again. */
function writeStamp(state) {
  try {
    fs.writeFileSync(path.join(root, stamp), state)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/** A hash of names, sizes and times, and whether types are checked. */
function stateOfInputs() {
  const files = inputs.filter(isThere).flatMap((name) => {
    const isFolder = fs.statSync(path.join(root, name)).isDirectory()
    const below = isFolder ? fs.readdirSync(path.join(root, name), { recursive: true }).sort() : []
    return [name, ...below.map((file) => path.join(name, file))]
  })
  const hash = createHash('sha256').update(`${checksTypes()}\n`)
  for (const file of files) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
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

/** undefined: a copy without history, or git is missing or refuses. */
function commitOfCheckout() {
  // a copy inside the checkout of another project has that project's commit
  if (!isThere('.git')) return undefined
  const options = ['--always', '--dirty=.modified', '--abbrev=12', '--exclude=*']
  const { status, stdout } = spawnSync('git', ['describe', ...options], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
