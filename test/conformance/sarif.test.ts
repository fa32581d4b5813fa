// Members of SARIF 2.1.0 that its schema and GitHub code scanning require.
import { readContract } from '../../clients/conformance/src/contract'
import { toSarif } from '../../clients/conformance/src/sarif'
import type { Report } from '../../clients/conformance/src/report'
import path from 'node:path'

interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly message: { text: string }
  readonly locations: readonly {
    readonly physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } }
  }[]
  readonly partialFingerprints: Readonly<Record<string, string>>
}
interface Log {
  readonly $schema: string
  readonly version: string
  readonly runs: readonly {
    readonly tool: { driver: { name: string; version: string; rules: readonly { id: string }[] } }
    readonly invocations: readonly { executionSuccessful: boolean; toolExecutionNotifications: readonly object[] }[]
    readonly results: readonly Result[]
  }[]
}

const contract = readContract(path.resolve(__dirname, '../../openapi.yaml'))

function logOf(names: readonly string[]): Log {
  const failed = names.map((name) => ({
    operation: 'listRanks',
    name,
    problems: ['one', 'two'],
    line: 'GET /v2/ranks',
  }))
  const report: Report = {
    checks: failed,
    failed,
    operations: 2,
    succeeded: 1,
    notes: ['a note'],
    requests: 9,
    waitedSeconds: 0,
    uncovered: [['createRank', 'a write: needs --write']],
    lines: contract.lines,
  }
  return JSON.parse(toSarif(report, { version: '1.2.3', uri: 'openapi.yaml' })) as Log
}

it('has one result for each failed check, at the line of its operation', () => {
  const { version, $schema, runs } = logOf(['success: 200', '401: no credentials'])
  expect([version, $schema]).toEqual(['2.1.0', expect.stringMatching(/^https:.*sarif-2\.1\.0\.json$/)])
  expect(runs).toHaveLength(1)
  const results = runs[0]?.results ?? []
  expect(results.map(({ level, message }) => [level, message.text])).toEqual([
    ['error', 'listRanks: success: 200: one; two\nGET /v2/ranks'],
    ['error', 'listRanks: 401: no credentials: one; two\nGET /v2/ranks'],
  ])
  const { physicalLocation } = results[0]?.locations[0] ?? {}
  expect(physicalLocation).toEqual({
    artifactLocation: { uri: 'openapi.yaml' },
    region: { startLine: contract.lines.get('listRanks') },
  })
  expect(contract.lines.get('listRanks')).toBeGreaterThan(100)
})

it('knows the line of every operation', () => {
  expect(contract.operations.filter(({ id }) => !contract.lines.has(id))).toEqual([])
})

it.each([
  ['401: an unknown key', 'authentication'],
  ['403: a key without the scope', 'authorization'],
  ['404: medalId', 'unknown-record'],
  ['400: body /name, minLength', 'validation'],
  ['409: another request with its Idempotency-Key', 'idempotency'],
  ['304: If-None-Match with its ETag', 'conditional-request'],
  ['pages of two', 'pagination'],
  ['HEAD as GET', 'head'],
  ['429: rate limit exceeded', 'rate-limit'],
  ['success: 201', 'response'],
])('gives the check "%s" the rule %s', (name, rule) => {
  const [run] = logOf([name]).runs
  const [result] = run?.results ?? []
  expect(result?.ruleId).toBe(rule)
  expect(run?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe(rule)
})

it('has fingerprints that differ between checks and stay between runs', () => {
  const printsOf = (log: Log) => log.runs[0]?.results.map((result) => result.partialFingerprints['check/v1'])
  const [first, second] = [printsOf(logOf(['a', 'b'])), printsOf(logOf(['a', 'b']))]
  expect(first).toEqual(second)
  expect(new Set(first).size).toBe(2)
})

it('notes what was not seen to succeed', () => {
  expect(logOf([]).runs[0]?.invocations).toEqual([
    {
      executionSuccessful: true,
      toolExecutionNotifications: [
        { level: 'note', message: { text: 'createRank: success not verified: a write: needs --write' } },
        { level: 'note', message: { text: 'a note' } },
      ],
    },
  ])
})
