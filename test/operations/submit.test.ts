// The operations submitRankOperation, getPlatformOperation and cancelPlatformOperation.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { tasksOf, group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { read, resetRoles, settled, submit, rolesOnPlatform } from './fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { roles } = group
const [first, second, third] = group.members

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  community = await app.community()
})

const post = (body: object, key: string = randomUUID()) => submit(community, body, key)
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
    where community_id = ${community.communityId}`.execute(app.app.db)
  return rows[0]?.n ?? 0
}
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]

describe('a submission', () => {
  it('returns 202 with the operation and its location, and changes the rank', async () => {
    const answer = await post({ userId: first, rankId: 50 })
    const { id } = answer.body.data
    expect([answer.status, answer.headers['location'], answer.headers['x-platform-operation-id']]).toEqual([
      202,
      `/v2/platform-operations/${id}`,
      id,
    ])
    expect(answer.body.data).toMatchObject({
      kind: 'rank.set',
      userId: String(first),
      target: { uniqueId: roles.sergeant, rankId: 50, name: 'sergeant' },
    })
    const ended = await settled(community, id)
    expect(ended).toMatchObject({ status: 'succeeded', result: { changed: true }, error: null })
    expect(ended.attempts.map(({ to }) => to)).toEqual(['queued', 'dispatching', 'succeeded'])
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.sergeant])
    expect((await community.client.get(`/v2/members/${first}`)).body.data.rank.rankId).toBe(50)
  })

  it.each([
    [{ rankUniqueId: roles.private }, 10],
    [{ move: 'promote' }, 10],
    [{ rankId: 100 }, 100],
  ])('accepts the target %j', async (goal, rankId) => {
    const { body } = await post({ userId: String(first), ...goal })
    expect((await settled(community, body.data.id)).target?.rankId).toBe(rankId)
  })

  it('finds a member by username', async () => {
    const { body } = await post({ userId: `member${second}`, by: 'username', move: 'promote' })
    expect(await settled(community, body.data.id)).toMatchObject({ status: 'succeeded', userId: String(second) })
  })

  it('reports no change when the rank is already held', async () => {
    const { body } = await post({ userId: first, rankId: 1 })
    expect((await settled(community, body.data.id)).result).toEqual({ changed: false, auditId: null })
  })

  it.each([
    [{ userId: first }, '/body'],
    [{ userId: first, rankId: 1, move: 'promote' }, '/body'],
    [{ userId: 'no digits!', rankId: 1 }, '/body/userId'],
    [{ userId: 'Builder', rankId: 1 }, '/body/userId'],
    [{ userId: first, rankId: 256 }, '/body/rankId'],
    [{ userId: first, rankId: 1, deadlineSeconds: 4 }, '/body/deadlineSeconds'],
    [{ userId: first, rankId: 1, deadlineSeconds: 3601 }, '/body/deadlineSeconds'],
    [{ userId: first, rankId: 1, color: 'red' }, '/body/color'],
  ])('rejects %j with 400, and the key remains unused', async (body, place) => {
    const key = randomUUID()
    const refused = await post(body, key)
    expect([refused.status, refused.body.error.details.issues.map((issue: Place) => issue.instancePath)]).toEqual([
      400,
      expect.arrayContaining([place]),
    ])
    expect((await post({ userId: first, rankId: 10 }, key)).status).toBe(202)
  })

  it.each([
    ['an unknown rank', { userId: first, rankId: 77 }, [404, 'rank_not_found']],
    ['the owner’s rank', { userId: first, rankId: 255 }, [409, 'rank_not_assignable']],
    ['an unknown account', { userId: 999_999, rankId: 1 }, [404, 'member_not_found']],
    ['an unknown name', { userId: 'nobody_here', by: 'username', rankId: 1 }, [404, 'member_not_found']],
  ])('rejects %s immediately', async (_, body, expected) => {
    expect(codeOf(await post(body))).toEqual(expected)
    expect(await count('platform_operation')).toBe(0)
  })

  it('returns 409 without a connection', async () => {
    const bare = await app.community({ connected: false })
    expect(codeOf(await submit(bare, { userId: first, rankId: 1 }, 'k'))).toEqual([
      409,
      'platform_cloud_not_configured',
    ])
  })
})

interface Place {
  readonly instancePath: string
}

describe('an Idempotency-Key', () => {
  it('is required and has 1 to 255 visible characters', async () => {
    for (const key of [null, 'k'.repeat(256), 'with space', `"${'k'.repeat(254)}"`, '""']) {
      const answer = await submit(community, { userId: first, rankId: 10 }, key)
      expect([key, answer.status, answer.body.error?.details.issues[0].instancePath]).toEqual([
        key,
        400,
        '/headers/idempotency-key',
      ])
    }
    expect((await post({ userId: first, rankId: 10 }, 'k'.repeat(255))).status).toBe(202)
    expect((await post({ userId: first, rankId: 10 }, `"${'k'.repeat(253)}"`)).status).toBe(202)
  })

  it('turns thirty concurrent requests into one operation and one write', async () => {
    const membership = Buffer.from(String(third)).toString('base64url')
    const before = app.simulator.requests.length
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post({ userId: third, move: 'promote' }, 'thirty')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(answers.map(({ body }) => body.data.id as string)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(29)
    await settled(community, answers[0]?.body.data.id)
    const writes = app.simulator.requests.slice(before).filter(({ path }) => path.includes(`${membership}:assignRole`))
    expect([writes.length, rolesOnPlatform(app, third)]).toEqual([1, [roles.recruit, roles.private]])
    expect([await count('platform_operation'), await count('idempotency_key')]).toEqual([1, 1])
  })

  it('executes each of twenty concurrent submissions by jobs that name none of them', async () => {
    await sql`create table job_seen as select payload, key from graphile_worker._private_jobs limit 0`.execute(app.dba)
    await sql`grant select, insert on job_seen to public`.execute(app.dba)
    await sql`create function see_job() returns trigger language plpgsql as
      'begin insert into job_seen values (new.payload, new.key); return null; end'`.execute(app.dba)
    await sql`create trigger see_job after insert on graphile_worker._private_jobs
      for each row execute function see_job()`.execute(app.dba)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post({ userId: [first, second, third][i % 3], rankId: i % 5 ? 50 : 200 })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 404]))
    const ids = answers.filter(({ status }) => status === 202).map(({ body }) => body.data.id as string)
    await Promise.all(ids.map((id) => settled(community, id)))
    await sql`drop trigger see_job on graphile_worker._private_jobs`.execute(app.dba)
    const { rows } = await sql<{ key: string }>`select distinct split_part(key, ' ', 1) as key from job_seen
      where payload::text = '{}'`.execute(app.app.db)
    expect(rows.map(({ key }) => key)).toContain('dispatch-bulk')
    expect((await sql`select from job_seen where payload::text like '%operationId%'`.execute(app.app.db)).rows).toEqual(
      [],
    )
  })

  it('matches equivalent bodies', async () => {
    const key = randomUUID()
    const one = await post({ userId: first, rankId: 10 }, key)
    const again = await post({ rankId: 10, supersede: false, userId: String(first), deadlineSeconds: 300 }, `"${key}"`)
    expect([again.status, again.body.data.id, again.headers['idempotent-replayed']]).toEqual([
      202,
      one.body.data.id,
      'true',
    ])
  })

  it.each([
    [{ userId: second, rankId: 10 }],
    [{ userId: first, rankId: 50 }],
    [{ userId: first, rankId: 10, deadlineSeconds: 60 }],
  ])('returns 409 with another body: %j', async (body) => {
    const key = randomUUID()
    const { body: accepted } = await post({ userId: first, rankId: 10 }, key)
    expect(codeOf(await post(body, key))).toEqual([409, 'idempotency_key_reused'])
    await settled(community, accepted.data.id)
    expect(codeOf(await post(body, key))).toEqual([409, 'idempotency_key_reused'])
  })

  it.each([
    ['a username and then by its id', { userId: `Member${first}`, by: 'username' }, { userId: first }],
    ['its id and then by a username', { userId: first }, { userId: `mEMBER${first}`, by: 'username' }],
  ])('names one account by %s', async (_, one, other) => {
    const key = randomUUID()
    const accepted = await post({ ...one, rankId: 10 }, key)
    const again = await post({ ...other, rankId: 10 }, key)
    expect([accepted.status, again.status, again.body.data?.id]).toEqual([202, 202, accepted.body.data.id])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(codeOf(await post({ ...other, rankId: 50 }, key))).toEqual([409, 'idempotency_key_reused'])
    expect(codeOf(await post({ userId: `Member${second}`, by: 'username', rankId: 10 }, key))).toEqual([
      409,
      'idempotency_key_reused',
    ])
  })

  it('is used by one of three concurrent requests for different members', async () => {
    const answers = await Promise.all([first, second, third].map((userId) => post({ userId, rankId: 10 }, 'for-all')))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    expect([await count('platform_operation'), await count('idempotency_key')]).toEqual([1, 1])
    for (const { status, body } of answers) if (status === 202) await settled(community, body.data.id)
  })

  it('belongs to one community', async () => {
    const other = await app.community()
    const one = await submit(community, { userId: first, rankId: 10 }, 'shared')
    const two = await submit(other, { userId: second, rankId: 50 }, 'shared')
    expect([one.status, two.status, two.headers['idempotent-replayed']]).toEqual([202, 202, undefined])
  })

  it('expires 24 hours after the end of its operation', async () => {
    const key = randomUUID()
    const { body } = await post({ userId: first, rankId: 10 }, key)
    await settled(community, body.data.id)
    const endedAgo = (hours: number) => endedHoursAgo(body.data.id, hours)
    await endedAgo(23.9)
    await tasksOf(app)['purge-rank-changes']()
    expect((await post({ userId: first, rankId: 10 }, key)).body.data.id).toBe(body.data.id)
    await endedAgo(25)
    const fresh = await post({ userId: second, rankId: 50 }, key)
    expect([fresh.status, fresh.headers['idempotent-replayed']]).toEqual([202, undefined])
    expect((await read(community, body.data.id)).status).toBe('succeeded')
  })

  /** Moves the end of an operation back. Replica mode disables the trigger that protects ended rows. */
  async function endedHoursAgo(operationId: string, hours: number): Promise<void> {
    await app.dba.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`update platform_operation set completed_at = now() - make_interval(secs => ${hours * 3_600})
        where operation_id = ${operationId}`.execute(db)
    })
  }
})

describe('the stored operation', () => {
  it('is immutable after its end', async () => {
    const { body } = await post({ userId: third, rankId: 10 })
    await settled(community, body.data.id)
    const change = (set: string) =>
      sql`update platform_operation set ${sql.raw(set)} where operation_id = ${body.data.id}`.execute(app.app.db)
    for (const set of [`status = 'queued', completed_at = null`, `result = null`, `error_code = 'x'`]) {
      await expect(change(set)).rejects.toMatchObject({ constraint: 'platform_operation_final' })
    }
  })

  it('allows exactly the transitions of the lifecycle', async () => {
    const { body } = await post({ userId: third, rankId: 10, deadlineSeconds: 3600 })
    await settled(community, body.data.id)
    const { rows } = await sql<{ from_status: string; to_status: string }>`
      select from_status, to_status from platform_operation_transition order by 1, 2`.execute(app.app.db)
    expect(rows.map(({ from_status, to_status }) => `${from_status} ${to_status}`)).toEqual([
      'dispatching cancelled',
      'dispatching failed',
      'dispatching outcome_pending',
      'dispatching queued',
      'dispatching succeeded',
      'outcome_pending failed',
      'outcome_pending queued',
      'outcome_pending succeeded',
      'queued cancelled',
      'queued dispatching',
      'queued failed',
    ])
  })

  it('has an append-only history', async () => {
    const { body } = await post({ userId: third, rankId: 10 })
    await settled(community, body.data.id)
    const where = sql`where operation_id = ${body.data.id}`
    await expect(sql`update platform_operation_history set reason = 'x' ${where}`.execute(app.app.db)).rejects.toThrow()
    await expect(sql`delete from platform_operation_history ${where}`.execute(app.app.db)).rejects.toThrow()
  })
})

describe('an operation of another community', () => {
  it('is reported as not found', async () => {
    const { body } = await post({ userId: first, rankId: 10 })
    const { client } = await app.community()
    const absent = 'op_zzzzzzzzzzzzzzzzzzzz'
    const bodies = await Promise.all(
      [body.data.id as string, absent].flatMap((id) => [
        client.get(`/v2/platform-operations/${id}`),
        client.post(`/v2/platform-operations/${id}/cancel`),
      ]),
    )
    expect(new Set(bodies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(codeOf(bodies[0] as Answer)).toEqual([404, 'operation_not_found'])
  })
})
