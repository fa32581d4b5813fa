// The stored ranks of members after a community has declared which roles are ranks.
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
})
afterAll(() => app.close())

const { roles } = group
const [first] = group.members

async function membersOf(rankUniqueId: number): Promise<unknown[]> {
  const { body } = await community.client.get(`/v2/members?rankUniqueId=${rankUniqueId}`)
  return (body.data as { userId: string }[]).map(({ userId }) => userId)
}

it('a member is listed with the highest role that is declared a rank, and with the one before once it is declared again', async () => {
  for (const role of [roles.private, roles.sergeant]) app.world.takeRole(group.id, first, role)
  for (const role of [roles.sergeant, roles.lieutenant]) app.world.giveRole(group.id, first, role)
  await community.client.get(`/v2/members/${first}`)
  expect(await membersOf(roles.lieutenant)).toContain(String(first))
  const path = `/v2/ranks/${roles.lieutenant}`
  await community.client.patch(path, { managed: false })
  await until('the rank is the next lower one', async () => (await membersOf(roles.sergeant)).includes(String(first)))
  expect(await membersOf(roles.lieutenant)).not.toContain(String(first))
  await community.client.patch('/v2/settings', { singleRank: true })
  await until('every role is a rank', async () => (await membersOf(roles.lieutenant)).includes(String(first)))
  await community.client.patch('/v2/settings', { singleRank: false })
  await until('the declaration holds', async () => (await membersOf(roles.sergeant)).includes(String(first)))
  await community.client.patch(path, { managed: true })
  await until('the role is a rank again', async () => (await membersOf(roles.lieutenant)).includes(String(first)))
})
