// `npm run check`: the static checks. A step whose inputs are those of its last success is skipped.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { parseArgs } from 'node:util'

const code = ['src', 'scripts', 'test', 'clients/conformance', 'generated', 'package-lock.json', 'tsconfig.json']

/** Each step with the files that it reads, and the command that fixes what it finds. */
const steps = {
  // the compiler that is written in Go: a quarter of the time
  types: {
    command: 'node scripts/packages/node_modules/typescript-7/bin/tsc -p test/tsconfig.json',
    reads: [...code, 'scripts/packages'],
  },
  console: {
    command: 'node console/node_modules/typescript/bin/tsc --noEmit -p console',
    reads: ['console', 'generated/openapi.ts'],
  },
  lint: {
    command: 'eslint --max-warnings 0 --cache --cache-strategy content --cache-location .cache/eslint .',
    reads: [...code, 'eslint.config.mjs'],
    fix: 'npx eslint --fix .',
  },
  format: {
    command: 'prettier --check --log-level warn --cache --cache-location .cache/prettier .',
    reads: ['.'],
    fix: 'npx prettier --write .',
  },
  generated: {
    command: 'tsx scripts/generate.ts --check',
    reads: ['openapi.yaml', 'sql', 'src', 'scripts', 'generated', 'docs', 'package-lock.json'],
    fix: 'npm run generate',
  },
  yaml: {
    command: 'tsx scripts/lint/yaml.ts openapi.yaml',
    reads: ['openapi.yaml', 'scripts/lint', 'package-lock.json'],
  },
  compatibility: {
    command: 'tsx scripts/contract-changes/run.ts',
    reads: ['openapi.yaml', 'package.json', 'scripts/contract-changes', 'scripts/contract-rules'],
  },
  contract: {
    command:
      'node scripts/packages/node_modules/@stoplight/spectral-cli/dist/index.js lint openapi.yaml --ruleset scripts/packages/spectral.yaml --fail-severity warn',
    reads: ['openapi.yaml', 'scripts/packages'],
  },
  // compiled and called against a live server; the output shows which languages this machine cannot compile
  clients: {
    command: 'tsx scripts/clients/run.ts --check',
    reads: [
      'openapi.yaml',
      'scripts/contract.ts',
      'scripts/clients',
      'scripts/packages',
      'clients',
      'package-lock.json',
    ],
    show: true,
  },
}

const help = `npm run check -- [options]

Steps: ${Object.keys(steps).join(', ')}. Two run at a time. Exits with 1 when one of them fails.

  --only A,B   these steps alone
  --fresh      also steps whose inputs are those of their last success (.cache/check.json)
  --help       this text
`
const { values } = readArguments()

function readArguments() {
  try {
    return parseArgs({
      options: { only: { type: 'string' }, fresh: { type: 'boolean' }, help: { type: 'boolean' } },
    })
  } catch (error) {
    console.error(`${error.message}. See npm run check -- --help`)
    process.exit(1)
  }
}

if (values.help) {
  process.stdout.write(help)
  process.exit(0)
}
const only = values.only?.split(',') ?? Object.keys(steps)
const unknown = only.find((name) => !(name in steps))
if (unknown !== undefined) {
  console.error(`no step ${unknown}: one of ${Object.keys(steps).join(', ')}`)
  process.exit(1)
}

const record = '.cache/check.json'
const known = fs.existsSync(record) ? JSON.parse(fs.readFileSync(record, 'utf8')) : {}

/** A hash of the files of git below these paths, committed or not. */
function hashOf({ command, reads }) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...reads]
  const names = execFileSync('git', list, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter(fs.existsSync)
  const hash = createHash('sha256').update(`${process.version} ${command}`)
  for (const name of names.sort()) hash.update(`${name}\0`).update(fs.readFileSync(name))
  return hash.digest('hex')
}

function run(command) {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', ...command.split(' ')], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (exitCode) => resolve({ ok: exitCode === 0, output: output.trimEnd() }))
  })
}

const failed = []
async function check(name) {
  const { command, fix, show } = steps[name]
  const hash = hashOf(steps[name])
  if (!values.fresh && known[name] === hash) return console.log(`${name}: ok, unchanged since it last succeeded`)
  const startedAt = performance.now()
  const { ok, output } = await run(command)
  console.log(`${name}: ${ok ? 'ok' : 'FAILED'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (!ok || show) console.log(output)
  if (!ok && fix) console.log(`To fix it: ${fix}`)
  known[name] = ok ? hash : null
  if (!ok) failed.push(name)
}

if (only.some((name) => ['types', 'contract', 'clients'].includes(name)))
  execFileSync('npm', ['run', '--silent', 'packages'])
if (only.includes('console')) execFileSync('npm', ['run', '--silent', 'build'])
const waiting = [...only]
const worker = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await check(name)
}
await Promise.all([worker(), worker()])
fs.mkdirSync('.cache', { recursive: true })
fs.writeFileSync(record, JSON.stringify(known))
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
