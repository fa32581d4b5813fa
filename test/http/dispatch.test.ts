// How a request finds its operation: document, router, path and query.
import fc from 'fast-check'
import { OpenAPIRouter, type Document } from 'openapi-backend'
import { sql } from 'kysely'
import { makeAjv } from '../../src/contract/ajv'
import { loadContract } from '../../src/contract/document'
import { IndexedRouter, toApiRequest } from '../../src/contract/router'
import { makeRequestHandler } from '../../src/http/handle-request'
import { group, startTestApp, type Client, type Headers, type TestApp } from '../support/app'
import { issuesOf, sendRaw } from './raw'
import { stubApiParts } from './stub-api'

let app: TestApp
let client: Client
let credentials: Headers
let communityId: string
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const community = await app.community()
  client = community.client
  communityId = community.communityId
  credentials = { Authorization: `Bearer ${community.key}`, 'X-Community-Id': communityId }
})
afterAll(() => app.close())
afterEach(() => jest.restoreAllMocks())

const get = (path: string, method = 'GET') => sendRaw(app.url, { method, path, headers: credentials })

describe('the document', () => {
  const paths = loadContract().paths as Record<string, Record<string, object>>
  it('is refused when it lacks an operation that has a handler', async () => {
    const rest = Object.entries(paths).filter(([path]) => path !== '/v2/ranks')
    const document = { ...loadContract(), paths: Object.fromEntries(rest) } as Document
    await expect(stubApiParts({ document }).then(makeRequestHandler)).rejects.toThrow(/listRanks/)
  })

  it('is refused when an operation has no handler', async () => {
    const unhandled = { ...paths['/v2/ranks']?.['get'], operationId: 'listUnhandled' }
    const document = {
      ...loadContract(),
      paths: { ...paths, '/v2/unhandled': { get: unhandled } },
    } as unknown as Document
    await expect(stubApiParts({ document }).then(makeRequestHandler)).rejects.toThrow(/listUnhandled/)
  })

  it.each([
    ['no credentials', []],
    ['communityId', [{ communityId: [] }]],
    ['platformSignature', [{ platformSignature: [] }]],
    ['bearerAuth and communityId', [{ bearerAuth: [], communityId: [] }, {}]],
  ])('is refused when an operation asks for credentials that no step checks: %s', async (asked, security) => {
    const open = { ...paths['/v2/ranks'], get: { ...paths['/v2/ranks']?.['get'], security } }
    const document = { ...loadContract(), paths: { ...paths, '/v2/ranks': open } } as unknown as Document
    await expect(stubApiParts({ document }).then(makeRequestHandler)).rejects.toThrow(`listRanks asks for ${asked}`)
  })
})

describe('the router', () => {
  it('matches and parses a request once, without listing the operations', async () => {
    const listed = [OpenAPIRouter.prototype, IndexedRouter.prototype].map((router) =>
      jest.spyOn(router, 'getOperations'),
    )
    const normalized = jest.spyOn(OpenAPIRouter.prototype, 'normalizePath')
    const parsed = jest.spyOn(IndexedRouter.prototype, 'parseRequest')
    const searched = jest.spyOn(IndexedRouter.prototype, 'match')
    const matched = jest.spyOn(IndexedRouter.prototype, 'matchOperation')
    expect((await client.get(`/v2/members/${group.members[0]}?by=userId`)).status).toBe(200)
    expect(listed.flatMap((spy) => spy.mock.calls)).toEqual([])
    expect(normalized).not.toHaveBeenCalled()
    expect(searched).toHaveBeenCalledTimes(1)
    expect(matched).toHaveBeenCalledTimes(1)
    const requests = new Set([
      ...parsed.mock.calls.map(([request]) => request),
      ...parsed.mock.results.map(({ value }) => value as object),
    ])
    expect(requests.size).toBe(1)
  })

  it('finds each of 500 more operations', () => {
    const document = loadContract()
    const padding = Array.from({ length: 500 }, (_, i) => [
      `/v2/padding${i}/{id}/of/{name}`,
      { get: { operationId: `getPadding${i}`, responses: { 200: { description: 'Fine.' } } } },
    ])
    const list = jest.spyOn(OpenAPIRouter.prototype, 'getOperations')
    const router = new IndexedRouter({ ...document, paths: { ...document.paths, ...Object.fromEntries(padding) } })
    const route = (path: string) => {
      const request = toApiRequest('GET', path, {})
      return [router.matchOperation(request)?.operationId, request.params]
    }
    for (let i = 0; i < 500; i++) {
      expect(route(`/v2/padding${i}/7/of/a%2Fb?x=1`)).toEqual([`getPadding${i}`, { id: '7', name: 'a/b' }])
    }
    expect(route('/v2/members/101')).toEqual(['getMember', { userId: '101' }])
    expect(route('/v2/padding500/7/of/x')).toEqual([undefined, {}])
    // once, in the constructor
    expect(list).toHaveBeenCalledTimes(1)
  })

  it('decodes any path parameter', () => {
    const router = new IndexedRouter(loadContract())
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((one) => one.isWellFormed() && !one.includes('\0'))
    fc.assert(
      fc.property(text, (name) => {
        const request = toApiRequest('DELETE', `/v2/members/1/medals/${encodeURIComponent(name)}`, {})
        expect([router.matchOperation(request)?.operationId, request.params]).toEqual([
          'removeMedal',
          { userId: '1', name },
        ])
      }),
    )
  })
})

