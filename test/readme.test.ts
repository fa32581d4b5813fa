// The README and the pages beside it stay true in what can be counted: operations, scopes, variables, files, commands.
import fs from 'node:fs'
import path from 'node:path'
import { operationTable, scopes } from '../generated/operations'

const root = path.resolve(__dirname, '..')
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8')
const readme = read('README.md')
/** From a heading to the next one of its rank. */
const section = (heading: string): string => readme.split(`\n${heading}\n`)[1]?.split(/\n#{1,3} /)[0] ?? ''

it.each(Object.keys(operationTable))('%s is in the table of features', (operationId) => {
  expect(section('## The contract')).toMatch(new RegExp(`\`${operationId}\``))
})

it('the table of features names no operation and no scope that the contract lacks', () => {
  const named = [...section('## The contract').matchAll(/`([a-z]+(?:[A-Z][a-zA-Z]*)+)`/g)].map(([, name]) => name)
  expect(named.filter((name) => !Object.keys(operationTable).includes(name ?? ''))).toEqual([])
  const written = [...section('## The contract').matchAll(/`([a-z]+(?:\.[a-z]+)+)`/g)].map(([, name]) => name ?? '')
  const granted = written.filter((name) => name !== 'openapi.yaml')
  expect([...new Set(granted)].sort()).toEqual(Object.keys(scopes).sort())
})

it('the configuration table has every variable that is read, and no other', () => {
  const variable = /\b([A-Z][A-Z]+(?:_[A-Z]+)*)\b/g
  const rows = section('### Configuration')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(variable)].map(([, name]) => name))
  const asked = [...read('src/config.ts').matchAll(/'([A-Z][A-Z]+(?:_[A-Z]+)*)'/g)].map(([, name]) => name)
  expect([...new Set(told)].sort()).toEqual([...new Set(asked)].sort())
})

describe.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s', (page) => {
  const quoted = [
    ...read(page)
      .replace(/```[^]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text)

  it('names files that are there', () => {
    const named = quoted.filter((text) =>
      /^(src|sql|test|scripts|docs|generated)\/[\w./-]*$|^\w+\.(ts|md|yaml)$/.test(text),
    )
    const linked = [...read(page).matchAll(/\]\(([^)#:]+)\)/g)].map(([, to = '']) => path.join(path.dirname(page), to))
    expect(named.length + linked.length).toBeGreaterThan(6)
    expect([...named, ...linked].filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([])
  })

  it('names commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(page).matchAll(/\bnpm run ([a-z]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts) && name !== 'alone')).toEqual([])
  })
})

it('the changelog has the version that is being worked on, and it is that of the contract', () => {
  const versions = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/gm)].map(
    ([, version]) => version,
  )
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(versions[0]).toBe(version)
  expect(/^  version: (.+)$/m.exec(read('openapi.yaml'))?.[1]).toBe(version)
})
