// Why a rank change waits in the queue (waitingFor): null only when nothing delays it.
import { sql } from 'kysely'
import {
  pauseCommunity,
  pauseDeployment,
  resumeCommunity,
  resumeDeployment,
} from '../../src/operations/operator/actions'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { accepted } from './fixture'

const [first, second, third] = group.members
const owner = `key ${group.owner}`

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  await app.dba.insertInto('worker_process').values({ worker_id: 'other' }).execute()
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
  await app.dba.deleteFrom('platform_budget').execute()
})

interface Shown {
  readonly id: string
  readonly waitingFor: string | null
}

/** Newest first; each read alone has the same. */
async function reasons(): Promise<readonly (string | null)[]> {
  const listed = (await community.client.get('/v2/platform-operations')).body.data as Shown[]
  const alone: Shown[] = []
  for (const { id } of listed) alone.push((await community.client.get(`/v2/platform-operations/${id}`)).body.data)
  const [ofList, ofEach] = [listed, alone].map((shown) => shown.map(({ waitingFor }) => waitingFor))
  expect(ofEach).toEqual(ofList)
  return ofList ?? []
}

const budget = (used: number, { blockedUntil = '-infinity', startedAt = 'now' } = {}) =>
  sql`insert into platform_budget (owner, per_minute, used, window_started_at, blocked_until)
    values (${owner}, 300, ${used}, ${startedAt}::timestamptz, ${blockedUntil}::timestamptz)
    on conflict (owner) do update set used = excluded.used, window_started_at = excluded.window_started_at,
      blocked_until = excluded.blocked_until`.execute(app.dba)

const change = (values: object, id: string) =>
  app.dba.updateTable('platform_operation').set(values).where('operation_id', '=', id).execute()

const queue = (userId: number = first) => accepted(community, { userId, rankId: 50 })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

describe('the calls that the server may make', () => {
  it('are waited for once they are used, and not before nor in the next minute', async () => {
    await queue()
    expect(await reasons()).toEqual([null])
    await budget(238)
    expect(await reasons()).toEqual([null])
    await budget(239)
    expect(await reasons()).toEqual(['platform-budget'])
    await budget(300, { startedAt: inSeconds(-61) })
    expect(await reasons()).toEqual([null])
  })

  it('are waited for while the platform allows none', async () => {
    await queue()
    await budget(0, { blockedUntil: inSeconds(20) })
    expect(await reasons()).toEqual(['platform-budget'])
    await budget(0, { blockedUntil: inSeconds(-1) })
    expect(await reasons()).toEqual([null])
  })

  it('have a fifth for what a caller waits for, and for what was sent', async () => {
    const [one, two] = [await queue(), await queue(second)]
    await queue(third)
    await change({ urgent: true }, one)
    await change({ status: 'dispatching' }, two)
    await change({ status: 'outcome_pending', sent: true }, two)
    await budget(298)
    expect(await reasons()).toEqual(['platform-budget', null, null])
    await budget(299)
    expect(await reasons()).toEqual(['platform-budget', 'platform-budget', 'platform-budget'])
  })

  it('are counted as a decision on a request to join needs them', async () => {
    const id = await queue()
    await change({ kind: 'join.accept', target_unique_id: null }, id)
    await budget(238)
    expect(await reasons()).toEqual(['platform-budget'])
    await budget(237)
    expect(await reasons()).toEqual([null])
  })

  it('are not what a change waits for that runs, has ended, has a reason of its own, or is of another owner', async () => {
    const ids = [await queue(), await queue(second), await queue(third)] as const
    await change({ status: 'dispatching' }, ids[0])
    await change({ status: 'cancelled', completed_at: sql`now()`, error_code: 'operation_cancelled' }, ids[1])
    await change({ reason: 'half-applied' }, ids[2])
    await budget(300)
    expect(await reasons()).toEqual(['half-applied', null, null])
    await change({ reason: null }, ids[2])
    await sql`update platform_budget set owner = 'key 4711'`.execute(app.dba)
    expect(await reasons()).toEqual([null, null, null])
  })
})

describe('a change that cannot be claimed', () => {
  it.each<[string, (on: boolean) => Promise<unknown>]>([
    [
      'scheduler-disabled',
      async (on) => {
        const ctx = await community.ctx()
        return on ? pauseCommunity(ctx) : resumeCommunity(ctx)
      },
    ],
    ['scheduler-disabled', (on) => (on ? pauseDeployment(app.base) : resumeDeployment(app.base))],
    ['writes_paused', (paused) => community.client.patch('/v2/platform-connection', { paused })],
    [
      'authorization-intervention-required',
      (on) => {
        const status = on ? 'reconnect_required' : 'connected'
        const { communityId } = community
        return app.dba
          .updateTable('platform_connection')
          .set({ status })
          .where('community_id', '=', communityId)
          .execute()
      },
    ],
  ])('waits for %s, until that ends', async (reason, turn) => {
    await queue()
    await turn(true)
    try {
      expect(await reasons()).toEqual([reason])
    } finally {
      await turn(false)
    }
    expect(await reasons()).toEqual([null])
  })

  it('does not wait for a pause once it was sent', async () => {
    const id = await queue()
    await change({ sent: true }, id)
    await pauseCommunity(await community.ctx())
    expect(await reasons()).toEqual([null])
    await resumeCommunity(await community.ctx())
  })
})
