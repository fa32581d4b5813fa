// Links, files, commands, flags, operations, scopes and variables named on the pages.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { operationTable, scopes, signInTable } from '../../generated/operations'
import { listCommands } from '../../scripts/docs/commands'
import { faultKinds } from '../../src/simulator/control'
import { anchorsOf, blocksOf, linksOf, pages, proseOf, readPage, root } from './pages'
import { exchangesOf } from './transcript'

const isThere = (name: string): boolean => fs.existsSync(path.join(root, name))
const { scripts, version } = JSON.parse(readPage('package.json')) as {
  scripts: Record<string, string>
  version: string
}

describe.each(pages)('%s', (page) => {
  it('links to files and headings that exist', () => {
    const broken = linksOf(page).filter(
      ({ file, anchor }) =>
        !isThere(file) || (anchor !== null && file.endsWith('.md') && !anchorsOf(file).includes(anchor)),
    )
    expect(broken).toEqual([])
  })

  it('names files that exist', () => {
    const quoted = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
    const named = quoted.filter((text) =>
      /^(src|sql|test|scripts|docs|generated|clients)\/[\w./-]*$|^[\w.]+\.(ts|md|yaml)$/.test(text),
    )
    const made = /^clients\/generated\//
    const exists = (name: string): boolean => isThere(name) || isThere(`${name}.test.ts`) || made.test(name)
    expect(named.filter((name) => !exists(name))).toEqual([])
  })

  it('names npm scripts that exist', () => {
    const named = [...readPage(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z]+(?:[:-][a-z]+)*)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.filter((name) => !(name in scripts) && name !== 'alone')).toEqual([])
  })

  it('names commands and flags of the command line that exist', () => expectCommandsOf(page))
})

/** Files with texts for people that name commands: the contract, and error messages. */
const withMessages = [
  'openapi.yaml',
  ...execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' }).trim().split('\n'),
].filter((name) => readPage(name).includes('npm run admin -- '))

it.each(withMessages)('%s names commands and flags that exist in its texts', expectCommandsOf)

function expectCommandsOf(page: string): void {
  const commands = new Map(listCommands().map(({ name, flags }) => [name, flags]))
  for (const { name, rest } of adminCommandsOf(page)) {
    expect([...commands.keys()]).toContain(name)
    const known = [...(commands.get(name) ?? []).map(({ long }) => long), '--json', '--csv', '--as', '--help']
    expect(known).toEqual(expect.arrayContaining([...rest.matchAll(/ (--[a-z-]+)/g)].map(([, flag]) => flag)))
  }
}

