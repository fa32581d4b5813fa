// Compares openapi.yaml with the released contract; with --record makes it the released one.
import fs from 'node:fs'
import path from 'node:path'
import type { Contract } from '../contract-rules/document'
import { printFaults, readYaml } from '../contract-rules/lines'
import { changesSince, releaseFaults } from './changes'

const help = `npm run check -- --only compatibility
npm run release:contract

Compares openapi.yaml with the contract of the last release (scripts/contract-changes/released.yaml). Fails on a breaking
change that scripts/contract-changes/planned.ts does not name, unless info.version has a new major number, and on an operation
that ends before its sunset. docs/guides/compatibility.md lists what is breaking.

  --record   at a release (npm run release:contract): fails too when info.version is too low for the changes, and writes
             openapi.yaml as the released contract
  --help     this text
`

const openapi = path.resolve(__dirname, '../../openapi.yaml')
const released = path.join(__dirname, 'released.yaml')

const headerOf = (version: string, date: string): string =>
  `# Contract ${version}, released on ${date}. Written by \`npm run release:contract\`; do not edit.\n`

/** @throws Error without its first line */
export function readRelease(text = fs.readFileSync(released, 'utf8')) {
  const date = /^# Contract \S+, released on (\d{4}-\d\d-\d\d)\./.exec(text)?.[1]
  if (date === undefined) throw new Error('released.yaml does not begin with the day of its release.')
  return { contract: readYaml(text).value as Contract, date }
}

function main(): void {
  if (process.argv.includes('--help')) return void process.stdout.write(help)
  const isRelease = process.argv.includes('--record')
  const text = fs.readFileSync(openapi, 'utf8')
  const yaml = readYaml(text)
  const contract = yaml.value as Contract
  const today = new Date().toISOString().slice(0, 10)
  const release = readRelease()
  const changes = changesSince(release, contract, today)
  const faults = isRelease ? releaseFaults(changes, contract) : changes.faults
  if (faults.length > 0) {
    console.error(printFaults('openapi.yaml', faults, yaml))
    process.exitCode = 1
    return
  }
  const { next, breakingCount } = changes
  console.log(`since ${release.contract.info.version}: ${breakingCount} breaking changes; the next release is ${next}`)
  if (!isRelease) return
  fs.writeFileSync(released, headerOf(contract.info.version, today) + text)
  console.log('Recorded. Empty scripts/contract-changes/planned.ts, and commit both.')
}

if (require.main === module) main()
