// Reversals of one caller or community do not use up the storage that others need.
import { sql } from 'kysely'
import { issueKey } from '../../src/auth/actions'
import { upsertStorageLimit, findStorage } from '../../src/communities/storage/queries'
import { everyRank, startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../support/app'
import { staffOf } from '../support/people'

let app: TestApp
let community: TestCommunity
let thief: string
let nextUser = 780_000

beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
  thief = (await community.client.get('/v2/key')).body.data.keyId as string
})

async function award(number: number): Promise<number> {
  const userId = nextUser++
  await sql`insert into member (community_id, user_id) values (${community.communityId}, ${userId})`.execute(app.app.db)
  for (let given = 0; given < number; given++)
    await community.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 1 })
  return userId
}
const experienceOf = async (userId: number): Promise<number> =>
  (await community.client.get(`/v2/members/${userId}`)).body.data.experience as number
async function leaked(): Promise<Client> {
  const scopes = ['reversals.read', 'reversals.write', 'members.experience.write']
  const { key } = await issueKey(await community.ctx(), { name: 'leaked', scopes, bounds: everyRank })
  return app.clientFor(key, community.communityId)
}
const nothing = { source: 'entry', sourceId: '1' }
const window = () => ({ source: 'key', sourceId: thief, from: new Date(Date.now() - 60_000).toISOString() })
const ask = (client: Client, body: object) => client.post('/v2/reversals', body)
const start = async (client: Client, body: object): Promise<string> => {
  const { status, text, body: answer } = await ask(client, body)
  if (status !== 202) throw new Error(text)
  return answer.data.reversalId as string
}
const run = (reversalId: string) => tasksOf(app)['take-back']({ communityId: community.communityId, reversalId })
const reversalOf = async (reversalId: string) => (await community.client.get(`/v2/reversals/${reversalId}`)).body.data
const used = async (): Promise<number> => (await findStorage(app.app.db, community.communityId, 'reversals')).used
const limit = (items: number) => upsertStorageLimit(app.app.db, community.communityId, 'reversals', items)

describe('the storage of reversals', () => {
  it('counts reversals and their entries, and is free again when one is deleted', async () => {
    await award(3)
    const reversalId = await start(community.client, window())
    expect(await used()).toBe(1)
    await run(reversalId)
    expect(await used()).toBe(4)
    expect((await community.client.delete(`/v2/reversals/${reversalId}`)).status).toBe(204)
    expect(await used()).toBe(0)
    expect((await community.client.get(`/v2/reversals/${reversalId}`)).status).toBe(404)
  })

  it('keeps the last ten dry runs of a caller: any number of them stops nobody', async () => {
    await limit(100)
    const client = await leaked()
    const ids: string[] = []
    for (let sent = 0; sent < 40; sent++) ids.push(await start(client, { ...nothing, dryRun: true }))
    expect(await used()).toBe(10)
    expect((await community.client.get(`/v2/reversals/${ids[29]}`)).status).toBe(404)
    // the job of a deleted dry run ends; the newest dry run is decided
    await run(ids[29] ?? '')
    await run(ids[39] ?? '')
    expect(await reversalOf(ids[39] ?? '')).toMatchObject({ state: 'failed', errorCode: 'source_not_found' })
    const own = await start(community.client, { ...nothing, dryRun: true })
    expect((await reversalOf(own)).state).toBe('collecting')
  })

  it('has room for people when keys have used up theirs', async () => {
    await limit(40)
    const keys = [await leaked(), await leaked(), await leaked()]
    const statuses = []
    for (const client of keys) for (let sent = 0; sent < 12; sent++) statuses.push((await ask(client, nothing)).status)
    // each key may use a quarter of the limit, all keys together half
    expect(statuses.filter((status) => status === 202)).toHaveLength(20)
    const { body } = await ask(keys[0] as Client, nothing)
    expect(body.error).toMatchObject({ code: 'storage_limit_reached', details: { quota: 'reversals', limit: 40 } })
    const userId = await award(1)
    const { client: person } = await staffOf(app, community, 'administrator')
    await run(await start(person, window()))
    expect(await experienceOf(userId)).toBe(0)
  })

  it('takes nothing back when the entries of a reversal have no room, and says so', async () => {
    await limit(40)
    const userId = await award(12)
    const reversalId = await start(await leaked(), window())
    await run(reversalId)
    const { state, errorCode, counts } = await reversalOf(reversalId)
    expect([state, errorCode, counts.entries]).toEqual(['failed', 'storage_limit_reached', 0])
    expect([await experienceOf(userId), await used()]).toEqual([12, 1])
  })

  it('keeps dry runs for one day, and other reversals for 32 days', async () => {
    await award(1)
    const [dry, real] = [
      await start(community.client, { ...window(), dryRun: true }),
      await start(community.client, window()),
    ]
    const age = (days: number) =>
      sql`update reversal set created_at = now() - make_interval(days => ${days}) where community_id = ${community.communityId}`.execute(
        app.app.db,
      )
    const purge = () => tasksOf(app)['purge-reversals']()
    await purge()
    const left = async () => {
      const answers = await Promise.all([dry, real].map((id) => community.client.get(`/v2/reversals/${id}`)))
      return answers.map(({ status }) => status)
    }
    expect(await left()).toEqual([200, 200])
    await age(2)
    await purge()
    expect(await left()).toEqual([404, 200])
    await age(33)
    await purge()
    expect(await left()).toEqual([404, 404])
  })
})