/** Commands in prose and code. `a|b` means both verbs. */
function adminCommandsOf(page: string): { name: string; rest: string }[] {
  const line = /(?:npm run (?:-s )?admin --|dist\/src\/admin\/main\.js) ([a-z-]+) ([a-z|-]+)([^`\n#]*)/g
  return [...readPage(page).matchAll(line)].flatMap(([, noun = '', verbs = '', rest = '']) =>
    verbs.split('|').map((verb) => ({ name: `${noun} ${verb}`, rest })),
  )
}

it('defines the functions of the examples in the same way on all pages', () => {
  const definitions = pages.flatMap((page) =>
    blocksOf(page).flatMap(({ text }) => /^call\(\) \{[^]*?\}$/m.exec(text)?.[0] ?? []),
  )
  expect(definitions.length).toBeGreaterThan(5)
  expect([...new Set(definitions)]).toHaveLength(1)
})

it.each(pages)('%s defines the variables that its examples use', (page) => {
  const code = blocksOf(page).map(({ text }) => text)
  const used = code.flatMap((text) => [...text.matchAll(/\$\{?([A-Z][A-Z_]+)\b/g)].map(([, name]) => name))
  const defined = code.flatMap((text) => [...text.matchAll(/^(?:\$ |export )?([A-Z_]+)=/gm)].map(([, name]) => name))
  // variables that readers have from the configuration and from .env
  const known = [...defined, 'DATABASE_URL', 'DATABASE_OWNER_PASSWORD']
  expect(used.filter((name) => !known.includes(name))).toEqual([])
})

it('lists every page in the index', () => {
  const listed = new Set(linksOf('docs/README.md').map(({ file }) => file))
  expect(pages.filter((page) => page !== 'docs/README.md' && !listed.has(page))).toEqual([])
})

it('pastes each fault of the simulator', () => {
  const page = 'docs/guides/simulator.md'
  const commands = exchangesOf(page).map(({ command }) => command)
  expect(faultKinds.filter((kind) => !commands.some((one) => one.includes(`"kind":"${kind}"`)))).toEqual([])
  const listed = [...readPage(page).matchAll(/^\| `([a-zA-Z]+)` \|/gm)].map(([, kind]) => kind)
  expect(listed.filter((kind) => kind !== 'kind')).toEqual(faultKinds)
})

/** Guides whose commands cannot run on the demo, and why. */
const notOnTheDemo: Readonly<Record<string, string>> = {
  'docs/guides/compatibility.md': 'records a release of this repository',
  'docs/guides/workflows.md': 'needs a package that is not installed; test/workflows runs the documents',
}

it.each(pages.filter((page) => page.startsWith('docs/guides/') && !(page in notOnTheDemo)))(
  '%s has each command in a block that test/documentation runs',
  (page) => {
    const setup = /^(?:[A-Z]+=.*|\w+\(\) \{[^]*?\}|\s*)$/
    const shell = blocksOf(page).filter(({ language }) => language === 'sh')
    const statements = shell.flatMap(({ text }) => text.replaceAll(/^\w+\(\) \{[^]*?\}$/gm, '').split('\n'))
    expect(statements.filter((line) => !setup.test(line))).toEqual([])
  },
)

it('keeps the README within 200 lines', () => {
  expect(readPage('README.md').split('\n').length).toBeLessThanOrEqual(200)
})

it.each(pages.filter((page) => page.startsWith('docs/operations/')))('%s names metrics that exist', (page) => {
  const made = new Set(readPage('src/base/telemetry/metrics.ts').match(/community_[a-z_]+/g))
  const named = [...readPage(page).matchAll(/\b(community_[a-z_]+?)(?:_bucket|_sum|_count)?(?=[`{} )\]]|$)/gm)]
  const others = ['community_server', 'community_owner', 'community_id', 'community_moved', 'community_storage']
  const unknown = named.map(([, name = '']) => name).filter((name) => !made.has(name) && !others.includes(name))
  expect(unknown).toEqual([])
})

it('lists every operation and every scope in the API overview, and no other', () => {
  const [operations = '', rest = ''] = readPage('docs/api-overview.md').split('\n## Scopes\n')
  const named = [...operations.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys({ ...operationTable, ...signInTable }).sort())
  const listed = [...rest.matchAll(/^\| `([a-z.]+)`/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(Object.keys(scopes).sort())
})

it('lists every variable that is read in the configuration page, and no other', () => {
  const page = readPage('docs/operations/configuration.md')
  const listed = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
  const source = ['config.ts', 'issuer-config.ts'].map((name) => readPage(`src/process/${name}`)).join('\n')
  const read = [...source.matchAll(/'([A-Z][A-Z]+(?:_[A-Z]+)*)'/g)].map(([, name]) => name)
  expect(listed.sort()).toEqual([...new Set(read)].sort())
})

it('has the version in the changelog, and the number of the specification in the contract', () => {
  const versions = [...readPage('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/gm)].map(
    ([, listed]) => listed,
  )
  const announced = /^The next release is (\d+\.\d+\.\d+)/m.exec(readPage('CHANGELOG.md'))?.[1]
  expect(announced ?? versions[0]).toBe(version)
  expect(/^  version: (.+)$/m.exec(readPage('openapi.yaml'))?.[1]).toBe('3.0.0')
})
