// What `npm run generate` and `npm run new-operation` write and report.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { GenerateRun } from '../../scripts/generate-run'
import { readText } from '../../scripts/completeness/fault'
import { contractFaults, danglingReferences, type Contract } from '../../scripts/contract-rules'
import { readYaml } from '../../scripts/contract-rules/lines'
import { printUndeclared, undeclared } from '../../scripts/migration-faults'
import { withOperation } from '../../scripts/new-operation'
import { readMigrations } from '../../src/db/migrations/files'
import { loadContract } from '../../src/contract/document'

describe('npm run generate', () => {
  let folder: string
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'generate-'))))
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  it('writes the files of each phase, and reports the faults of all, when one fails', async () => {
    const run = new GenerateRun(false, folder)
    const printed = [jest.spyOn(console, 'log'), jest.spyOn(console, 'error')].map((one) => one.mockReturnValue())
    await run.phase(() => run.write({ 'types.ts': 'types' }))
    await run.phase(() => Promise.reject(new Error('the migration fails')))
    await run.phase(() => run.write({ 'statements.ts': 'statements' }))
    await run.phase(() => {
      throw new Error('a handler is missing')
    })
    expect(run.report()).toBe(false)
    expect(fs.readdirSync(folder).sort()).toEqual(['statements.ts', 'types.ts'])
    expect(printed.flatMap(({ mock }) => mock.calls.flat())).toEqual([
      'wrote types.ts, statements.ts',
      'the migration fails',
      'a handler is missing',
    ])
    printed.forEach((one) => one.mockRestore())
  })

  it('writes nothing with --check', async () => {
    const run = new GenerateRun(true, folder)
    const error = jest.spyOn(console, 'error').mockReturnValue()
    await run.phase(() => run.write({ 'types.ts': 'types' }))
    expect([run.report(), fs.readdirSync(folder)]).toEqual([false, []])
    expect(error).toHaveBeenCalledWith('types.ts: out of date. Run npm run generate.')
    error.mockRestore()
  })
})

describe('a new migration', () => {
  let folder: string
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
    fs.cpSync('sql', folder, { recursive: true })
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))
  const faultsAfter = (text: string): string => {
    fs.writeFileSync(path.join(folder, '9001_nickname.sql'), text)
    return printUndeclared(undeclared(folder), readMigrations(folder))
  }

  it('says which servers run on it, as all of before do', () => {
    expect(printUndeclared(undeclared(folder), readMigrations(folder))).toBe('')
    const [page = ''] = /-- compatible-from: [^`]+/.exec(readText('docs/adding-a-field.md')) ?? []
    expect(faultsAfter(page)).toBe('')
  })

  it('without the line is named, with the number of the file before it', () => {
    const before = readMigrations(folder).at(-1)?.compatibleFrom ?? ''
    expect(faultsAfter('alter table member add column nickname text;\n')).toMatch(
      new RegExp(
        `^sql/9001_nickname\\.sql:1: The migration does not say which servers run on it.+"-- compatible-from: ${before}"`,
      ),
    )
  })

  it('may give a reason instead, which is not empty', () => {
    expect(faultsAfter('-- incompatible: no server of before writes the new column.\nselect 1;\n')).toBe('')
    expect(faultsAfter('-- incompatible:\nselect 1;\n')).toContain('does not say which servers run on it')
  })
})

const wanted = {
  id: 'createLadder',
  method: 'post',
  path: '/v2/ranks',
  tag: 'ranks',
  scope: 'ranks.write',
  feature: 'ranks',
}

it.each([
  [{ id: 'listRanks' }, 'openapi.yaml has listRanks already. Choose another --id.'],
  [{ method: 'get' }, 'openapi.yaml has get /v2/ranks already: listRanks.'],
  [{ method: 'fetch' }, '--method fetch is none of get, put, post, delete, patch.'],
  [{ path: 'ranks' }, '--path ranks does not begin with /v2/.'],
  [
    { tag: 'ladders', path: '/v2/ladders' },
    'openapi.yaml has no tag ladders with an operation. Add the first one by hand.',
  ],
])('refuses to add an operation with %j, and names the option', (changed, message) => {
  const add = () => withOperation('', { ...wanted, ...changed }, loadContract() as unknown as Contract)
  expect(add).toThrow(new Error(message))
})

it('leaves examples to write when npm run new-operation adds an operation', () => {
  const text = withOperation(readText('openapi.yaml'), wanted, loadContract() as unknown as Contract)
  const contract = readYaml(text).value as Contract
  expect(danglingReferences(contract)).toEqual([])
  expect(contractFaults(contract).map(({ rule }) => rule)).toEqual([
    'createLadder has a body without an example.',
    'createLadder has a body without an example.',
  ])
  expect(Object.keys(contract.paths['/v2/ranks'] ?? {})).toEqual(['get', 'post'])
})
