// What it costs to refuse the largest invalid bodies.
import { gzipSync } from 'node:zlib'
import { operationTable } from '../../generated/operations'
import { loadContract } from '../../src/contract/document'
import { some } from '../support/runs'
import { longestStall } from '../support/stall'
import { issuesOf, sendRaw } from './raw'
import { principal, startStubApi, type StubApi } from './stub-api'

/**
 * Milliseconds; far more than a body takes on a busy machine. Without limits on issues and values, a body blocks for 2
 * to 90 seconds.
 */
const MAX_STALL_MS = 1_000

let api: StubApi
beforeAll(async () => {
  api = await startStubApi({ authenticate: () => Promise.resolve(principal) })
})
afterAll(() => api.close())

type OperationId = keyof typeof operationTable
type Operation = { requestBody?: { content: Record<string, { schema: { $ref: string } }> } }

const contract = loadContract() as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: object }> }
}

const operations = (Object.keys(operationTable) as OperationId[]).filter((operationId) => {
  const { path, method, scope } = operationTable[operationId]
  return scope !== null && contract.paths[path]?.[method]?.requestBody
})

function propertiesOf(operationId: OperationId): string[] {
  const { path, method } = operationTable[operationId]
  const { $ref } = contract.paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? { $ref: '' }
  return Object.keys(contract.components.schemas[$ref.split('/').pop() ?? '']?.properties ?? {})
}

function send(operationId: OperationId, body: string) {
  const { path, method } = operationTable[operationId]
  return sendRaw(api.url, {
    method: method.toUpperCase(),
    path: path.replace(/\{[^}]+\}/g, '1'),
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', Authorization: 'Bearer x' },
    body: gzipSync(body),
  })
}

const list = (item: string, bytes: number): string => `[${`${item},`.repeat((bytes - 99) / (item.length + 1))}${item}]`

const wide = (bytes: number): string[] =>
  ['{}', '0', '"', '[[]]'].map((item) => list(item === '"' ? '""' : item, bytes))

const distinct = (bytes: number, make: (text: string) => string): string[] =>
  Array.from({ length: (bytes - 99) / make('"aaaa",').length }, (_, index) =>
    make(`"${index.toString(36).padStart(4, '0')}"`),
  )

/** The same code refuses all bodies, so by default some operations are tested. */
describe.each(some(operations))('a body of %s', (operationId) => {
  const { maxBodyBytes } = operationTable[operationId]

  it('with as many items as possible is refused fast, with at most 50 issues', async () => {
    const [first = 'none'] = propertiesOf(operationId)
    const bodies = [
      ...wide(maxBodyBytes),
      `{${distinct(maxBodyBytes, (name) => `${name}:0`).join(',')}}`,
      ...wide(maxBodyBytes).map((value) => `{"${first}":${value}}`),
    ]
    const stall = await longestStall(async () => {
      for (const body of bodies) {
        const [status, code, ...issues] = issuesOf(await send(operationId, body))
        expect([status, code]).toEqual([400, 'validation_failed'])
        expect(issues.length).toBeLessThanOrEqual(50)
      }
    })
    expect(stall).toBeLessThan(MAX_STALL_MS)
  })

  it('with the maximum number of values, all invalid, is refused fast', async () => {
    const { maxBodyValues } = operationTable[operationId]
    const unknown = `{${distinct(8 * maxBodyValues, (name) => `${name}:0`).join(',')}}`
    const stall = await longestStall(async () => {
      for (const property of [...propertiesOf(operationId), 'unknown']) {
        const body = `{"${property}":[${'0,'.repeat(maxBodyValues - 3)}0]}`
        expect((await send(operationId, body)).status).toBe(400)
      }
      expect((await send(operationId, unknown)).status).toBe(400)
    })
    expect(stall).toBeLessThan(MAX_STALL_MS)
  })
})

it('does not compare the items of a list that is too long', async () => {
  const key = distinct(220_000, (text) => text).join(',')
  const question = { type: 'single', title: 'Which?', options: [{ label: 'a' }, { label: 'b' }], answerKey: '%' }
  const definition = { name: 'Exam', questions: [question], grading: { passPercentage: null } }
  const body = JSON.stringify({ definition }).replace('"%"', `[${key}]`)
  let answer
  const stall = await longestStall(async () => {
    answer = await send('createApplication', body)
  })
  expect(issuesOf(answer as never)).toEqual([400, 'validation_failed', ['/body', 'maxValues']])
  expect(stall).toBeLessThan(MAX_STALL_MS)
})

it('refuses a small compressed body with too many values before parsing it', async () => {
  const body = `{"definition":{"name":"Exam","questions":${list('{}', 1_000_000)}}}`
  expect(gzipSync(body).length).toBeLessThan(3_000)
  const before = process.memoryUsage().rss
  const answers = await Promise.all(Array.from({ length: 4 }, () => send('createApplication', body)))
  for (const answer of answers) expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'maxValues']])
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

it('lists every issue of a small body, and the first issue of a large body', async () => {
  const wrong = (questions: number): string =>
    JSON.stringify({
      definition: { name: '', questions: Array.from({ length: questions }, () => ({ type: 'single' })) },
    })
  // two for each question, and two for the name (too short, and without a visible character)
  expect(issuesOf(await send('createApplication', wrong(10))).length - 2).toBe(22)
  expect(issuesOf(await send('createApplication', wrong(50))).length - 2).toBe(50)
  expect(issuesOf(await send('createApplication', wrong(2_000)))).toEqual([
    400,
    'validation_failed',
    ['/body/definition/name', 'visible'],
  ])
})
