// `npm run test:long`: the whole property tests, the steps of the Dockerfile, the console, then the mutation of rules.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `npm run test:long [-- --only properties|image|console|mutation]

  properties   property tests, trials and products whole (LONG=1), about twenty-five minutes
  image        runs the steps of the Dockerfile without Docker, about five minutes; it needs root on Linux
  console      the screens of the console with 1,000,000 members, about five minutes
  mutation     changes the rules in scripts/mutation/stryker.config.mjs one by one, and shows which change no test finds;
               about an hour. --mutate FILE changes one file only
  --help       this text

It installs the mutation tool in scripts/mutation.
`
const folder = fileURLToPath(new URL('.', import.meta.url))
const root = path.resolve(folder, '../..')
const { values } = readArguments()
const { only, mutate: mutated } = values

if (values.help) {
  process.stdout.write(help)
  process.exit()
}

function readArguments() {
  try {
    return parseArgs({
      options: { only: { type: 'string' }, mutate: { type: 'string' }, help: { type: 'boolean' } },
    })
  } catch (error) {
    fail(error.message)
  }
}

function fail(problem) {
  console.error(`${problem}. See npm run test:long -- --help`)
  process.exit(1)
}

const jest = (...args) => run('npx', ['jest', ...args], { LONG: '1' })
const build = () => run('npm', ['run', '--silent', 'build'])
const parts = {
  properties: () => build() && ['jest.config.cjs', 'jest.tools.config.cjs'].map(testProperties).every(Boolean),
  image: () => jest('-c', 'jest.tools.config.cjs', 'test/image/steps'),
  console: () => build() && jest('-c', 'jest.tools.config.cjs', 'test/console/size'),
  mutation: mutate,
}
if (only !== undefined && !Object.hasOwn(parts, only)) fail(`no part ${only}`)
const isGreen = Object.entries(parts).map(([name, test]) => (only ?? name) !== name || test())
process.exitCode = isGreen.every(Boolean) ? 0 : 1

function testProperties(config) {
  const list = execFileSync('npx', ['jest', '-c', config, '--listTests'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  return jest('-c', config, '--runTestsByPath', ...propertyTests().filter((file) => list.includes(file)))
}

function propertyTests() {
  const files = fs.readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(root, 'test', file))
    .filter((file) => fs.readFileSync(file, 'utf8').includes('support/runs'))
}

function mutate() {
  if (!fs.existsSync(`${folder}node_modules`))
    execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' })
  const program = `${folder}node_modules/@stryker-mutator/core/bin/stryker.js`
  return run(process.execPath, [
    program,
    'run',
    `${folder}stryker.config.mjs`,
    ...(mutated ? ['--mutate', mutated] : []),
  ])
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}
