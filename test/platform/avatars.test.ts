// The pictures of accounts: the wire of the thumbnails API, and files of hosts that mean harm.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpAvatars, isOfPlatform } from '../../src/platform/http-avatars'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { group, testWorld } from '../support/app'
import { failureOf } from './fixture'

const [first, second, third] = group.members
const unknown = 999_999

let simulator: Simulator
let avatars: HttpAvatars
beforeAll(async () => {
  simulator = await startSimulator({ world: testWorld() })
  avatars = new HttpAvatars({ thumbnailsUrl: `${simulator.url}/`, timeoutMs: 1_000 })
})
afterEach(() => simulator.faults.clear())
afterAll(() => simulator.close())

it('finds many with one call, and tells who has none from who has none yet', async () => {
  Object.assign(simulator.world.users.get(second) ?? {}, { avatar: 'Pending' })
  Object.assign(simulator.world.users.get(third) ?? {}, { avatar: 'Blocked' })
  const before = simulator.requests.length
  const found = await avatars.find([first, second, third, unknown])
  expect([...found]).toEqual([
    [first, { url: `${simulator.url}/avatars/${first}.png` }],
    [second, 'later'],
    [third, 'none'],
    [unknown, 'none'],
  ])
  expect(simulator.requests.length - before).toBe(1)
})

it('sends no credentials', async () => {
  const seen: http.IncomingHttpHeaders[] = []
  await withHost(
    (request, response) => {
      seen.push(request.headers)
      response.setHeader('content-type', 'application/json').end('{"data":[]}')
    },
    (url) => new HttpAvatars({ thumbnailsUrl: url, timeoutMs: 1_000 }).find([1]),
  )
  expect(seen.map((headers) => [headers['x-api-key'], headers.authorization, headers.cookie])).toEqual([
    [undefined, undefined, undefined],
  ])
})

it('reads a picture', async () => {
  const picture = await avatars.read(`${simulator.url}/avatars/${first}.png`)
  expect(picture?.type).toBe('image/png')
  expect(picture?.bytes.subarray(1, 4).toString()).toBe('PNG')
})

it.each([
  ['the answer is no list', { kind: 'garbage', text: '{"data":{}}' }, 'unavailable', null],
  ['the answer is a page', { kind: 'garbage' }, 'unavailable', null],
  ['it is throttled', { kind: 'throttle', retryAfter: 17 }, 'rate_limited', 17],
  ['it is down', { kind: 'reject', status: 503 }, 'unavailable', null],
  ['it does not answer', { kind: 'hang' }, 'timeout', null],
  ['it leads elsewhere', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, 'unavailable', null],
] as const)('fails when %s', async (_, fault, kind, retryAfterSeconds) => {
  simulator.faults.add({ ...fault, path: '^/v1/users/avatar-headshot$' })
  expect(await failureOf(avatars.find([first]))).toMatchObject({ kind, retryAfterSeconds })
})

it.each([
  ['it is throttled', { kind: 'throttle', retryAfter: 17 }, 'rate_limited', 17],
  ['it is down', { kind: 'reject', status: 503 }, 'unavailable', null],
  ['it does not answer', { kind: 'hang' }, 'timeout', null],
] as const)('fails to read a picture when %s', async (_, fault, kind, retryAfterSeconds) => {
  simulator.faults.add({ ...fault, path: '^/avatars/' })
  expect(await failureOf(avatars.read(`${simulator.url}/avatars/1.png`))).toMatchObject({ kind, retryAfterSeconds })
})

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

async function withHost<T>(answer: Answer, work: (url: string) => Promise<T>): Promise<T> {
  const server = http.createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')
const jpeg = Buffer.from('\xff\xd8\xff\xe0', 'latin1')
const file =
  (type: string, bytes: Buffer | string): Answer =>
  (_, response) => {
    response.setHeader('content-type', type).end(bytes)
  }
const readFrom = (answer: Answer) =>
  withHost(answer, (url) => new HttpAvatars({ thumbnailsUrl: url, timeoutMs: 1_000 }).read(`${url}/a`))

it.each([
  ['image/png', png],
  ['image/webp', webp],
  ['image/jpeg', jpeg],
  ['Image/PNG; charset=binary', png],
])('takes a file of the type %s', async (type, bytes) => {
  expect(await readFrom(file(type, bytes))).toEqual({ type: type.toLowerCase().split(';')[0], bytes })
})

it.each<[string, Answer]>([
  ['a page that calls itself a picture', file('image/png', '<script>alert(1)</script>')],
  ['a picture that calls itself a page', file('text/html', png)],
  ['a drawing, which can have scripts', file('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a picture of another type', file('image/png', jpeg)],
  ['nothing', file('image/png', '')],
  ['more than 100 KB', file('image/png', Buffer.concat([png, Buffer.alloc(100_000)]))],
  [
    'more than 100 KB without a length',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).write(png)
      for (let part = 0; part < 20; part += 1) response.write(Buffer.alloc(10_000))
      response.end()
    },
  ],
  ['a file that is gone', (_, response) => void response.writeHead(404, { 'content-type': 'image/png' }).end(png)],
])('refuses %s', async (_, answer) => {
  expect(await readFrom(answer)).toBeNull()
})

it('follows no redirect', async () => {
  let asked = 0
  const read = await withHost(
    (_, response) => {
      asked += 1
      file('image/png', png)(_, response)
    },
    (other) => readFrom((_, response) => void response.writeHead(302, { location: other }).end()),
  )
  expect([read, asked]).toEqual([null, 0])
})

it.each([
  'https://tr.rbxcdn.com/30DAY-AvatarHeadshot-0A/100/100/AvatarHeadshot/Png/noFilter',
  'https://t7.rbxcdn.com/a',
])('knows %s as the platform’s', (url) => expect(isOfPlatform(url, 'https://thumbnails.roblox.com')).toBe(true))

it('asks no other host than the platform, whatever address it is given', async () => {
  let asked = 0
  await withHost(
    (request, response) => {
      asked += 1
      file('image/png', png)(request, response)
    },
    async (other) => {
      const { port } = new URL(other)
      const addresses = [
        `${other}/a.png`,
        `http://localhost:${port}/a.png`,
        `https://127.0.0.1:${port}/a.png`,
        `http://tr.rbxcdn.com@127.0.0.1:${port}/a.png`,
        `${simulator.url.replace('//', '//user:pass@')}/avatars/1.png`,
        'http://tr.rbxcdn.com/a.png',
        'https://tr.rbxcdn.com:8443/a.png',
        'https://tr.rbxcdn.com.example/a.png',
        'https://rbxcdn.com.example/a.png',
        'https://notrbxcdn.com/a.png',
        'file:///etc/passwd',
        'data:image/png;base64,iVBORw0KGgo=',
        '//tr.rbxcdn.com/a.png',
        '',
      ]
      const before = simulator.requests.length
      for (const address of addresses) expect([address, await avatars.read(address)]).toEqual([address, null])
      expect(simulator.requests.length).toBe(before)
    },
  )
  expect(asked).toBe(0)
})