describe('a path', () => {
  it.each([
    '/v2/members/%zz',
    '/v2/members/%',
    '/v2/members/%E0%A4',
    '/v2/members/%FF',
    '/v2/members/1/medals/%C0%80',
    '/v2/%2',
  ])('that is not percent-encoded UTF-8 is refused: %s', async (path) => {
    expect(issuesOf(await get(path, path.includes('medals') ? 'DELETE' : 'GET'))).toEqual([
      400,
      'validation_failed',
      ['/path', 'format'],
    ])
    expect((await sendRaw(app.url, { path })).status).toBe(400)
  })

  it('must not contain NUL', async () => {
    expect(issuesOf(await get('/v2/members/%00'))).toEqual([400, 'validation_failed', ['/path/userId', 'pattern']])
    const medal = await get('/v2/members/101/medals/a%00b', 'DELETE')
    expect(issuesOf(medal)).toEqual([400, 'validation_failed', ['/path/name', 'pattern']])
  })

  it.each([
    ...['GET /v2/ranks/', 'GET /v2/members/101/', 'GET //v2/ranks', 'GET /v2//ranks', 'GET /V2/ranks', 'GET /v2/Ranks'],
    ...['PUT /', 'GET /v2', 'GET /v2/nothing', 'GET /v2/members/101/medals', 'GET /v2/members/101/rank/promote/x'],
    ...['DELETE /v2/ranks', 'PATCH /v2/members/101', 'POST /v2/members', 'GET /v2/members/101/rank', 'TRACE /v2/ranks'],
    ...['OPTIONS /v2/ranks', 'PROPFIND /v2/members', 'HEAD /v2/nothing', 'HEAD /v2/members/101/experience'],
  ])('outside the contract is 404, with and without credentials: %s', async (line) => {
    const [method = '', path = ''] = line.split(' ')
    for (const headers of [credentials, {}, { Authorization: 'Bearer nonsense', 'X-Community-Id': communityId }]) {
      const { status, body } = await sendRaw(app.url, { method, path, headers: headers })
      expect([status, body?.error.code]).toEqual([404, method === 'HEAD' ? undefined : 'route_not_found'])
    }
  })

  it('no page of another origin is let in: neither a preflight nor an answer has Access-Control headers', async () => {
    const origin = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' }
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await sendRaw(app.url, { method, path: '/v2/ranks', headers: { ...credentials, ...origin } })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('is answered for HEAD like GET, with the length and without the body', async () => {
    const [head, full] = [await get('/v2/ranks', 'HEAD'), await get('/v2/ranks')]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length']) expect(head.headers[name]).toBe(full.headers[name])
    const refused = await sendRaw(app.url, { method: 'HEAD', path: '/v2/ranks' })
    expect([refused.status, refused.headers['www-authenticate'], refused.text]).toEqual([401, 'Bearer', ''])
  })
})

describe('a query', () => {
  it.each([
    ['Limit=1', '/query/Limit', 'additionalProperties'],
    ['limit[]=1', '/query/limit[]', 'additionalProperties'],
    ['cur/sor=1', '/query/cur~1sor', 'additionalProperties'],
    ['limit%00=1', '/query/limit', 'additionalProperties'],
    ['limit=1&limit=2', '/query/limit', 'type'],
    ['cursor=1&cursor=1', '/query/cursor', 'type'],
    ['cursor=%00', '/query/cursor', 'pattern'],
    ['cursor=%zz', '/query', 'format'],
  ])('%s is refused', async (query, path, keyword) => {
    expect(issuesOf(await get(`/v2/members?${query}`))).toEqual([400, 'validation_failed', [path, keyword]])
  })

  it.each(['nope', '__proto__', 'constructor', 'a/b', '%00'])(
    '%s=1 is ignored and listed in X-Ignored-Parameters',
    async (name) => {
      const { status, headers } = await get(`/v2/members?${name}=1`)
      expect([status, headers['x-ignored-parameters']]).toEqual([200, name.replace('/', '%2F')])
    },
  )

  it.each(['0', 'abc', '-1', '1.5', '%2B5', '1e3', '0x10', '%205', '5%20', '00', 'Infinity', '%D9%A3'])(
    'with limit=%s is refused: it is not a whole number from 1 up',
    async (limit) => {
      const { status, body } = await get(`/v2/members?limit=${limit}`)
      const [issue] = body.error.details.issues
      expect([status, issue.instancePath, issue.message]).toEqual([
        400,
        '/query/limit',
        'must be a whole number from 1 up',
      ])
    },
  )

  it('without limit uses the default', async () => {
    await addMembers(60)
    expect((await get('/v2/members')).body.data).toHaveLength(50)
    expect((await get('/v2/members?')).body.data).toHaveLength(50)
  })

  it.each([
    ['7', 7],
    ['100', 100],
    ['101', 100],
    ['500', 100],
    ['9999999999999999', 100],
  ])('with limit=%s returns %d of 120 members', async (limit, shown) => {
    await addMembers(120)
    expect((await get(`/v2/members?limit=${limit}`)).body.data).toHaveLength(shown)
  })

  async function addMembers(count: number): Promise<void> {
    await sql`insert into member (community_id, user_id) select ${communityId}, 1000 + i from generate_series(1, ${count}::int) i
      on conflict do nothing`.execute(app.app.db)
  }
})

it('x-clamp lowers larger numbers and changes nothing else', () => {
  const validate = makeAjv().compile({ type: 'object', properties: { limit: { type: 'string', 'x-clamp': 100 } } })
  const clamp = (limit: string): unknown => {
    const query = { limit }
    expect(validate(query)).toBe(true)
    return query.limit
  }
  expect(['99', '100', '101', '500', 'x'].map(clamp)).toEqual(['99', '100', '100', '100', 'x'])
})
