// Dependencies: exact versions, hashes, origin, no install scripts, a reason for each.
import fs from 'node:fs'
import path from 'node:path'
import { minVersion, satisfies } from 'semver'

const root = path.resolve(__dirname, '..', '..')
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8')

interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly engines?: { readonly node?: string }
}

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly overrides?: Record<string, string>
  readonly allowScripts?: Record<string, boolean>
  readonly engines: { readonly node: string }
}
const manifestIn = (folder: string): Manifest => JSON.parse(read(`${folder}package.json`)) as Manifest
const manifest = manifestIn('')
const ofTools = manifestIn('scripts/packages/')
const ofMutation = manifestIn('scripts/mutation/')
const ofConsole = manifestIn('console/')
const nameOf = (place: string): string => place.split('node_modules/').at(-1) ?? place
const placesOf = (entries: readonly (readonly [string, LockEntry])[]): string[] => entries.map(([place]) => place)

describe.each([
  ['the server', '', manifest],
  ['the tools', 'scripts/packages/', ofTools],
  ['the mutation tool', 'scripts/mutation/', ofMutation],
  ['the console', 'console/', ofConsole],
])('of %s', (_, folder, asking) => {
  const { lockfileVersion, packages } = JSON.parse(read(`${folder}package-lock.json`)) as {
    lockfileVersion: number
    packages: Record<string, LockEntry>
  }
  const locked = Object.entries(packages).filter(([name]) => name !== '')

  it('every version is exact and equal to the locked one', () => {
    const written = {
      ...asking.dependencies,
      ...asking.optionalDependencies,
      ...asking.devDependencies,
      ...asking.overrides,
    }
    // `npm:typescript@7.0.2` is a package under another name
    const asked = Object.fromEntries(
      Object.entries(written).map(([name, version]) => [name, version.replace(/^npm:.+@/, '')]),
    )
    expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    for (const [name, version] of Object.entries(asked)) {
      expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version])
    }
  })

  it('every locked package has a hash and comes from the registry', () => {
    expect(lockfileVersion).toBe(3)
    expect(locked.length).toBeGreaterThan(50)
    expect(
      placesOf(locked.filter(([, { integrity, inBundle }]) => !inBundle && !/^sha512-/.test(integrity ?? ''))),
    ).toEqual([])
    expect(
      placesOf(locked.filter(([place, { link }]) => link === true || !/(^|\/)node_modules\//.test(place))),
    ).toEqual([])
    const elsewhere = ({ resolved = 'https://registry.npmjs.org/' }: LockEntry): boolean =>
      !resolved.startsWith('https://registry.npmjs.org/')
    expect(placesOf(locked.filter(([, entry]) => elsewhere(entry)))).toEqual([])
  })

  it('install scripts are disabled, and each package that has one is named', () => {
    const withScript = locked.filter(([, entry]) => entry.hasInstallScript).map(([place]) => nameOf(place))
    expect([...new Set(withScript)].sort()).toEqual(Object.keys(asking.allowScripts ?? {}).sort())
    expect(Object.values(asking.allowScripts ?? {}).filter(Boolean)).toEqual([])
    expect(read(`${folder}.npmrc`).split('\n')).toContain('ignore-scripts=true')
  })

  it('every package runs on the oldest Node.js of package.json, so npm ci prints no warning', () => {
    const oldest = minVersion(asking.engines.node) ?? ''
    expect(String(oldest)).toBe('20.19.0')
    expect(placesOf(locked.filter(([, { engines }]) => !satisfies(oldest, engines?.node ?? '*')))).toEqual([])
  })
})

/** Packages in the first column of a table of DEPENDENCIES.md; each has a reason. */
function named(heading: string): string[] {
  const table = read('DEPENDENCIES.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Package|---)/.test(line))
  expect(rows.filter((row) => (row.split('|')[2] ?? '').trim().length < 10)).toEqual([])
  return rows.flatMap((row) => (row.split('|')[1] ?? '').split(',').map((name) => name.trim()))
}

it.each([
  ['At run time', manifest.dependencies],
  ['Optional', manifest.optionalDependencies ?? {}],
  ['Development', manifest.devDependencies ?? {}],
  ['Tools', ofTools.dependencies],
  ['Mutation', ofMutation.dependencies],
  ['Console', { ...ofConsole.dependencies, ...ofConsole.devDependencies }],
  ['Held back', manifest.overrides ?? {}],
])('DEPENDENCIES.md has a reason for each package: %s', (heading, asked) => {
  expect(named(heading).sort()).toEqual(Object.keys(asked).sort())
})
