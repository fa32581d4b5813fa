// `npm run build`: checks and compiles; where the development packages are not installed, compiles only.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const isThere = (name) => fs.existsSync(path.join(root, name))

// a packed release is compiled already
if (isThere('src')) compile()

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
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
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
