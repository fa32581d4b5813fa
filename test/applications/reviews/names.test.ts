// The applicant's names in results, lists and details.
import { sql } from 'kysely'
import type { JobPayloads } from '../../../src/db/job-queue'
import { disconnectGroup } from '../../../src/platform-connection/actions'
import { eraseAccount } from '../../../src/data-rights/actions'
import { startTestApp, tasksOf, type TestApp, type TestCommunity } from '../../support/app'
import { until } from '../../support/until'
import { applicant, hold, makeForm, review, status, submit, type Form } from '../submissions/fixture'

let app: TestApp
let home: TestCommunity
let form: Form
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
  form = await makeForm(home.client)
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const unknown = { username: null, displayName: null }

/** An applicant that the platform knows, too. */
async function known(): Promise<{ userId: number; names: object }> {
  const userId = await applicant(app)
  const names = { username: `Applicant${userId}`, displayName: `Applicant No. ${userId}` }
  app.world.addUser({ userId, ...names })
  return { userId, names }
}

/** The names in everything that shows the response. */
async function namesOf(userId: number): Promise<object[]> {
  const list = await home.client.get(`${form.path}/responses?userId=${userId}`)
  const detail = await home.client.get(`${form.path}/responses/${list.body.data.items[0].responseId}`)
  const { response, passed } = (await status(home.client, form, { userId })).body.data
  return [list.body.data.items[0], detail.body.data, response, ...(passed ? [passed] : [])].map(
    ({ username, displayName }) => ({ username, displayName }),
  )
}

it('answers the names of a member at submission, in status, list, detail and review', async () => {
  const { userId, names } = await known()
  await home.client.get(`/v2/members/${userId}`)
  const submitted = await submit(home.client, form, userId)
  const { responseId } = submitted.body.data.response
  const reviewed = await review(home.client, `${form.path}/responses/${responseId}`)
  expect([submitted.body.data.response, reviewed.body.data]).toMatchObject([names, names])
  expect(await namesOf(userId)).toEqual([names, names, names, names])
})

it('answers null before the names are resolved, and the member’s names after the account becomes a member', async () => {
  const { userId, names } = await known()
  const other = await app.community()
  await other.client.get(`/v2/members/${userId}`)
  expect((await submit(home.client, form, userId)).body.data.response).toMatchObject(unknown)
  expect(await namesOf(userId)).toEqual([unknown, unknown, unknown])
  await home.client.get(`/v2/members/${userId}`)
  expect(await namesOf(userId)).toEqual([names, names, names])
})

it('answers changed names after a sync, and null after the member is deleted', async () => {
  const { userId, names } = await known()
  await home.client.get(`/v2/members/${userId}`)
  await submit(home.client, form, userId)
  app.world.renameUser(userId, `Renamed${userId}`)
  const renamed = { ...names, username: `Renamed${userId}` }
  await home.client.get(`/v2/members/${userId}?refresh=true`)
  expect(await namesOf(userId)).toEqual([renamed, renamed, renamed])
  await app.app.db.deleteFrom('member').where('user_id', '=', userId).execute()
  expect(await namesOf(userId)).toEqual([unknown, unknown, unknown])
})

