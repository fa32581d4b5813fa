// The command `identity`: conflicts and pending ids, and how to correct them.
import { adminOf, type Admin } from '../admin/support'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let home: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
  admin = adminOf(app)
})
afterAll(() => app.close())

const domain = 'universe-4242'
const verb = (name: string, ...flags: string[]) => ['identity', name, '--community', home.communityId, ...flags]
const at = (id: number) => ['--domain', domain, '--id', String(id)]
const report = (id: number, body: object) => home.client.put(`/v2/identities/${domain}/${id}`, body)
const listed = async () =>
  (await admin.json(verb('list'))).identities as { id: string; state: string; claimsAccount: string | null }[]

it('lists what is not known or was contradicted, and the operator decides', async () => {
  await report(1, { username: 'Member101' })
  expect(await listed()).toEqual([])
  await report(2, { username: 'Member101' })
  await report(3, { username: 'Nobody_at_all' })
  expect(await listed()).toMatchObject([
    { id: '3', state: 'pending', claimsAccount: null },
    { id: '2', state: 'conflict', claimsAccount: '101' },
  ])
  const health = await admin.json(['community', 'health'])
  expect(health.communities).toMatchObject([{ problems: ['identity_conflicts'], identities: { conflicts: 1 } }])

  expect(await admin.failure(verb('set', ...at(2), '--user', '101'))).toContain('has another id in universe-4242')
  await admin.json(verb('delete', ...at(1)))
  expect(await admin.json(verb('set', ...at(2), '--user', 'Member101'))).toMatchObject({ userId: '101', before: null })
  expect(await admin.json(verb('set', ...at(3), '--user', '102'))).toMatchObject({ userId: '102', before: null })
  expect(await admin.json(verb('set', ...at(3), '--user', '103'))).toMatchObject({ userId: '103', before: '102' })
  expect(await listed()).toEqual([])
  expect(await admin.json(verb('show', ...at(3)))).toMatchObject({ groupUserId: '103', source: 'operator' })
  expect((await report(3, { username: 'Member104' })).body.data.groupUserId).toBe('103')
  expect(await admin.failure(verb('show', ...at(1)))).toContain('not known here')
})

it('refuses a domain of no known kind', async () => {
  expect(await admin.failure(verb('show', '--domain', 'place-1', '--id', '1'))).toContain('such as universe-4242')
})
