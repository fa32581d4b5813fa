// Compares openapi.yaml with the released contract; with --record makes it the released one.
import fs from 'node:fs'
import path from 'node:path'
import type { Contract } from '../contract-rules/document'
import { printFaults, readYaml } from '../contract-rules/lines'
import { changesSince, releaseFaults } from './changes'
import { parseRelease, printRelease, type Release } from './record'

const help = `npm run check -- --only compatibility
npm run release:contract [-- --prepare]

Compares openapi.yaml with the recorded contract (scripts/contract-changes/released.json). Fails on a breaking change that
scripts/contract-changes/planned.ts does not name, on an operation that ends before its sunset, on an \`x-\` keyword that
keywords.ts does not list, and on a version in package.json that is too low for the changes since the last release.
docs/guides/compatibility.md lists what is breaking.

  --record    at a release (npm run release:contract): writes what programs rely on in openapi.yaml as the contract of the version in
              package.json, and empties planned.ts
  --prepare   with --record, before the release: the same, but the last release stays the one that versions count from
  --help      this text
`

const root = path.resolve(__dirname, '../..')
const openapi = path.join(root, 'openapi.yaml')
const released = path.join(__dirname, 'released.json')

const plans = path.join(__dirname, 'planned.ts')

/** The first line of the file, and the empty list with its comment. */
export const withoutPlans = (text: string): string =>
  text.replace(/\n[^]*(\n\/\*\*[^\n]*\*\/\nexport const planned\b[^=]*= \[)[^]*$/, '\n$1]\n')

export const readRelease = (): Release => parseRelease(fs.readFileSync(released, 'utf8'))

/** The version of this checkout. */
export function readVersion(): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

function main(): void {
  if (process.argv.includes('--help')) return void process.stdout.write(help)
  const isRecord = process.argv.includes('--record')
  const text = fs.readFileSync(openapi, 'utf8')
  const yaml = readYaml(text)
  const contract = yaml.value as Contract
  const version = readVersion()
  const today = new Date().toISOString().slice(0, 10)
  const release = readRelease()
  const changes = changesSince(release, contract, version, today)
  const faults = isRecord ? releaseFaults(changes, version) : changes.faults
  if (faults.length > 0) {
    console.error(printFaults('openapi.yaml', faults, yaml))
    process.exitCode = 1
    return
  }
  const { next, breakingCount } = changes
  console.log(`${breakingCount} planned breaking changes; ${release.last.version} is followed by ${next} or higher`)
  if (!isRecord) return
  const last = process.argv.includes('--prepare') ? release.last : { version, date: today }
  fs.writeFileSync(released, printRelease(contract, version, today, last))
  fs.writeFileSync(plans, withoutPlans(fs.readFileSync(plans, 'utf8')))
  console.log('Recorded, and scripts/contract-changes/planned.ts is empty: commit both.')
}

if (require.main === module) main()
