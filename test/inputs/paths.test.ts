// Empty parameters match no route, and names keep their meaning in a URL.
import fc from 'fast-check'
import { isPathSegment } from '../../src/contract/path-segment'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { loadContract } from '../../src/contract/document'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
})
afterAll(() => app.close())

const withParameters = Object.entries(loadContract().paths ?? {}).flatMap(([path, item]) =>
  Object.keys(item ?? {}).flatMap((method) => (path.includes('{') ? [[method.toUpperCase(), path] as const] : [])),
)

describe('an empty path parameter', () => {
  it.each(withParameters)('of %s %s matches no route', async (method, path) => {
    for (const [parameter] of path.matchAll(/\{[^}]+\}/g)) {
      const url = path.replace(parameter, '').replaceAll(/\{[^}]+\}/g, '1')
      const { status, body } = await community.client.send(method, url)
      expect([url, status, body.error.code]).toEqual([url, 404, 'route_not_found'])
    }
  })
})

const kinds = ['medals', 'qualifications'] as const
const unusable = ['.', '..', '...', '%2e', '%2E%2e', '.%2e', ' Valor', 'Valor ', ' ', '\tValor', 'Valor\u00a0']

describe.each(kinds)('the name of one of the %s', (kind) => {
  it.each(unusable)('is not %j', async (name) => {
    const made = await community.client.post(`/v2/${kind}`, { name })
    const issue = {
      instancePath: '/body/name',
      keyword: 'pathSegment',
      message: expect.stringContaining('dots') as string,
    }
    expect([made.status, made.body.error.details.issues]).toEqual([400, expect.arrayContaining([issue])])
    const { status } = await community.client.post(`/v2/${kind}`, { name: 'Valor' })
    expect([201, 409]).toContain(status)
    const renamed = await community.client.patch(`/v2/${kind}/Valor`, { name })
    expect([renamed.status, renamed.body.error.details.issues[0].instancePath]).toEqual([400, '/body/name'])
  })

  it('may be any other text, and is found through a URL library', async () => {
    for (const name of ['.hidden', 'a..', '50%', '%2e1', 'a/b', 'a?b#c', 'é ü', '../x', '%252e']) {
      expect((await community.client.post(`/v2/${kind}`, { name })).status).toBe(201)
      const { pathname } = new URL(`/v2/${kind}/${encodeURIComponent(name)}`, app.url)
      expect((await community.client.get(pathname)).body.data.name).toBe(name)
    }
  })
})

it('a name is accepted exactly when URL libraries keep it in the path', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.stringMatching(/^[.%2eE ]{1,6}$/),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  )
  fc.assert(
    fc.property(text, (name) => {
      fc.pre(name.isWellFormed())
      const encoded = new URL(`/v2/medals/${encodeURIComponent(name)}`, 'http://localhost').pathname
      // also unencoded, where the characters allow it
      const bare = /^[\w.%-]+$/.test(name) ? new URL(`/v2/medals/${name}`, 'http://localhost').pathname : encoded
      const stays = (path: string): boolean => path.startsWith('/v2/medals/') && path.length > '/v2/medals/'.length
      if (isPathSegment(name)) expect([encoded, bare].every(stays)).toBe(true)
      else expect(/^\s|\s$/.test(name) || /^(\.|%2e)+$/i.test(name)).toBe(true)
    }),
  )
})