describe('the deletion of a reversal', () => {
  it('leaves what was taken back, which is not taken back a second time', async () => {
    const userId = await award(3)
    const reversalId = await start(community.client, window())
    await run(reversalId)
    await community.client.delete(`/v2/reversals/${reversalId}`)
    await community.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 10 })
    const { rows } = await sql<{ id: string }>`select min(audit_id)::text as id from audit_entry
      where community_id = ${community.communityId} and action = 'member.experience'`.execute(app.app.db)
    const again = await start(community.client, { source: 'entry', sourceId: rows[0]?.id })
    await run(again)
    const { data } = (await community.client.get(`/v2/reversals/${again}/items`)).body
    expect(data).toMatchObject([{ state: 'impossible', reason: 'already_taken_back' }])
    expect(await experienceOf(userId)).toBe(10)
  })

  it('is refused while something is taken back, and for a key that did not ask', async () => {
    await award(1)
    const own = await leaked()
    const [reversal, dryRun] = [
      await start(community.client, window()),
      await start(community.client, { ...nothing, dryRun: true }),
    ]
    const code = async (client: Client, id: string) =>
      (await client.delete(`/v2/reversals/${id}`)).body?.error?.code as string
    expect(await code(community.client, reversal)).toBe('reversal_in_progress')
    await run(reversal)
    expect([await code(own, reversal), await code(own, dryRun)]).toEqual(['insufficient_scope', 'insufficient_scope'])
    const { client: person } = await staffOf(app, community, 'officer')
    for (const id of [reversal, dryRun]) expect((await person.delete(`/v2/reversals/${id}`)).status).toBe(204)
    const { rows } = await sql`select from audit_entry where community_id = ${community.communityId}
      and action = 'reversal.delete' and actor_kind = 'person'`.execute(app.app.db)
    expect(rows).toHaveLength(2)
  })
})

describe('the queue of reversals', () => {
  it('is one for each community, in which people and reversals come before keys and dry runs', async () => {
    const other = await app.community()
    const bot = await leaked()
    const { client: person } = await staffOf(app, community, 'officer')
    await start(bot, { ...nothing, dryRun: true })
    await start(bot, nothing)
    await start(person, { ...nothing, dryRun: true })
    await start(person, nothing)
    await start(other.client, nothing)
    const { rows } = await sql<{ queue: string; priority: number }>`select q.queue_name as queue, j.priority
      from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where j.payload ->> 'communityId' in (${community.communityId}, ${other.communityId}) order by j.id`.execute(
      app.dba,
    )
    const own = `take-back ${community.communityId}`
    expect(rows.map(({ queue, priority }) => [queue, priority])).toEqual([
      [own, 2],
      [own, 1],
      [own, 1],
      [own, 0],
      [`take-back ${other.communityId}`, 1],
    ])
  })
})
