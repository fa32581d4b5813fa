// Every answer of a deprecated operation announces its end. The test changes the contract in memory.
import type { Document } from 'openapi-backend'
import { loadContract } from '../../src/contract/document'
import { DomainError } from '../../src/base/errors'
import type { Answer } from '../support/app'
import { operationOf } from '../support/contract'
import { sendRaw } from './raw'
import { startStubApi, type StubApi } from './stub-api'

const announced = {
  deprecation: '@1799971200',
  sunset: 'Wed, 01 Sep 2027 00:00:00 GMT',
}
const link = '</docs/reference/ranks#listRanks>; rel="deprecation"; type="text/html"'
/** The operation as the test client knows it: when deprecated, it expects the headers. */
const expected = operationOf('GET', '/v2/ranks') as { deprecated?: boolean }
let handler: () => Promise<unknown>
let api: StubApi

function deprecated(): Document {
  const document = structuredClone(loadContract())
  const operation = document.paths?.['/v2/ranks']?.get
  Object.assign(operation ?? {}, { deprecated: true, 'x-deprecated': { since: '2027-01-15', sunset: '2027-09-01' } })
  return document
}

beforeAll(async () => {
  expected.deprecated = true
  const handlers = { listRanks: () => handler(), listMedals: () => handler() }
  api = await startStubApi({ document: deprecated(), handlers })
})
afterAll(() => {
  delete expected.deprecated
  return api.close()
})

const headers = { Authorization: 'x', 'X-Community-Id': 'x' }

function send(path: string, answer: () => Promise<unknown>): Promise<Answer> {
  handler = answer
  return sendRaw(api.url, { path, headers })
}

it('sends Deprecation, Sunset and a link with a success', async () => {
  const answer = await send('/v2/ranks', () => Promise.resolve({ status: 200, body: { data: [] } }))
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({ ...announced, link })
})

it('sends them with an error, beside the link to its code', async () => {
  const answer = await send('/v2/ranks', () => Promise.reject(new DomainError('insufficient_scope', 'No.')))
  expect(answer.status).toBe(403)
  expect(answer.headers).toMatchObject({
    ...announced,
    link: `</docs/errors/insufficient_scope>; rel="help", ${link}`,
  })
})

it('sends them with an error before the handler', async () => {
  const answer = await sendRaw(api.url, {
    path: '/v2/ranks',
    headers: { ...headers, 'If-Match': '"x"', 'Idempotency-Key': 'x' },
  })
  expect(answer.status).toBe(400)
  expect(answer.headers).toMatchObject(announced)
})

it('sends none for another operation', async () => {
  const answer = await send('/v2/medals', () => Promise.reject(new DomainError('insufficient_scope', 'No.')))
  expect(answer.headers['link']).toBe('</docs/errors/insufficient_scope>; rel="help"')
  expect(Object.keys(answer.headers).filter((name) => name in announced)).toEqual([])
})
