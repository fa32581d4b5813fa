// A player who joined the group after the platform scoped ids, with different ids in the group and in the universe.
import { sql } from 'kysely'
import { groupDomain, idIn } from '../../src/simulator/ids'
import { allScopes, issueKey } from '../../src/auth/actions'
import { everyRank, group, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'

const DOMAIN = 'universe-4242'
let app: TestApp
let home: TestCommunity
let game: Client
let players = 5_200_000_000

beforeAll(async () => {
  app = await startTestApp()
  home = await app.community()
  const { key } = await issueKey(await home.ctx(), {
    name: 'Game server',
    scopes: allScopes,
    domain: DOMAIN,
    bounds: everyRank,
  })
  game = app.clientFor(key, home.communityId)
})
afterAll(() => app.close())

/** @returns the player's ids: of the account, in the group, in the universe */
function join(): {
  readonly userId: number
  readonly username: string
  readonly inGroup: number
  readonly inGame: number
} {
  const userId = ++players
  const username = `New${userId}`
  app.world.addUser({ userId, username, createTime: '2026-11-01T00:00:00Z' })
  app.world.addMember(group.id, userId)
  return {
    userId,
    username,
    inGroup: idIn(app.world, groupDomain(group.id), userId),
    inGame: idIn(app.world, DOMAIN, userId),
  }
}

it('is a member by the id in the group, and ranked by the id in the universe once it is reported', async () => {
  const { userId, username, inGroup, inGame } = join()
  const { status, body } = await home.client.get(`/v2/members/${inGroup}`)
  expect([status, body.data]).toMatchObject([200, { userId: String(inGroup), username, rank: { rankId: 1 } }])
  expect((await game.get(`/v2/members/${inGame}`)).body.error.code).toBe('identity_unknown')
  const report = await game.put(`/v2/identities/${DOMAIN}/${inGame}`, { username })
  expect(report.body.data).toMatchObject({ state: 'resolved', groupUserId: String(inGroup) })
  const ranked = await game.put(`/v2/members/${inGame}/rank`, { rankId: 10 })
  expect([ranked.status, ranked.body.data]).toMatchObject([200, { userId: String(inGame) }])
  expect(app.world.highestRankOf(group.id, userId)).toBe(10)
})

it('is one account when a game server reports it first', async () => {
  const { userId, username, inGroup, inGame } = join()
  const report = await game.put(`/v2/identities/${DOMAIN}/${inGame}`, { username })
  expect(report.body.data).toMatchObject({ state: 'resolved', groupUserId: String(inGroup) })
  expect((await game.put(`/v2/members/${inGame}/rank`, { rankId: 10 })).status).toBe(200)
  expect(app.world.highestRankOf(group.id, userId)).toBe(10)
  const { body } = await home.client.get(`/v2/members/${inGroup}`)
  expect(body.data).toMatchObject({ userId: String(inGroup), rank: { rankId: 10 } })
  expect((await home.client.get(`/v2/members/${username}?by=username`)).body.data.userId).toBe(String(inGroup))
  const { rows } = await sql`select user_id from member where username = ${username}`.execute(app.app.db)
  expect(rows).toEqual([{ user_id: inGroup }])
})
