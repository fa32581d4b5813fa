// `npm run build`: checks and compiles; where the development packages are not installed, compiles only. Writes dist/build.json.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const isThere = (name) => fs.existsSync(path.join(root, name))
const readJson = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'))

// a packed release is compiled already
if (isThere('src')) {
  compile()
  if (process.exitCode === 0) writeVersion()
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
  const { devDependencies } = readJson('package.json')
  const types = Object.keys(devDependencies).filter((name) => name.startsWith('@types/'))
  const flags = types.every((name) => isThere(`node_modules/${name}`)) ? ['-b', root] : unchecked
  if (!isThere('dist/src/main.js')) process.stderr.write('compiling the server: the first start takes some seconds\n')
  const { status } = spawnSync(process.execPath, [compiler(), ...flags], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function compiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc')
  } catch {
    process.stderr.write('no compiler is installed; run npm ci\n')
    process.exit(1)
  }
}

/** For src/version.ts. Written only when it changes: a server may start from a directory that it cannot write. */
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
