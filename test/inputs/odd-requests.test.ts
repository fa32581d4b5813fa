// Requests that could be read differently from what they mean.
import { renderCsv } from '../../src/admin/table'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
})
afterAll(() => app.close())

const [member] = group.members
const firstIssue = ({ status, body }: Answer): unknown => [status, body.error?.details?.issues?.[0]]

it.each(['%ff', '%', '%c3', 'a%zz', '%ed%a0%80'])(
  'a query with %j, which is no percent-encoded UTF-8, is refused',
  async (text) => {
    const issue = { instancePath: '/query', keyword: 'format', message: expect.stringContaining('UTF-8') as string }
    expect(firstIssue(await community.client.get(`/v2/members?medal=${text}`))).toEqual([400, issue])
  },
)

it('a query with encoded characters, and with a + for a space, is read', async () => {
  expect((await community.client.get('/v2/members?medal=%F0%9F%98%80')).status).toBe(200)
  expect((await community.client.get('/v2/members?medal=Good+work%2B')).status).toBe(200)
})

it('a + that became a space is named', async () => {
  const list = (time: string) => community.client.get(`/v2/members?changedSince=${time}`)
  expect((await list('2026-01-01T00:00:00%2B02:00')).status).toBe(200)
  const [status, issue] = firstIssue(await list('2026-01-01T00:00:00+02:00')) as [number, { message: string }]
  expect([status, issue.message]).toEqual([400, expect.stringContaining('%2B')])
})

it('a leap second is accepted with the offset of its place, and no other', async () => {
  const list = async (time: string) =>
    (await community.client.get(`/v2/members?changedSince=${encodeURIComponent(time)}`)).status
  expect(await list('2016-12-31T23:59:60Z')).toBe(200)
  expect(await list('2016-12-31T15:59:60-08:00')).toBe(200)
  expect(await list('2017-01-01T05:29:60+05:30')).toBe(200)
  expect(await list('2016-12-31T23:59:60+02:00')).toBe(400)
})

it('a host of a webhook with other letters is refused with the way to write it', async () => {
  const [status, issue] = firstIssue(
    await community.client.post('/v2/webhooks', { url: 'https://bücher.example/x' }),
  ) as [number, { message: string }]
  expect([status, issue.message]).toEqual([400, expect.stringContaining('Punycode')])
})

it('an id is one value as a number and as a string, also in a repetition', async () => {
  const key = { 'Idempotency-Key': 'numeric' }
  const warn = (userId: unknown) => community.client.post('/v2/warnings', { userId, reason: 'x' }, key)
  const first = await warn(String(member))
  expect([first.status, (await warn(member)).body]).toEqual([201, first.body])
  const batch = (userId: unknown) =>
    community.client.post('/v2/award-batches', {
      batchId: 'numeric',
      entries: [{ userId, experience: { op: 'increment', amount: 1 } }],
    })
  const given = await batch(String(member))
  expect([given.status, (await batch(member)).status]).toEqual([200, 200])
})

it('a cell that a spreadsheet would take for a formula gets an apostrophe', () => {
  const rows = ['=1', '\n=1', '\r\n=1', '\t=1', '+1', 'a\n=1'].map((cell) => [cell])
  expect(renderCsv({ columns: ['A'], rows })).toBe(`a\n'=1\n"'\n=1"\n"'\r\n=1"\n'\t=1\n'+1\n"a\n=1"\n`)
})
