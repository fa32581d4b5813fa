// Request bodies and the Host header.
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { group, startTestApp, type Headers, type TestApp } from '../support/app'
import { issuesOf, sendRaw, type RawRequest } from './raw'

let app: TestApp
let credentials: Headers
beforeAll(async () => {
  app = await startTestApp()
  const { key, communityId } = await app.community()
  credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
})
afterAll(() => app.close())

const MOST = 16_384
const [member] = group.members
const experience = `/v2/members/${member}/experience`
const promote = `/v2/members/${member}/rank/promote`
const good = JSON.stringify({ op: 'set', amount: 1 })

type Body = RawRequest['body']
const json = { 'Content-Type': 'application/json' }

function post(body: Body, headers: Headers = json, path = experience) {
  return sendRaw(app.url, {
    method: 'POST',
    path,
    headers: { ...credentials, ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

const sized = (bytes: number): string => good.slice(0, -1) + ' '.repeat(bytes - good.length) + '}'

describe('JSON', () => {
  const required: [string, string][] = [
    ['/body/op', 'required'],
    ['/body/amount', 'required'],
  ]
  it.each<[string, Body, [string, string][]]>([
    ['cut off', '{"op"', [['/body', 'parse']]],
    ['followed by more', `${good}x`, [['/body', 'parse']]],
    ['with a comment', `${good}//`, [['/body', 'parse']]],
    ['only of spaces', '   ', [['/body', 'parse']]],
    ['null', 'null', [['/body', 'type']]],
    ['a number', '42', [['/body', 'type']]],
    ['a string', '"x"', [['/body', 'type']]],
    ['true', 'true', [['/body', 'type']]],
    ['an array with something in it', `[${good}]`, [['/body', 'type']]],
    ['missing', undefined, [['/body', 'required']]],
    ['empty', '', [['/body', 'required']]],
    ['an empty object', '{}', required],
    ['an empty array, which is how Luau writes an empty object', '[]', required],
    ['with __proto__', `{"__proto__":{"op":"set"},${good.slice(1)}`, [['/body/__proto__', 'additionalProperties']]],
    [
      'with its fields in __proto__',
      `{"__proto__":${good}}`,
      [...required, ['/body/__proto__', 'additionalProperties']],
    ],
    ['with constructor', `{"constructor":1,${good.slice(1)}`, [['/body/constructor', 'additionalProperties']]],
    ['with a number beyond all doubles', '{"op":"set","amount":1e999}', [['/body/amount', 'maximum']]],
    ['with a number as text', '{"op":"set","amount":"1"}', [['/body/amount', 'type']]],
    ['with null for a required field', '{"op":"set","amount":null}', [['/body/amount', 'type']]],
    ['with NUL', '{"op":"set","amount":1,"reason":"a\\u0000b"}', [['/body/reason', 'pattern']]],
    ['with half a surrogate pair', '{"op":"set","amount":1,"reason":"a\\ud800b"}', [['/body/reason', 'format']]],
    ['with half a pair in a name', '{"\\udfff":1}', [['/body', 'format']]],
    ['with NUL in the name of half a pair', '{"\\u0000":"\\ud800"}', [['/body/', 'format']]],
    ['with half a pair deep inside', '{"a/b":[{"~":"\\ud800"}]}', [['/body/a~1b/0/~0', 'format']]],
    ['nested too deep', '{"a":'.repeat(40) + '1' + '}'.repeat(40), [[`/body${'/a'.repeat(32)}`, 'maxDepth']]],
    ['of 100 arrays in each other', '['.repeat(100) + ']'.repeat(100), [[`/body${'/0'.repeat(32)}`, 'maxDepth']]],
    ['of 8,000 arrays in each other', '['.repeat(8_000) + ']'.repeat(8_000), [['/body', 'maxValues']]],
    ['with a number of 2,000 digits', `{"op":"set","amount":${'9'.repeat(2_000)}}`, [['/body', 'parse']]],
    ['of 1,000 numbers', `[${'1,'.repeat(999)}1]`, [['/body', 'maxValues']]],
    [
      'with a name of 16,000 characters',
      `{"${'~'.repeat(16_000)}":1,${good.slice(1)}`,
      [[`/body/${'~0'.repeat(500).slice(0, 994)}`, 'additionalProperties']],
    ],
    ['in bytes that are not UTF-8', Buffer.from('{"op":"set","reason":"\xff"}', 'latin1'), [['/body', 'parse']]],
    ['in overlong UTF-8', Buffer.from('{"op":"\xc0\x80"}', 'latin1'), [['/body', 'parse']]],
  ])('%s is refused', async (_, body, issues) => {
    expect(issuesOf(await post(body))).toEqual([400, 'validation_failed', ...issues])
  })

  it('may contain any other Unicode character', async () => {
    const { status } = await post(JSON.stringify({ op: 'set', amount: 1, reason: '😀 \u202e\u0001 \uffff' }))
    expect(status).toBe(200)
  })
})

describe('a content type', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json-patch+json',
    'application/jsonx',
    '',
  ])('"%s" is refused', async (type) => {
    expect(issuesOf(await post(good, { 'Content-Type': type }))).toEqual([
      400,
      'validation_failed',
      ['/body', 'contentType'],
    ])
  })

  it('is required', async () => {
    expect(issuesOf(await post(good, {}))).toEqual([400, 'validation_failed', ['/body', 'contentType']])
  })

  it.each(['latin1', 'iso-8859-1', 'shift_jis'])('with charset=%s is refused', async (charset) => {
    const answer = await post(good, { 'Content-Type': `application/json; charset=${charset}` })
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'contentType']])
  })

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"; v=1',
  ])('"%s" is accepted', async (type) => {
    expect((await post(good, { 'Content-Type': type })).status).toBe(200)
  })
})

