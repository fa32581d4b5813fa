// A key that gives to many members within an hour is reported, and not stopped.
import { sql } from 'kysely'
import { MANY_MEMBERS, tellOfGifts } from '../../src/auth/gifts/actions'
import { messageOf } from '../../src/webhooks/rules'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community({ connected: false })
})

const keyId = async (): Promise<string> => (await home.client.get('/v2/key')).body.data.keyId
/** As changes that the key made. */
const gave = async (members: number, action = 'member.experience'): Promise<unknown> =>
  sql`insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, after)
    select ${home.communityId}, 'key', ${await keyId()}, ${action}, 1000 + n, '{"experience":1}'
      from generate_series(1, ${members}::integer) n`.execute(app.dba)
/** Moves the audit entries back, without the triggers that protect the log. */
const passMinutes = (minutes: number): Promise<unknown> =>
  app.dba.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update audit_entry set at = at - make_interval(mins => ${minutes})
      where community_id = ${home.communityId}`.execute(db)
  })
const used = (): Promise<unknown> =>
  sql`update api_key set last_used_at = now() where community_id = ${home.communityId}`.execute(app.base.db)
const told = async (): Promise<unknown[]> =>
  (await newestEntries(app.base, home.communityId, 20))
    .filter(({ action }) => action === 'key.many-members')
    .map(({ after }) => after)

it('a key that gave to more than 500 members is reported once an hour, also to webhooks', async () => {
  await gave(MANY_MEMBERS + 1)
  await used()
  await tellOfGifts(app.base)
  await tellOfGifts(app.base)
  const after = { keyId: await keyId(), members: MANY_MEMBERS + 1, limit: MANY_MEMBERS }
  expect(await told()).toEqual([after])
  const entries = await newestEntries(app.base, home.communityId, 1)
  const message = messageOf({ ...(entries[0] as (typeof entries)[number]), user_id: null })
  expect([message?.type, JSON.parse(message?.body ?? '').data]).toEqual([
    'key.many-members',
    expect.objectContaining(after),
  ])
  expect((await home.client.post('/v2/members/1001/experience', { op: 'increment', amount: 1 })).status).toBe(200)
})

it.each(['suspension.update', 'suspension.lift'])('so is one that ends the suspensions of many: %s', async (action) => {
  await gave(MANY_MEMBERS + 1, action)
  await used()
  await tellOfGifts(app.base)
  expect(await told()).toHaveLength(1)
})

it('a key that gave to 500 members, to many long ago, or often to few is not', async () => {
  await gave(2 * MANY_MEMBERS)
  await passMinutes(61)
  await gave(MANY_MEMBERS)
  await gave(MANY_MEMBERS)
  await used()
  await tellOfGifts(app.base)
  expect(await told()).toEqual([])
})
