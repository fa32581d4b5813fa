// What `npm run generate` and `npm run new-operation` write and report.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { contractFiles } from '../../scripts/contract-files'
import { GenerateRun } from '../../scripts/generate-run'
import { readText } from '../../scripts/completeness/fault'
import { contractFaults, danglingReferences, readable, type Contract } from '../../scripts/contract-rules'
import { operationsOf } from '../../scripts/contract-rules/document'
import { printFaults, readYaml } from '../../scripts/contract-rules/lines'
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
  room: 'awards/auto-rank',
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
    'createLadder has no usable summary.',
    'createLadder has no usable description.',
    'createLadder has a body without an example.',
    'createLadder has a body without an example.',
  ])
  expect(Object.keys(contract.paths['/v2/ranks'] ?? {})).toEqual(['get', 'post'])
})

const contractOf = (): Contract => structuredClone(loadContract()) as unknown as Contract

/** The operations that effects name, and others; fewer than all, because each rule reads every operation. */
function small(ids: readonly string[]): Contract {
  const contract = contractOf()
  const { 'x-effects': effects } = contract.components.securitySchemes.bearerAuth as unknown as {
    readonly 'x-effects': Readonly<Record<string, { readonly operation: string }>>
  }
  const wanted = [...ids, 'createWebhook', ...Object.values(effects).map(({ operation }) => operation)]
  const paths = Object.entries(contract.paths).flatMap(([route, item]) => {
    const kept = Object.entries(item).filter(([, { operationId = '' }]) => wanted.includes(operationId))
    return kept.length > 0 ? [[route, Object.fromEntries(kept)]] : []
  })
  return { ...contract, paths: Object.fromEntries(paths) as Contract['paths'] }
}

const all = operationsOf(contractOf())

/** By key, an operation that has it. */
const keys = new Map(all.toReversed().flatMap(({ node, id }) => Object.keys(node).map((key) => [key, id] as const)))

const REQUIRED = [
  'operationId',
  'tags',
  'summary',
  'description',
  'security',
  'x-required-scope',
  'x-feature',
  'responses',
]

/** What `npm run generate` makes of the contract; types are made from the file. */
async function generated(contract: Contract): Promise<{ readonly lines: string[]; readonly bugs: string[] }> {
  const bugs: string[] = []
  const lines = contractFaults(contract).map(({ rule, fix }) => `${rule} ${fix}`)
  for (const [name, text] of Object.entries(contractFiles(readable(contract)))) {
    if (/(schema|openapi)\.ts$/.test(name)) continue
    try {
      expect((await text()).length).toBeGreaterThan(0)
    } catch (error) {
      if (!(error instanceof Error) || !/^(openapi\.yaml: x-effects|No operation has the callback)/.test(error.message))
        bugs.push(`${name}: ${String(error)}`)
    }
  }
  return { lines, bugs }
}

function without(contract: Contract, id: string, at: readonly string[]): Contract {
  const { node } = operationsOf(contract).find((one) => one.id === id) as { node: object }
  const parent = at.slice(0, -1).reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], node)
  const last = at.at(-1) ?? ''
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete (parent as Record<string, unknown>)[last]
  return contract
}

describe('an operation without one of its keys', () => {
  it.each([...keys])('%s, as of %s, breaks nothing else', async (key, id) => {
    const { path: route, method } = all.find((one) => one.id === id) as { path: string; method: string }
    const { lines, bugs } = await generated(without(small([id]), id, [key]))
    expect(bugs).toEqual([])
    if (!REQUIRED.includes(key)) return
    const name = key === 'operationId' ? `${method.toUpperCase()} ${route}` : id
    expect(lines.filter((line) => line.startsWith(`${name} `) && line.includes(key))).not.toEqual([])
  })

  it('is read at every place below', async () => {
    const { node } = all.find(({ id }) => id === 'awardBatch') as { node: object }
    for (const at of placesBelow(node, [])) {
      const { lines, bugs } = await generated(without(small(['awardBatch']), 'awardBatch', at))
      expect([at.join('.'), bugs]).toEqual([at.join('.'), []])
      const isDemanded = /^(requestBody\.content|responses\.200\.description|requestBody\..*schema)$/.test(at.join('.'))
      if (isDemanded) expect(lines.join('\n')).toMatch(new RegExp(`awardBatch has no ${at.at(-1)} in `))
    }
  })

  it('is told with the line of its operation, and its types are written', () => {
    const yaml = readYaml(readText('openapi.yaml').replace(/^ {6}summary:[^\n]*\n/m, ''))
    const faults = contractFaults(yaml.value as Contract)
    expect(printFaults('openapi.yaml', faults, yaml)).toMatch(
      /^openapi\.yaml:\d+: \w+ has no usable summary\. Say in a few words/,
    )
    expect(operationsOf(readable(yaml.value as Contract))).toHaveLength(all.length)
  })
})

/** Of the operation itself: examples are values, and errors and headers are references to components. */
function placesBelow(node: unknown, at: readonly string[]): (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => {
    const place = [...at, key]
    if (/^[45]\d\d$/.test(key) || ['headers', 'examples'].includes(key)) return [place]
    return [place, ...placesBelow(value, place)]
  })
}