describe('a body', () => {
  it('of exactly 16 KiB is accepted', async () => {
    expect((await post(sized(MOST))).status).toBe(200)
  })

  it('above the limit is refused by its Content-Length, and the connection is closed', async () => {
    const answer = await post(sized(MOST + 1))
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'maxBytes']])
    expect(answer.headers['connection']).toBe('close')
  })

  it('above the limit is refused without a Content-Length', async () => {
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(10_000, ' '))
    expect(issuesOf(await post(chunks))).toEqual([400, 'validation_failed', ['/body', 'maxBytes']])
  })

  it.each([
    [
      'br',
      brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ],
    ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 })],
    ['deflate', deflateSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 })],
  ])('compressed with %s is limited by its decompressed size', async (encoding, bomb) => {
    const before = process.memoryUsage().arrayBuffers
    // in chunks, without a Content-Length
    const answer = await post([bomb], { ...json, 'Content-Encoding': encoding })
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'maxBytes']])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('compression', () => {
  it.each([
    ['gzip', gzipSync(good)],
    ['deflate', deflateSync(good)],
    ['br', brotliCompressSync(good)],
    ['identity', Buffer.from(good)],
  ])('%s is supported', async (encoding, body) => {
    expect((await post(body, { ...json, 'Content-Encoding': encoding })).status).toBe(200)
    expect(
      (await post([body.subarray(0, 5), body.subarray(5)], { ...json, 'Content-Encoding': encoding })).status,
    ).toBe(200)
  })

  it.each([
    ['invalid gzip', Buffer.from('not gzip at all')],
    ['truncated gzip', gzipSync(good).subarray(0, -6)],
    ['gzip with a wrong checksum', Buffer.concat([gzipSync(good).subarray(0, -8), Buffer.alloc(8, 1)])],
    ['gzip of invalid JSON', gzipSync('{')],
  ])('%s is refused', async (_, body) => {
    const answer = await post(body, { ...json, 'Content-Encoding': 'gzip' })
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'parse']])
  })

  it.each(['zip', 'x-gzip-2', 'gzip, gzip'])('%s is refused', async (encoding) => {
    const answer = await post(gzipSync(good), { ...json, 'Content-Encoding': encoding })
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'contentType']])
  })
})

describe('an operation without a body', () => {
  beforeEach(async () => {
    await sendRaw(app.url, {
      method: 'PUT',
      path: `/v2/members/${member}/rank`,
      headers: { ...credentials, ...json },
      body: JSON.stringify({ rankUniqueId: group.roles.recruit }),
    })
  })

  it.each<[string, Body, Headers]>([
    ['nothing', undefined, {}],
    ['nothing, but a content type', undefined, json],
    ['an empty body', '', json],
    ['{}', '{}', json],
    ['[]', '[]', json],
    ['null', 'null', json],
    ['{} without a content type', '{}', {}],
    ['{} compressed', gzipSync('{}'), { ...json, 'Content-Encoding': 'gzip' }],
  ])('accepts %s', async (_, body, headers) => {
    expect((await post(body, headers, promote)).status).toBe(200)
  })

  it.each<[string, Body, string, string]>([
    ['{"a":1}', '{"a":1}', '/body', 'additionalProperties'],
    ['[1]', '[1]', '/body', 'additionalProperties'],
    ['0', '0', '/body', 'additionalProperties'],
    ['__proto__', '{"__proto__":1}', '/body', 'additionalProperties'],
    ['broken JSON', '{', '/body', 'parse'],
    ['too much', sized(MOST + 1), '/body', 'maxBytes'],
  ])('refuses %s', async (_, body, path, keyword) => {
    expect(issuesOf(await post(body, json, promote))).toEqual([400, 'validation_failed', [path, keyword]])
  })

  it('refuses a body of GET, too', async () => {
    const answer = await sendRaw(app.url, { path: '/v2/ranks', headers: { ...credentials, ...json }, body: '{"a":1}' })
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'additionalProperties']])
  })
})

it.each([
  ['POST', experience, good],
  ['POST', promote, undefined],
  ['GET', '/v2/ranks', undefined],
])('%s %s does not accept an Idempotency-Key', async (method, path, body) => {
  for (const name of ['Idempotency-Key', 'idempotency-key']) {
    const headers = { ...credentials, ...json, [name]: 'k1' }
    const answer = await sendRaw(app.url, { method, path, headers, ...(body === undefined ? {} : { body }) })
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/headers/idempotency-key', 'additionalProperties']])
  }
})

it('does not read the body of an unauthenticated request', async () => {
  const answer = await sendRaw(app.url, { method: 'POST', path: experience, headers: json, body: '{' })
  expect([answer.status, answer.body.error.code]).toEqual([401, 'missing_credentials'])
})

it.each([
  ['two equal Host headers', 'Host: x\r\nhost: x\r\n', 400, 'maxItems'],
  ['two Host headers', 'Host: x\r\nHost: y\r\n', 400, 'maxItems'],
  ['no Host header', '', 400, 'required'],
  ['one Host header', 'Host: x\r\nX-Forwarded-Host: host\r\n', 200, null],
])('a request with %s is answered (RFC 9112, 3.2)', async (_, host, status, keyword) => {
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
  const own = Object.entries(credentials).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /v2/ranks HTTP/1.1\r\n${host}${own.join('')}Connection: close\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (keyword !== null) expect(answer).toContain(`{"instancePath":"/headers/host","keyword":"${keyword}"`)
})
