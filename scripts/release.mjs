// `npm run release`: makes a release of this checkout, or only its files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const help = `npm run release -- --version 4.0.0
npm run release -- --files

The first form makes the release commit: it writes the version into every manifest, dates the section Unreleased of CHANGELOG.md,
records the contract, and commits and tags the result. It refuses a version that is too low for the changes of the contract, a
checkout with changes, and an empty section.

Both forms then write to dist/release/:
  community-server-<version>.tgz   the server, built (npx, npm install)
  sbom.cdx.json                    its packages, as CycloneDX
  notes.md                         the section of CHANGELOG.md
  SHA256SUMS                       of these files

  --version    the new version
  --files      changes no file of the checkout, commits nothing
  --no-tag     commits without a tag
  --help       this text
`

const root = path.resolve(import.meta.dirname, '..')
const target = path.join(root, 'dist/release')
const at = (name) => path.join(root, name)
const read = (name) => fs.readFileSync(at(name), 'utf8')
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }).toString()

/** Where each manifest has the version, as a capture before it. */
const manifests = {
  'package.json': /(^ {2}"version": ")[^"]*/m,
  'package-lock.json': /(^ {2}"version": "|^ {4}"": \{\n {6}"name": "[^"]*",\n {6}"version": ")[^"]*/gm,
  'clients/typescript/package.json': /("version": ")[^"]*/,
  'clients/conformance/package.json': /("version": ")[^"]*/,
  'clients/python/pyproject.toml': /(^version = ")[^"]*/m,
  'clients/luau/wally.toml': /(^version = ")[^"]*/m,
  'clients/luau/pesde.toml': /(^version = ")[^"]*/m,
  'compose.yaml': /(image: community-management-server:)\S+/g,
  'deploy/kubernetes/api.yaml': /(image: community-management-server:)\S+/g,
  'deploy/kubernetes/worker.yaml': /(image: community-management-server:)\S+/g,
  'deploy/kubernetes/migrate.yaml': /(image: community-management-server:)\S+/g,
  'deploy/kubernetes/kustomization.yaml': /(newTag: )\S+/g,
}

function main() {
  const { values } = parseArgs({
    options: {
      version: { type: 'string' },
      files: { type: 'boolean' },
      'no-tag': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return void process.stdout.write(help)
  if (Boolean(values.files) === (values.version !== undefined)) fail('Give --version with the new version, or --files.')
  if (values.version !== undefined) commitRelease(values.version, values['no-tag'] !== true)
  writeFiles()
}

function commitRelease(version, tags) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) fail(`${version} is no version: give three numbers, such as 4.0.0.`)
  if (run('git', 'status', '--porcelain') !== '') fail('The checkout has changes: commit them first.')
  if (notesOf('Unreleased') === '') fail('CHANGELOG.md has nothing under Unreleased: there is nothing to release.')
  for (const [name, pattern] of Object.entries(manifests)) {
    const former = read(name)
    if (former.search(pattern) === -1) fail(`${name} has no version where scripts/release.mjs looks for it.`)
    fs.writeFileSync(at(name), former.replace(pattern, `$1${version}`))
  }
  const today = new Date().toISOString().slice(0, 10)
  const changelog = read('CHANGELOG.md').replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${today}`)
  fs.writeFileSync(at('CHANGELOG.md'), changelog)
  say('recording the contract')
  // this step refuses a version that is too low
  run('npm', 'run', '--silent', 'release:contract')
  run('npm', 'run', '--silent', 'generate')
  run('git', 'commit', '--all', '--quiet', '--message', `release: ${version}`)
  if (tags) run('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`)
  say(`committed${tags ? ` and tagged v${version}` : ''}`)
}

function writeFiles() {
  const { name, version } = JSON.parse(read('package.json'))
  fs.rmSync(target, { recursive: true, force: true })
  fs.mkdirSync(target, { recursive: true })
  say('building')
  run('npm', 'run', '--silent', 'build')
  if (!fs.existsSync(at('dist/console/index.html'))) fail('The console was not built: npm run build says why.')
  say('packing')
  run('npm', 'pack', '--silent', '--pack-destination', target)
  fs.writeFileSync(path.join(target, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
  fs.writeFileSync(path.join(target, 'notes.md'), `${notesOf(version) || notesOf('Unreleased')}\n`)
  const files = [`${name}-${version}.tgz`, 'notes.md', 'sbom.cdx.json']
  const sums = files.map((file) => `${hashOf(path.join(target, file))}  ${file}\n`)
  fs.writeFileSync(path.join(target, 'SHA256SUMS'), sums.join(''))
  for (const file of [...files, 'SHA256SUMS']) process.stdout.write(`dist/release/${file}\n`)
}

/** The server's packages, and those that the built files of the console contain. */
function billOfMaterials() {
  const server = packagesOf('.')
  const screens = packagesOf('console')
  return {
    ...server,
    components: [...server.components, screens.metadata.component, ...screens.components],
    dependencies: [...server.dependencies, ...screens.dependencies],
  }
}

/** `--omit dev` would also leave out a package that a development package uses too. */
function packagesOf(folder) {
  const all = JSON.parse(run('npm', 'sbom', '--prefix', folder, '--package-lock-only', '--sbom-format', 'cyclonedx'))
  const isDevelopment = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:development')
  const components = all.components.filter((component) => !isDevelopment(component))
  const kept = new Set([all.metadata.component, ...components].map((component) => component['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  return { ...all, components, dependencies }
}

/** The text of a section of CHANGELOG.md; empty: there is none, or it has no text. */
function notesOf(heading) {
  const [, section = ''] = read('CHANGELOG.md').split(new RegExp(`^## ${heading.replaceAll('.', '\\.')}.*$`, 'm'))
  return section.split(/^## /m)[0].trim()
}

const hashOf = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex')
const say = (what) => process.stderr.write(`${what}\n`)

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

main()
