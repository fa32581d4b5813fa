// The name of an erased account where a report of a game server contradicted what is known.
import { sql } from 'kysely'
import { syncProfile } from '../../src/members/actions'
import { adminOf } from '../admin/support'
import { group, startTestApp, type TestApp } from '../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

it.each<[string, number, string[]]>([
  ['an erasure', group.members[0], []],
  ['an erasure of everything', group.members[1], ['--everything']],
])('%s leaves it in no identity, and the names of others stay', async (_, userId, flags) => {
  const home = await app.community()
  const [, , other] = group.members
  for (const member of [userId, other]) await syncProfile(await home.ctx(), member)
  const { username } = (await home.client.get(`/v2/members/${userId}`)).body.data as { username: string }
  const report = (id: number, body: object) => home.client.put(`/v2/identities/universe-4242/${id}`, body)
  await report(11, { username, groupUserId: userId })
  expect((await report(12, { username })).status).toBe(409)
  await report(13, { groupUserId: other, username: 'Somebody_else' })
  await report(14, { username: 'Nobody_here' })
  // the id of another account is reported with the name
  await report(13, { username: username.toUpperCase(), displayName: 'The name' })
  const names = async () => {
    const { rows } = await sql<{ username: string | null }>`select username from identity
      where community_id = ${home.communityId} order by id`.execute(app.dba)
    return rows.map((row) => row.username)
  }
  expect(await names()).toEqual([username, username, username.toUpperCase(), 'Nobody_here'])
  await adminOf(app).json(['data-rights', 'erase', '--user', String(userId), '--yes', ...flags])
  expect((await names()).filter((name) => name !== null)).toEqual(['Nobody_here'])
  expect((await home.client.get('/v2/identities/universe-4242/13')).body.data.groupUserId).toBe(String(other))
})
