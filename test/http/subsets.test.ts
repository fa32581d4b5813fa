// Subsets of the contract as they are served.
import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { readContractTexts } from '../../src/contract/document'
import { makeSubsets } from '../../src/http/subsets'
import { startStubApi, type StubApi } from './stub-api'

const contract = readContractTexts()
let api: StubApi
beforeAll(async () => {
  api = await startStubApi()
})
afterAll(() => api.close())

const get = (at: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${api.url}${at}`, { headers, method })

it.each([
  ['/openapi.yaml', 'application/yaml; charset=utf-8'],
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/openapi-3.1.json', 'application/json; charset=utf-8'],
])('%s has a subset, with an ETag as the whole has', async (document, type) => {
  const whole = await get(document)
  const answer = await get(`${document}?tags=members,ranks`)
  const text = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  expect(text.length).toBeLessThan((await whole.text()).length / 2)
  expect(Object.keys((parse(text) as { paths: object }).paths)).toContain('/v2/ranks')
  const etag = String(answer.headers.get('etag'))
  expect(etag).not.toBe(whole.headers.get('etag'))
  for (const same of ['tags=members,ranks', 'tags=ranks,members', 'tags=ranks&tags=members'])
    expect((await get(`${document}?${same}`, { 'If-None-Match': etag })).status).toBe(304)
  expect((await get(`${document}?tags=members`, { 'If-None-Match': etag })).status).toBe(200)
  const head = await get(`${document}?tags=ranks,members`, {}, 'HEAD')
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
})

it('the whole contract is the file, with a query of another kind too', async () => {
  const file = fs.readFileSync(path.resolve(__dirname, '../../openapi.yaml'), 'utf8')
  for (const query of ['', '?', '?v=4', '?tags=']) expect(await (await get(`/openapi.yaml${query}`)).text()).toBe(file)
})

it('an unknown tag is a 400 that names the known ones', async () => {
  const answer = await get('/openapi.yaml?tags=member')
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      error: {
        code: 'validation_failed',
        message: expect.stringContaining(
          'unknown tag member; did you mean members? The tags are members, ranks,',
        ) as string,
        details: { issues: [{ instancePath: '/query/tags', keyword: 'enum', message: expect.any(String) as string }] },
      },
    },
  ])
  const page = await get('/openapi.yaml?tags=member', { Accept: 'text/html' })
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('did you mean members?')])
})

it('a subset is made once while it is among the last 30', () => {
  const texts: string[] = []
  const { tags } = JSON.parse(contract.json) as { tags: { name: string }[] }
  const subsetAt = makeSubsets(contract, (text) => ({ text: texts.push(text().text) }))
  const first = subsetAt('/openapi.json?tags=ranks,members')
  expect([subsetAt('/openapi.json?tags=members,ranks'), texts.length]).toEqual([first, 1])
  for (const { name } of tags) for (const other of ['', ',keys']) subsetAt(`/openapi.json?tags=${name}${other}`)
  const made = texts.length
  subsetAt('/openapi.json?tags=members,ranks')
  expect([made > 31, texts.length - made]).toEqual([true, 1])
})
