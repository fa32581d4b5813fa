// Properties that may be null in the contract may be None in the Python package: at run time and, where it is
// installed, for mypy.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { resolve, type Contract } from '../../scripts/contract'
import { loadContract } from '../../src/contract/document'
import { onlyWhere } from '../support/only-where'

const root = path.resolve(__dirname, '../..')
const contract = loadContract() as unknown as Contract
const env = { ...process.env, PYTHONPATH: path.join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' }
const here = (...line: string[]): boolean => spawnSync(line[0] ?? '', line.slice(1), { env }).status === 0

const hasPython = here('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 11))')
const mypy = [['mypy'], ['python3', '-m', 'mypy']].find((line) => here(...line, '--version'))
if (!hasPython) console.log('not run: the Python package at run time (no Python 3.11)')
if (!mypy) console.log('not run: the Python package under mypy (not installed here)')

/** Properties that may be null, as [class, property]. */
const nullable = Object.entries(contract.components.schemas).flatMap(([name, { properties = {} }]) =>
  Object.entries(properties)
    .filter(([, schema]) => resolve(contract, schema).nullable)
    .map(([property]) => [name, property] as const),
)

let folder: string
beforeAll(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nullable-'))))
afterAll(() => fs.rmSync(folder, { recursive: true }))

function succeeds(...line: string[]): void {
  const { status, stdout, stderr } = spawnSync(line[0] ?? '', line.slice(1), { cwd: folder, env, encoding: 'utf8' })
  expect({ status, stderr, stdout: status === 0 ? '' : stdout }).toEqual({ status: 0, stderr: '', stdout: '' })
}

it('the contract has properties of every kind that may be null', () => {
  const kinds = nullable.map(([name, property]) => {
    const schema = contract.components.schemas[name]?.properties?.[property] ?? {}
    return schema.$ref ? (resolve(contract, schema).properties ? 'object' : 'alias') : 'inline'
  })
  expect(new Set(kinds)).toEqual(new Set(['object', 'alias', 'inline']))
})

onlyWhere(hasPython)('each property that may be null has None in its type at run time', () => {
  const program = `import json, typing, community_management.contract as contract
for name, key in json.loads(${JSON.stringify(JSON.stringify(nullable))}):
    hint = typing.get_type_hints(getattr(contract, name))[key]
    assert hint is typing.Any or type(None) in typing.get_args(hint), (name, key, hint)`
  succeeds('python3', '-W', 'error', '-c', program)
})

onlyWhere(mypy !== undefined)('mypy --strict accepts None for each property that may be null', () => {
  const functions = nullable.map(
    ([name, property]) => `def ${name}_${property}(value: c.${name}) -> None:\n    value["${property}"] = None\n`,
  )
  fs.writeFileSync(
    path.join(folder, 'nulls.py'),
    `import community_management.contract as c\n\n${functions.join('\n')}`,
  )
  succeeds(...(mypy ?? []), '--strict', '--no-error-summary', '--cache-dir', path.join(folder, 'cache'), 'nulls.py')
})