describe('the job that resolves the names of an applicant', () => {
  const task = 'resolve-applicant-names'
  interface Job {
    readonly payload: JobPayloads[typeof task]
    readonly run_at: string
    readonly queue_name: string | null
  }

  async function jobsOf(responseId: string): Promise<Job[]> {
    const { rows } = await sql<Job>`
      select payload, run_at, queue_name from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where t.identifier = ${task} and payload->>'responseId' = ${responseId} order by j.id`.execute(app.app.db)
    return rows
  }

  const run = (responseId: string, attempt?: number): Promise<void> =>
    tasksOf(app)[task]({ communityId: home.communityId, responseId, ...(attempt !== undefined && { attempt }) })

  const submitted = async (userId: number): Promise<string> =>
    (await submit(home.client, form, userId)).body.data.response.responseId as string

  /** Number of requests to the platform while `work` ran. */
  async function platformRequests(work: () => Promise<unknown>): Promise<number> {
    const before = app.simulator.requests.length
    await work()
    return app.simulator.requests.length - before
  }

  async function isMember(userId: number): Promise<boolean> {
    const { rows } = await sql`select from member where user_id = ${userId}`.execute(app.app.db)
    return rows.length > 0
  }

  it('stores the names of an applicant who is not a member, and does not create a member', async () => {
    const { userId, names } = await known()
    const responseId = await submitted(userId)
    expect(await jobsOf(responseId)).toMatchObject([
      { payload: { communityId: home.communityId, responseId }, queue_name: task },
    ])
    await run(responseId)
    expect(await namesOf(userId)).toEqual([names, names, names])
    expect(await isMember(userId)).toBe(false)
    expect(await platformRequests(() => run(responseId))).toBe(0)
  })

  it('runs on the worker after a submission', async () => {
    const own = await startTestApp()
    try {
      const { client } = await own.community()
      const ownForm = await makeForm(client)
      const userId = await applicant(own)
      own.world.addUser({ userId, username: 'Newcomer', displayName: 'New comer' })
      await submit(client, ownForm, userId)
      await until('the names are resolved', async () => {
        const { response } = (await status(client, ownForm, { userId })).body.data
        return response.username === 'Newcomer' && response.displayName === 'New comer'
      })
    } finally {
      await own.close()
    }
  })

  it('is rescheduled with growing pauses while the platform fails', async () => {
    const { userId, names } = await known()
    const responseId = await submitted(userId)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: '/users/' })
    const pauses = { 0: 5, 1: 10, 2: 20, 20: 3_600 }
    for (const [attempt, seconds] of Object.entries(pauses)) {
      const before = Date.now()
      await run(responseId, Number(attempt))
      const next = (await jobsOf(responseId)).at(-1)
      expect(next?.payload.attempt).toBe(Number(attempt) + 1)
      const runAt = Date.parse(next?.run_at ?? '')
      expect(runAt).toBeGreaterThanOrEqual(before + seconds * 1_000)
      expect(runAt).toBeLessThanOrEqual(Date.now() + seconds * 1_000)
    }
    expect(await namesOf(userId)).toEqual([unknown, unknown, unknown])
    app.simulator.faults.clear()
    await run(responseId, 21)
    expect(await namesOf(userId)).toEqual([names, names, names])
    expect(await jobsOf(responseId)).toHaveLength(5)
  })

  it('ends after its last attempt', async () => {
    const { userId } = await known()
    const responseId = await submitted(userId)
    app.simulator.faults.add({ kind: 'throttle', path: '/users/' })
    await run(responseId, 179)
    expect(await jobsOf(responseId)).toHaveLength(1)
    const messages = app.logs.filter((line) => line['responseId'] === responseId).map((line) => line['msg'])
    expect(messages).toContain('the names of an applicant were not resolved')
  })

  it('ends where the platform does not know the account', async () => {
    const userId = await applicant(app)
    const responseId = await submitted(userId)
    expect(await platformRequests(() => run(responseId))).toBe(1)
    expect(await jobsOf(responseId)).toHaveLength(1)
    expect(await namesOf(userId)).toEqual([unknown, unknown, unknown])
  })

  it('is not enqueued for a member', async () => {
    const { userId } = await known()
    await home.client.get(`/v2/members/${userId}`)
    expect(await jobsOf(await submitted(userId))).toEqual([])
  })

  it('does not call the platform for an applicant who became a member', async () => {
    const { userId } = await known()
    const responseId = await submitted(userId)
    await home.client.get(`/v2/members/${userId}`)
    expect(await platformRequests(() => run(responseId))).toBe(0)
    const { rows } = await sql`select username, display_name from application_response
      where response_id = ${responseId}`.execute(app.app.db)
    expect(rows).toEqual([{ username: null, display_name: null }])
  })

  it('is not enqueued for a community without a connection, and ends where it was removed', async () => {
    const bare = await app.community({ connected: false })
    const { userId } = await known()
    const answer = await submit(bare.client, await makeForm(bare.client), userId)
    expect(await jobsOf(answer.body.data.response.responseId as string)).toEqual([])

    const former = await app.community()
    const later = await submit(former.client, await makeForm(former.client), userId)
    const { responseId } = later.body.data.response as { responseId: string }
    await disconnectGroup(await former.ctx())
    const payload = { communityId: former.communityId, responseId }
    expect(await platformRequests(() => tasksOf(app)[task](payload))).toBe(0)
    expect(await jobsOf(responseId)).toHaveLength(1)
  })

  it('does nothing for a response that does not exist', async () => {
    expect(await platformRequests(() => run('rsp_aaaaaaaaaaaaaaaaaaaa'))).toBe(0)
  })

  it('waits while the account is on hold', async () => {
    const { userId, names } = await known()
    const responseId = await submitted(userId)
    await hold(app, userId)
    expect(await platformRequests(() => run(responseId))).toBe(0)
    expect(await jobsOf(responseId)).toHaveLength(2)
    await sql`delete from data_rights_hold where user_id = ${userId}`.execute(app.app.db)
    await run(responseId, 1)
    expect(await namesOf(userId)).toEqual([names, names, names])
  })

  describe('and the erasure of the account', () => {
    const stored = async (responseId: string): Promise<object[]> => {
      const { rows } = await sql<object>`select username, display_name as "displayName" from application_response
        where response_id = ${responseId}`.execute(app.app.db)
      return rows
    }

    it('removes the names, and the job does not store them again', async () => {
      const { userId, names } = await known()
      const responseId = await submitted(userId)
      await run(responseId)
      expect(await stored(responseId)).toEqual([names])
      await eraseAccount(app.base, userId, false)
      expect(await stored(responseId)).toEqual([unknown])
      expect(await platformRequests(() => run(responseId))).toBe(0)
      expect(await stored(responseId)).toEqual([unknown])
    })

    it('during the platform call leaves no names', async () => {
      const { userId } = await known()
      const responseId = await submitted(userId)
      app.simulator.faults.add({ kind: 'hold', path: '/users/' })
      const before = app.simulator.requests.length
      const running = run(responseId)
      await until('the platform is called', () => app.simulator.requests.length > before)
      await eraseAccount(app.base, userId, false)
      app.simulator.faults.clear()
      await running
      expect(await stored(responseId)).toEqual([unknown])
    })

    it('by a server of the previous release removes the names', async () => {
      const { userId } = await known()
      const responseId = await submitted(userId)
      await run(responseId)
      await sql`update application_response set answers = null, erased_at = now()
        where response_id = ${responseId}`.execute(app.app.db)
      expect(await stored(responseId)).toEqual([unknown])
    })
  })
})
