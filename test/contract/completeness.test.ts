// Missing parts of an operation are reported with their line.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  missingHandlers,
  missingIds,
  missingPages,
  missingReadScopes,
  missingStoredEffects,
  missingSuccesses,
} from '../../scripts/completeness/operations'
import { missingTexts } from '../../scripts/completeness/personal-data'
import { missingPreconditions } from '../../scripts/completeness/preconditions'
import { GenerateRun } from '../../scripts/generate-run'
import { printMissing, readText, type MissingPart } from '../../scripts/completeness/fault'
import { ruleFaults, unreadable, type Contract } from '../../scripts/contract-rules'
import { readYaml } from '../../scripts/contract-rules/lines'
import { withOperation } from '../../scripts/new-operation'
import { loadContract } from '../../src/contract/document'

type Draft = Record<string, Record<string, Record<string, unknown>>>

/** With another list of ranks. */
function withAnother(change: object = {}): Contract {
  const contract = structuredClone(loadContract()) as unknown as Contract
  const paths = contract.paths as unknown as Draft
  const added = { ...paths['/v2/ranks']?.['get'], operationId: 'listLadders', ...change }
  return { ...contract, paths: { ...contract.paths, '/v2/ladders': { get: added } } } as unknown as Contract
}

const places = (parts: readonly MissingPart[]): string[] => parts.map(({ file, rule }) => `${file}: ${rule}`)

it.each<[string, readonly MissingPart[], string[]]>([
  ['a handler', missingHandlers(withAnother()), ['src/ranks/handlers.ts: listLadders has no handler.']],
  [
    'the handlers of a new tag',
    missingHandlers(withAnother({ tags: ['ladders'] })),
    ['src/http/handlers.ts: listLadders has no handler.'],
  ],
  [
    'a success example',
    missingSuccesses(withAnother()),
    ['test/support/successes.ts: listLadders has no success example.'],
  ],
  [
    'what separates communities in the test',
    missingIds(
      withAnother({ parameters: [{ name: 'ladderId', in: 'query', schema: { type: 'string' }, example: 'x' }] }),
    ),
    [
      'test/auth/cross-community/things.ts: listLadders takes ladderId, which the test of separate communities cannot make.',
      'test/auth/cross-community/things.ts: listLadders has nothing that makes it longer.',
    ],
  ],
  [
    'the end of a page by bytes',
    missingPages(
      withAnother({ responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } }),
    ),
    ['test/http/page-bytes.test.ts: A page of listLadders may be larger than 3 MiB.'],
  ],
  [
    'how effects are stored in the test',
    missingStoredEffects(withAnother({ 'x-gives-stored': ['rank'] })),
    ['test/auth/effects.test.ts: listLadders gives what was stored before.'],
  ],
])('reports that %s is missing', (_, parts, expected) => {
  expect(places(parts)).toEqual(expected)
  for (const { line } of parts) expect(line).toBeGreaterThan(1)
})

it('reports an action of the audit log that no scope reads, with the line that writes it', () => {
  const contract = structuredClone(loadContract()) as unknown as Contract
  const { 'x-read-scopes': scopes } = contract.components.schemas.AuditEntry
  delete (scopes as Record<string, string>)['warning']
  const parts = missingReadScopes(contract)
  expect(places(parts)).toEqual([
    'src/moderation/warnings/actions.ts: No scope reads the details of warning.create.',
    'src/moderation/warnings/actions.ts: No scope reads the details of warning.revoke.',
  ])
  const [{ file = '', line = 0 } = {}] = parts
  expect(readText(file).split('\n')[line - 1]).toContain("action: 'warning.create'")
})

it('reports an If-Match that no action checks, with the line of its handler', () => {
  const contract = structuredClone(loadContract()) as unknown as Contract
  const { parameters } = contract.paths['/v2/members/{userId}/rank']?.['put'] as unknown as { parameters: object[] }
  parameters.push({ $ref: '#/components/parameters/IfMatch' })
  const parts = missingPreconditions(contract)
  expect(places(parts)).toEqual([
    'src/ranks/handlers.ts: setMemberRank takes If-Match, and its action does not call assertUnchanged.',
  ])
  const [{ file = '', line = 0 } = {}] = parts
  expect(readText(file).split('\n')[line - 1]).toContain('setMemberRank')
})

it('reports words about an account that the erasure leaves out', async () => {
  expect(places(await missingTexts(['member.username', 'member.nickname', 'audit_entry.reason']))).toEqual([
    "src/data-rights/queries.ts: The erasure of an account's texts does not clear member.nickname.",
  ])
  expect(await missingTexts()).toEqual([])
})

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

it('finds every operation of the contract complete', () => {
  const contract = loadContract() as unknown as Contract
  const checks = [missingHandlers, missingSuccesses, missingIds, missingPages, missingStoredEffects, missingReadScopes]
  expect(printMissing(checks.flatMap((check) => check(contract)))).toBe('')
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

it('leaves texts and examples to write when npm run new-operation adds an operation', async () => {
  const text = withOperation(readText('openapi.yaml'), wanted, loadContract() as unknown as Contract)
  const contract = readYaml(text).value as Contract
  expect(await unreadable(contract)).toEqual([])
  expect(ruleFaults(contract).map(({ rule }) => rule)).toEqual([
    'createLadder has no summary in its form.',
    'createLadder has no description.',
    'createLadder has a body without an example.',
    'createLadder has a body without an example.',
  ])
  expect(Object.keys(contract.paths['/v2/ranks'] ?? {})).toEqual(['get', 'post'])
})
