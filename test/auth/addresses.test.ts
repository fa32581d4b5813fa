// Keys that are limited to networks (allowedAddresses).
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { canonicalNetwork, isAllowed, parseNetworks } from '../../src/auth/addresses'
import { allScopes, issueKey } from '../../src/auth/actions'
import { sendRaw } from '../http/raw'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

describe('networks', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1::/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ])('%s is canonical as %s', (text, canonical) => {
    expect(canonicalNetwork(text)).toBe(canonical)
    expect(canonicalNetwork(canonical)).toBe(canonical)
  })

  it.each(['', 'localhost', '1.2.3', '010.0.0.1', '0x7f.0.0.1', '1.2.3.4/', '1.2.3.4/33', '1.2.3.4/8/8', '::/129'])(
    '%j is not a network',
    (text) => expect(canonicalNetwork(text)).toBeNull(),
  )

  const address = fc.oneof(fc.ipV4(), fc.ipV6())
  const bitsOf = (ip: string): string =>
    ipaddr
      .process(ip)
      .toByteArray()
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')

  it('contain exactly the addresses with their prefix', () => {
    const network = address.chain((ip) => {
      const length = ipaddr.parse(ip).kind() === 'ipv4' ? 32 : 128
      return fc.tuple(fc.constant(ip), fc.integer({ min: 0, max: length }))
    })
    const flipped = fc.tuple(network, fc.integer({ min: 0, max: 127 })).map(([[ip, bits], at]) => {
      const bytes = ipaddr.parse(ip).toByteArray()
      const place = at % (bytes.length * 8)
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (0x80 >> (place & 7))
      return [ip, bits, ipaddr.fromByteArray(bytes).toString()] as const
    })
    const any = fc.tuple(network, address).map(([[ip, bits], other]) => [ip, bits, other] as const)
    fc.assert(
      fc.property(fc.oneof(flipped, any), ([ip, bits, caller]) => {
        fc.pre(ipaddr.parse(ip).kind() === ipaddr.process(ip).kind())
        const [a, b] = [bitsOf(ip), bitsOf(caller)]
        const expected = a.length === b.length && a.slice(0, bits) === b.slice(0, bits)
        const text = canonicalNetwork(`${ip}/${bits}`)
        expect([text === null, isAllowed(parseNetworks([text ?? '']), caller)]).toEqual([false, expected])
      }),
    )
  })

  it.each(['', 'unknown', '300.1.1.1'])('do not contain %j', (caller) => {
    expect(isAllowed(parseNetworks(['0.0.0.0/0', '::/0']), caller)).toBe(false)
  })
})

describe('over HTTP', () => {
  let app: TestApp
  let home: TestCommunity
  let walled: { key: string; keyId: string }
  beforeAll(async () => {
    const now = new Date()
    app = await startTestApp({
      worker: false,
      trustProxy: 1,
      rateLimits: { key: 10, address: 5, access: 20 },
      now: () => now,
    })
    home = await app.community({ connected: false })
    const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32']
    walled = await issueKey(await home.ctx(), { name: 'walled', scopes: allScopes, expiresAt: null, allowedAddresses })
  })
  afterAll(() => app.close())

  const from = (address: string | null, path = '/v2/ranks'): Promise<Answer> =>
    sendRaw(app.url, {
      path,
      headers: {
        Authorization: `Bearer ${walled.key}`,
        'X-Community-Id': home.communityId,
        ...(address === null ? {} : { 'X-Forwarded-For': address }),
      },
    })

  it.each<[string | null, number]>([
    ['203.0.113.200', 200],
    ['::ffff:203.0.113.200', 200],
    ['2001:db8:ffff::1', 200],
    ['203.0.114.1', 403],
    ['2001:db9::1', 403],
    ['198.51.100.1, 203.0.113.200', 200],
    ['203.0.113.200, 198.51.100.1', 403],
    ['nonsense', 403],
    ['3405803976', 403],
    ['0313.0.0161.0310', 403],
    ['0xcb.0.113.200', 403],
    ['203.0.29128', 403],
    [null, 403],
  ])('a request from %s is answered with %d', async (address, status) => {
    const answer = await from(address)
    expect([answer.status, answer.body.error?.code]).toEqual([
      status,
      status === 403 ? 'address_not_allowed' : undefined,
    ])
  })

  it('a request from another address is charged to that address, not to the key', async () => {
    const before = Number((await from('203.0.113.1')).headers['ratelimit-remaining'])
    const refused = []
    for (let i = 0; i < 7; i++) refused.push((await from('198.51.100.77', i % 2 ? '/v2/ranks' : '/v2/nothing')).status)
    expect(refused.slice(0, 5)).toEqual([404, 403, 404, 403, 404])
    expect(refused.slice(5)).toEqual([429, 429])
    const after = await from('203.0.113.1')
    expect([after.status, Number(after.headers['ratelimit-remaining'])]).toEqual([200, before - 1])
  })

  it('a refusal is logged with the key id and without the secret', async () => {
    const { headers } = await from('198.51.100.78')
    const requestId = headers['x-request-id']
    const line = () => app.logs.find((one) => one['requestId'] === requestId && one['msg'] === 'request')
    await until('the line is logged', () => line() !== undefined)
    expect(line()).toMatchObject({ status: 403, code: 'address_not_allowed', keyId: walled.keyId })
    expect(JSON.stringify(app.logs)).not.toContain(walled.key)
  })
})
