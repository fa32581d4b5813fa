// A short run of `npm run fuzz`, and a replay of the recorded failures in corpus/.
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { rawCases, rawFaults, sendBytes } from '../../scripts/fuzz/bytes'
import { faultsOf } from '../../scripts/fuzz/judge'
import { describeFailure, toCurl } from '../../scripts/fuzz/report'
import { anyStep, type Step } from '../../scripts/fuzz/steps'
import { operations } from '../../scripts/fuzz/values'
import { startTrial, Violation, type Trial } from '../../scripts/fuzz/trial'
import type { TestCommunity } from '../support/app'

const corpus = path.join(__dirname, 'corpus')
const files = fs.readdirSync(corpus).filter((name) => name.endsWith('.json'))
/** Constant by default: a new failure then comes from a change. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)

let trial: Trial
let community: TestCommunity
beforeAll(async () => {
  trial = await startTrial()
  community = await trial.app.community({ connected: false })
})
afterAll(() => trial.close())

/** Runs the steps. A failure describes them. */
async function run(steps: readonly Step[]): Promise<void> {
  try {
    await trial.run(steps)
  } catch (error) {
    throw error instanceof Violation ? new Error(describeFailure(error, steps), { cause: error }) : error
  }
}

it.each(files)('replays %s without failure', async (name) => {
  const { why, steps } = JSON.parse(fs.readFileSync(path.join(corpus, name), 'utf8')) as { why: string; steps: Step[] }
  expect(why).toMatch(/\.$/)
  await run(steps)
})

it('every response conforms and none is an internal server error', async () => {
  const sequences = fc.array(anyStep, { minLength: 5, maxLength: 30, size: 'max' })
  await fc.assert(fc.asyncProperty(sequences, run), {
    seed,
    numRuns: 12,
    interruptAfterTimeLimit: 60_000,
    markInterruptAsFailure: true,
  })
  const { requests, operations: seen, statuses } = trial.figures
  expect(requests).toBeGreaterThan(250)
  expect(seen.size).toBeGreaterThan(operations.length * 0.6)
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 400, 404, 409]))
})

it.each(rawCases.map((one) => [one.name, one] as const))('handles malformed HTTP: %s', async (_, one) => {
  const credentials = `Authorization: Bearer ${community.key}\r\nX-Community-Id: ${community.communityId}\r\n`
  const said = await sendBytes(trial.app.url, one.bytes(credentials))
  expect({ faults: rawFaults(one, said), said }).toEqual({ faults: [], said })
})

it('another community is unchanged, and the server responds', async () => {
  expect(await trial.finalErrors()).toEqual([])
})

describe('faultsOf', () => {
  const step: Step = { operationId: 'listRanks', method: 'GET', path: '/v2/ranks' }
  const headers = { 'x-request-id': 'r', 'ratelimit-limit': '1', 'ratelimit-remaining': '1', 'ratelimit-reset': '1' }
  const refusal = (message: string): string => JSON.stringify({ error: { code: 'internal_error', message } })
  const judged = (status: number, text: string): string[] => faultsOf(step, { status, headers, text }, '')

  it.each([
    ['an internal server error', 500, refusal('The server failed.'), /internal server error/],
    ['an undeclared status', 418, refusal('Tea.'), /does not declare this status/],
    ['a reply outside its schema', 200, '{"data":[{"secret":1}]}', /must|property/],
    ['a body that is not JSON', 200, '<html>', /not JSON/],
    ['a stack', 500, refusal('x at run (/app/a.js:1:2)'), /the body contains/],
    ['SQL', 500, refusal('select a from member'), /the body contains/],
    ['a file path', 500, refusal('cannot read /var/lib/x'), /the body contains/],
    ['a PostgreSQL message', 500, refusal('duplicate key value violates unique constraint "x"'), /the body contains/],
  ])('reports %s', (_, status, text, fault) => {
    expect(judged(status, text).join('\n')).toMatch(fault)
  })

  it('allows a response to echo the request', () => {
    const said = JSON.stringify({ data: [], x: '/var/lib' })
    expect(faultsOf(step, { status: 200, headers, text: said }, 'a "/var/lib"').join()).not.toMatch(/the body contains/)
  })
})

it('a failure is reported as a curl command that sends the same bytes', () => {
  const step: Step = {
    operationId: 'createMedal',
    method: 'POST',
    path: '/v2/medals',
    query: "a='",
    body: { name: 'A' },
  }
  const command = toCurl(step)
  expect(command).toContain(`-X POST "$URL"'/v2/medals?a='\\'''`)
  expect(command).toContain(Buffer.from('{"name":"A"}').toString('base64'))
})
