// Every row of the contract's scheduler tables, and the eight platform errors, on synchronous and asynchronous routes.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { setCommunity, setSubscription } from '../../src/communities/actions'
import { connectGroup } from '../../src/platform-connection/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import type { Fault, FaultEffect } from '../../src/simulator/faults'
import { group, startTestApp, testSettings, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import {
  type Operation,
  accepted,
  statusesOf,
  hold,
  release,
  expireDeadline,
  read,
  resetRoles,
  rolesPath,
  rowOf,
  settled,
  submit,
  rolesOnPlatform,
  watchWrites,
  writePath,
} from './fixture'

const { roles } = group
const [first, second, third] = group.members

let app: TestApp
let off: TestApp
let community: TestCommunity
/** Milliseconds; long, for a busy machine. Tests of the limits shorten them. */
const settings = { ...testSettings, platformTimeoutMs: 2_000, rankChangeWaitMs: 10_000 }
beforeAll(async () => {
  ;[app, off] = await Promise.all([startTestApp({ settings }), startTestApp({ scheduler: false, settings })])
})
afterAll(() => Promise.all([app.close(), off.close()]))

beforeEach(async () => {
  app.simulator.faults.clear()
  off.simulator.faults.clear()
  await endFollowUps()
  resetRoles(app)
  await release(app)
  settings.rankChangeWaitMs = 10_000
  community = await app.community()
})

/** Synchronous routes that change a rank; the test asks each for another member. */
const routes = [
  { name: 'set', ask: ({ client }: TestCommunity, id: number) => client.put(`/v2/members/${id}/rank`, { rankId: 50 }) },
  { name: 'promote', ask: ({ client }: TestCommunity, id: number) => client.post(`/v2/members/${id}/rank/promote`) },
  { name: 'demote', ask: ({ client }: TestCommunity, id: number) => client.post(`/v2/members/${id}/rank/demote`) },
  { name: 'refresh', ask: ({ client }: TestCommunity, id: number) => client.get(`/v2/members/${id}?refresh=1`) },
  {
    name: 'experience',
    ask: ({ client }: TestCommunity, id: number) =>
      client.post(`/v2/members/${id}/experience`, { op: 'set', amount: 100 }),
  },
] as const

const memberOf = (route: number): number => group.members[route] ?? first
const experienceMember = memberOf(4)

/** Cancels what is left: the experience route queues AutoRank when its own rank change did not succeed. */
async function endFollowUps(): Promise<void> {
  await until('no rank change is left', async () => {
    await sql`update platform_operation set status = 'cancelled', completed_at = now(), error_code = 'operation_cancelled',
      error_message = 'The test is over.' where status = 'queued'`.execute(app.app.db)
    const { rows } = await sql`select from platform_operation where completed_at is null`.execute(app.app.db)
    return rows.length === 0
  })
}

/** Makes all members privates; the one to refresh has earned sergeant. */
async function prepare(): Promise<void> {
  for (const userId of group.members) app.world.giveRole(group.id, userId, roles.private)
  // the first calls may exceed the time limit
  await Promise.all(group.members.map((userId) => until(`${userId} is a member`, () => isMember(userId))))
  await setRankThreshold(await community.ctx(), roles.sergeant, 100)
  await sql`update member set experience = 100 where community_id = ${community.communityId}
    and user_id = ${memberOf(3)}`.execute(app.app.db)
}

const isMember = async (userId: number): Promise<boolean> =>
  (await community.client.get(`/v2/members/${userId}`)).status === 200

interface Summary {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | undefined
  readonly referred: boolean
  readonly committed: unknown
}

function summarize({ status, body, headers }: Answer): Summary {
  const { location, 'x-platform-operation-id': id } = headers
  if (location !== undefined && location !== `/v2/platform-operations/${id}`) throw new Error(`refers to ${location}`)
  const { code, details } = body.error ?? {}
  return {
    status,
    code,
    retryAfter: headers['retry-after'],
    referred: location !== undefined && id !== undefined,
    committed: details?.committed,
  }
}

/**
 * The expected summary of each route. The experience route has committed its points before.
 * @param follows whether its rank change is queued, which its answer says
 */
const everywhere = (expected: Omit<Summary, 'committed'>, follows = true): Summary[] => {
  const queued = { status: 200, code: undefined, retryAfter: undefined, referred: false, committed: undefined }
  return routes.map(({ name }) => {
    if (name !== 'experience') return { ...expected, committed: undefined }
    return follows ? queued : { ...expected, retryAfter: undefined, committed: ['experience'] }
  })
}

const queuedRank = { outcome: 'queued', operationId: expect.stringMatching(/^op_/) as string }

const askAll = (): Promise<Answer[]> => Promise.all(routes.map(({ ask }, index) => ask(community, memberOf(index))))

const operations = async (where = sql<boolean>`true`): Promise<{ operation_id: string; status: string }[]> => {
  const { rows } = await sql<{ operation_id: string; status: string }>`select operation_id, status
    from platform_operation where community_id = ${community.communityId} and ${where}`.execute(app.app.db)
  return rows
}

const experienceOf = async (userId: number): Promise<number> => {
  const { rows } = await sql<{ experience: number }>`select experience from member
    where community_id = ${community.communityId} and user_id = ${userId}`.execute(app.app.db)
  return rows[0]?.experience ?? 0
}

describe('a synchronous rank change', () => {
  it('returns 409 deadline-cancelled-before-dispatch at the time limit if unsent, and never runs', async () => {
    await prepare()
    await hold(app)
    const others = group.members.filter((userId) => userId !== experienceMember)
    const writes = others.map((userId) => watchWrites(app, userId))
    settings.rankChangeWaitMs = 1_000
    const answers = await askAll()
    expect(answers.map(summarize)).toEqual(
      everywhere({ status: 409, code: 'deadline-cancelled-before-dispatch', retryAfter: undefined, referred: false }),
    )
    await release(app)
    // the worker executes what is still queued first
    const later = await Promise.all(others.map((userId) => accepted(community, { userId, rankId: 10 })))
    for (const id of later) expect(await settled(community, id)).toMatchObject({ result: { changed: false } })
    expect(writes.flatMap((watch) => watch.applied())).toEqual([])
    expect((await operations(sql`awaited`)).map(({ status }) => status)).toEqual(routes.map(() => 'cancelled'))
    expect(await experienceOf(experienceMember)).toBe(100)
    await until('the earned rank follows', () => rolesOnPlatform(app, experienceMember).includes(roles.sergeant))
  })

  it('returns 504 outcome-pending-check-status with the operation if sent and the outcome is unknown', async () => {
    await prepare()
    const answers = await askUnanswered()
    expect(answers.map(summarize)).toEqual(
      everywhere({ status: 504, code: 'outcome-pending-check-status', retryAfter: undefined, referred: true }, false),
    )
    app.simulator.faults.clear()
    for (const { headers } of answers) {
      const ended = await settled(community, headers['x-platform-operation-id'] ?? '')
      expect(ended).toMatchObject({ status: 'succeeded', result: { changed: true } })
      expect(statusesOf(ended)).toEqual(expect.arrayContaining(['outcome_pending platform_cloud_timeout']))
    }
    expect(group.members.map((userId) => rolesOnPlatform(app, userId).at(-1))).toEqual([
      roles.sergeant,
      roles.sergeant,
      roles.recruit,
      roles.sergeant,
      roles.sergeant,
    ])
  })

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['its key is disabled', () => onKeys('enabled = false'), nothing],
    ['its key is revoked', () => onKeys('revoked_at = now()'), nothing],
    ['its key has lost the scope', () => onKeys(`scopes = '{members.read}'`), nothing],
    ['its access cannot be verified', () => renamed('api_key', 'away'), () => renamed('away', 'api_key')],
  ])('omits the operation from a 504 when %s meanwhile', async (_name, revoke, restore) => {
    await community.client.get(`/v2/members/${first}`)
    const answer = await askUnanswered([routes[0]], revoke).finally(restore)
    expect(answer.map(summarize)).toEqual([
      {
        status: 504,
        code: 'outcome-pending-check-status',
        retryAfter: undefined,
        referred: false,
        committed: undefined,
      },
    ])
    app.simulator.faults.clear()
    await until('the rank change succeeds', async () => (await operations())[0]?.status === 'succeeded')
  })

  it('returns 504 provider-rejected-408 after a 408 to the write without an effect', async () => {
    await prepare()
    app.simulator.faults.add({ kind: 'reject', status: 408, path: writePath, count: 5 })
    const answers = await askAll()
    expect(answers.map(summarize)).toEqual(
      everywhere({ status: 504, code: 'provider-rejected-408', retryAfter: undefined, referred: true }),
    )
    const ended = await read(community, answers[0]?.headers['x-platform-operation-id'] ?? '')
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'provider-rejected-408' } })
  })

  it('returns 504 provider-rejected-408 after a 408 to the read before', async () => {
    await prepare()
    app.simulator.faults.add({ kind: 'reject', status: 408, path: rolesPath, count: 1 })
    expect(summarize(await routes[0].ask(community, first))).toMatchObject({
      status: 504,
      code: 'provider-rejected-408',
    })
  })

  it.each([7, undefined])(
    'returns 429 provider-rejected-429 with the platform’s Retry-After: %s',
    async (retryAfter) => {
      await prepare()
      const answers: Answer[] = []
      for (const [index, { ask }] of routes.entries()) {
        app.simulator.faults.add({ kind: 'throttle', path: writePath, count: 1, ...(retryAfter && { retryAfter }) })
        answers.push(await ask(community, memberOf(index)))
        await until('the budget is blocked', isBlocked)
        await endFollowUps()
        await release(app)
      }
      const expected = { status: 429, code: 'provider-rejected-429', referred: false }
      expect(answers.map(summarize)).toEqual(everywhere({ ...expected, retryAfter: retryAfter?.toString() }))
      const wait = retryAfter === undefined ? 'retry later' : `retry in ${retryAfter} seconds`
      for (const { body } of answers.slice(0, -1)) expect(body.error.message).toContain(wait)
      expect(answers.at(-1)?.body.meta.autoRank).toEqual(queuedRank)
      expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
    },
  )

  it('returns 429 provider-rejected-429 while the platform requests a pause beyond the time limit', async () => {
    await prepare()
    await hold(app)
    await sql`update platform_budget set used = 0, blocked_until = now() + interval '39.5 seconds'`.execute(app.app.db)
    const answer = await routes[0].ask(community, first)
    await release(app)
    expect(summarize(answer)).toMatchObject({ status: 429, code: 'provider-rejected-429', referred: false })
    expect(answer.body.error.message).toContain(`retry in ${answer.headers['retry-after']} seconds`)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3)
  })

  it('returns 502 authorization-intervention-required when the platform forbids the write', async () => {
    await prepare()
    app.simulator.faults.add({ kind: 'reject', status: 403, path: writePath })
    expect((await askAll()).map(summarize)).toEqual(
      everywhere({ status: 502, code: 'authorization-intervention-required', retryAfter: undefined, referred: false }),
    )
  })

  it('returns 502 authorization-intervention-required when the key was disabled on the platform', async () => {
    await prepare()
    await withDisabledKey(async () => {
      const expected = { status: 502, code: 'authorization-intervention-required', referred: false }
      expect(summarize(await routes[0].ask(community, first))).toMatchObject(expected)
      expect(summarize(await routes[0].ask(community, second))).toMatchObject({
        code: 'platform_cloud_reconnect_required',
      })
    })
  })

  it('returns 403 actor-authorization-revoked when the key is disabled before anything is sent', async () => {
    await prepare()
    await hold(app)
    const asked = askAll()
    await until('all are queued', async () => (await operations(sql`status = 'queued'`)).length === routes.length)
    await onKeys('enabled = false')
    await release(app)
    expect((await asked).map(summarize)).toEqual(
      everywhere({ status: 403, code: 'actor-authorization-revoked', retryAfter: undefined, referred: false }, false),
    )
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
  })

  it('returns 503 roblox_scheduler_unavailable when the queue is unavailable', async () => {
    await prepare()
    await renamed('platform_operation', 'away')
    const answers = await askAll().finally(() => renamed('away', 'platform_operation'))
    expect(answers.map(summarize)).toEqual(
      everywhere({ status: 503, code: 'roblox_scheduler_unavailable', retryAfter: '1', referred: false }, false),
    )
  })

  it.each([
    ['the deployment', () => sql`update dispatch_switch set paused_at = now()`.execute(app.app.db)],
    ['the community', pauseCommunity],
  ])('returns 503 roblox_scheduler_unavailable while an operator has paused %s', async (_name, pause) => {
    await prepare()
    await pause()
    try {
      expect((await askAll()).map(summarize)).toEqual(
        everywhere({ status: 503, code: 'roblox_scheduler_unavailable', retryAfter: undefined, referred: false }),
      )
    } finally {
      await resume()
    }
  })
})

describe('an asynchronous rank change', () => {
  it('is cancelled at its deadline if unsent, and never runs', async () => {
    const writes = watchWrites(app, first)
    await hold(app)
    const id = await accepted(community, { userId: first, rankId: 50 })
    await expireDeadline(app, id)
    const ended = await settled(community, id)
    expect(ended).toMatchObject({ status: 'cancelled', error: { code: 'deadline-cancelled-before-dispatch' } })
    await release(app)
    await settled(community, await accepted(community, { userId: first, rankId: 1 }))
    expect([writes.applied(), statusesOf(await read(community, id))]).toEqual([
      [],
      ['queued', 'cancelled deadline-cancelled-before-dispatch'],
    ])
  })

  const refusals: [string, FaultEffect, string][] = [
    ['408', { kind: 'reject', status: 408 }, 'provider-rejected-408'],
    ['429', { kind: 'throttle' }, 'provider-rejected-429'],
    ['503', { kind: 'reject', status: 503 }, 'platform_cloud_unavailable'],
    ['no response', { kind: 'hang' }, 'platform_cloud_timeout'],
  ]

  /** Lets a rank change be retried because of a fault, until its deadline. @returns its end */
  async function retriedUntilDeadline(fault: Fault, code: string): Promise<Operation> {
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add(fault)
    const id = await accepted(community, { userId: first, rankId: 50 })
    const waits = async () => {
      const { status, reason } = await rowOf(app, id)
      return status === 'queued' && reason === code
    }
    await until('it is retried', waits)
    await expireDeadline(app, id)
    return settled(community, id)
  }

  it.each(refusals)(
    'is retried while the platform answers a write with %s, and fails with its code',
    async (_, fault, code) => {
      expect(await retriedUntilDeadline({ ...fault, path: writePath }, code)).toMatchObject({
        status: 'failed',
        error: { code },
      })
    },
  )

  it.each(refusals)(
    'is retried while the platform answers a read with %s, and is cancelled unsent',
    async (_, fault, code) => {
      const ended = await retriedUntilDeadline({ ...fault, path: rolesPath }, code)
      expect(ended).toMatchObject({ status: 'cancelled', error: { code: 'deadline-cancelled-before-dispatch' } })
    },
  )

  it('fails as authorization-intervention-required when the platform forbids the write', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 403, path: writePath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 50 }))
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'authorization-intervention-required' } })
  })

  it('waits while the connection needs a reconnect, and succeeds after it', async () => {
    await community.client.get(`/v2/members/${first}`)
    const id = await withDisabledKey(async () => {
      const waiting = await accepted(community, { userId: first, rankId: 50 })
      await until('it waits', async () => (await rowOf(app, waiting)).reason === 'authorization-intervention-required')
      expect((await read(community, waiting)).status).toBe('queued')
      return waiting
    })
    await connectGroup(await community.ctx(), group.id, group.apiKey)
    await sql`update platform_operation set not_before = now() where operation_id = ${id}`.execute(app.app.db)
    expect((await settled(community, id)).status).toBe('succeeded')
  })

  it('is cancelled at its deadline if the connection is not repaired', async () => {
    await community.client.get(`/v2/members/${first}`)
    await withDisabledKey(async () => {
      const id = await accepted(community, { userId: first, rankId: 50 })
      await until('it waits', async () => (await rowOf(app, id)).reason === 'authorization-intervention-required')
      await expireDeadline(app, id)
      expect((await settled(community, id)).error?.code).toBe('deadline-cancelled-before-dispatch')
    })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the key is disabled', () => onKeys('enabled = false')],
    ['the key is revoked', () => onKeys('revoked_at = now()')],
    ['the key has expired', () => onKeys(`expires_at = now() - interval '1 second'`)],
    ['the key has lost the scope', () => onKeys(`scopes = array_remove(scopes, 'members.ranks.write')`)],
    ['the API is switched off', async () => setCommunity(await community.ctx(), { apiEnabled: false })],
    [
      'the plan has no rank management',
      async () => setSubscription(await community.ctx(), 'subscription', 'free', null),
    ],
  ])('fails as actor-authorization-revoked when %s before anything is sent', async (_name, revoke) => {
    const writes = watchWrites(app, first)
    await hold(app)
    const id = await accepted(community, { userId: first, rankId: 50 })
    await revoke()
    await release(app)
    await until('it has ended', async () => (await rowOf(app, id)).status === 'failed')
    expect([(await rowOf(app, id)).error_code, writes.applied()]).toEqual(['actor-authorization-revoked', []])
  })
})

describe('the asynchronous endpoints', () => {
  const ask = {
    submit: (where: TestCommunity) => submit(where, { userId: first, rankId: 50 }, randomUUID()),
    read: ({ client }: TestCommunity, id = absent) => client.get(`/v2/platform-operations/${id}`),
    cancel: ({ client }: TestCommunity, id = absent) => client.post(`/v2/platform-operations/${id}/cancel`),
  }
  const absent = 'op_zzzzzzzzzzzzzzzzzzzz'

  it('return 503 scheduler_disabled with SCHEDULER=off', async () => {
    const without = await off.community()
    for (const one of [ask.submit, ask.read, ask.cancel]) {
      expect(summarize(await one(without))).toMatchObject({ status: 503, code: 'scheduler_disabled', referred: false })
    }
  })

  it.each([
    ['the deployment', () => sql`update dispatch_switch set paused_at = now()`.execute(app.app.db)],
    ['the community', pauseCommunity],
  ])(
    'return 503 scheduler-disabled while an operator has paused %s; queued rank changes are held',
    async (_name, pause) => {
      await hold(app)
      const id = await accepted(community, { userId: second, rankId: 50 })
      await pause()
      try {
        await release(app)
        expect(summarize(await ask.submit(community))).toMatchObject({
          status: 503,
          code: 'scheduler-disabled',
          retryAfter: undefined,
        })
        expect((await ask.read(community, id)).body.data.status).toBe('queued')
      } finally {
        await resume()
      }
      expect((await settled(community, id)).status).toBe('succeeded')
    },
  )

  it('return 503 roblox_scheduler_unavailable when the queue is unavailable', async () => {
    await renamed('platform_operation', 'away')
    try {
      for (const one of [ask.submit, ask.read, ask.cancel]) {
        const expected = { status: 503, code: 'roblox_scheduler_unavailable', retryAfter: '1' }
        expect(summarize(await one(community))).toMatchObject(expected)
      }
    } finally {
      await renamed('away', 'platform_operation')
    }
  })
})

describe('the queue without a worker', () => {
  let alone: TestApp
  beforeAll(async () => {
    alone = await startTestApp({ settings: { ...testSettings, queueLimit: 2 } })
    await alone.worker?.stop()
  })
  afterAll(() => alone.close())

  const heartbeat = (secondsAgo: number) =>
    sql`insert into worker_process (worker_id, beat_at)
    values ('other', now() - make_interval(secs => ${secondsAgo}))
    on conflict (worker_id) do update set beat_at = excluded.beat_at`.execute(alone.app.db)

  it('returns 503: scheduler-unavailable if asynchronous, roblox_scheduler_unavailable if synchronous', async () => {
    for (const secondsAgo of [null, 31]) {
      const bare = await alone.community()
      if (secondsAgo !== null) await heartbeat(secondsAgo)
      const later = await submit(bare, { userId: first, rankId: 50 }, randomUUID())
      expect(summarize(later)).toMatchObject({ status: 503, code: 'scheduler-unavailable', retryAfter: '5' })
      const now = await routes[0].ask(bare, first)
      expect(summarize(now)).toMatchObject({ status: 503, code: 'roblox_scheduler_unavailable', retryAfter: '5' })
    }
    const { rows } = await sql`select from platform_operation`.execute(alone.app.db)
    expect(rows).toEqual([])
  })

  it('returns 429 queue-full on every route at the queue limit', async () => {
    await heartbeat(20)
    community = await alone.community()
    await setRankThreshold(await community.ctx(), roles.sergeant, 100)
    await Promise.all(group.members.map((userId) => community.client.get(`/v2/members/${userId}`)))
    await sql`update member set experience = 100 where user_id = ${memberOf(3)}`.execute(alone.app.db)
    for (const rankId of [10, 50]) await accepted(community, { userId: first, rankId })
    const refused = { status: 429, code: 'queue-full', retryAfter: undefined, referred: false, committed: undefined }
    expect(summarize(await submit(community, { userId: second, rankId: 50 }, randomUUID()))).toEqual(refused)
    for (const userId of group.members) alone.world.giveRole(group.id, userId, roles.private)
    expect((await askAll()).map(summarize)).toEqual(everywhere(refused))
  })
})

describe('the queue limit', () => {
  it('refuses no rank change while those before have ended', async () => {
    const small = await startTestApp({ settings: { ...testSettings, queueLimit: 5 } })
    try {
      const { client } = await small.community()
      const answers: number[] = []
      for (let turn = 0; turn < 10; turn++)
        answers.push((await client.put(`/v2/members/${first}/rank`, { rankId: turn % 2 ? 10 : 50 })).status)
      expect(answers).toEqual(Array(10).fill(200))
    } finally {
      await small.close()
    }
  })
})

describe('the platform connection', () => {
  const unavailable = { kind: 'reject', status: 503 } as const
  const byName = '/v1/usernames/users$'
  const rank = { rankId: 50 }
  type Row = [code: string, status: number, retryAfter: string | undefined, arrange: (at: TestApp) => Promise<Arranged>]
  interface Arranged {
    readonly from: TestCommunity
    readonly path: string
    /** Absent: the asynchronous route accepts the change and retries. */
    readonly body?: object
  }
  const damaged = async (at: TestApp, set: string): Promise<Arranged> => {
    const from = await at.community()
    await from.client.get(`/v2/members/${first}`)
    await sql`update platform_connection set ${sql.raw(set)} where community_id = ${from.communityId}`.execute(
      at.app.db,
    )
    return { from, path: `/v2/members/${first}/rank` }
  }
  const named = async (at: TestApp, fault: Fault): Promise<Arranged> => {
    at.simulator.faults.add({ ...fault, path: byName })
    const from = await at.community()
    const path = `/v2/members/Member${third}/rank?by=username`
    return { from, path }
  }
  const rows: Row[] = [
    [
      'platform_cloud_not_configured',
      409,
      undefined,
      async (at) => {
        const from = await at.community({ connected: false })
        return { from, path: `/v2/members/${first}/rank`, body: { userId: first, ...rank } }
      },
    ],
    ['platform_cloud_reconnect_required', 409, undefined, (at) => damaged(at, `status = 'reconnect_required'`)],
    ['platform_cloud_refresh_pending', 503, '1', (at) => damaged(at, `checking_until = now() + interval '1 minute'`)],
    ['platform_cloud_configuration_unavailable', 502, undefined, (at) => damaged(at, `credential = '\\x00'`)],
    [
      'platform_cloud_credentials_invalid',
      502,
      undefined,
      async (at) => {
        at.simulator.faults.add({ kind: 'reject', status: 403, path: rolesPath })
        const from = await at.community()
        return { from, path: `/v2/members/${second}/rank`, body: { userId: second, ...rank } }
      },
    ],
    ['platform_cloud_rate_limited', 429, '30', (at) => named(at, { kind: 'throttle', retryAfter: 3 })],
    ['platform_cloud_timeout', 504, undefined, (at) => named(at, { kind: 'hang' })],
    ['platform_cloud_unavailable', 502, undefined, (at) => named(at, unavailable)],
  ]

  describe.each([
    ['on', () => app],
    ['off', () => off],
  ])('with SCHEDULER=%s', (_name, where) => {
    it.each(rows)('returns %s', async (code, status, retryAfter, arrange) => {
      const at = where()
      const { from, path, body } = await arrange(at)
      const expected = { status, code, retryAfter, referred: false, committed: undefined }
      expect(summarize(await from.client.put(path, rank))).toEqual(expected)
      if (at === app && body) expect(summarize(await submit(from, body, randomUUID()))).toEqual(expected)
    })

    it('returns platform_cloud_unavailable when an unknown rank cannot be looked up', async () => {
      const from = await where().community()
      await from.client.get(`/v2/members/${first}`)
      where().simulator.faults.add({ ...unavailable, path: '/roles$' })
      const answer = await from.client.put(`/v2/members/${first}/rank`, { rankId: 77 })
      expect(summarize(answer)).toMatchObject({ status: 502, code: 'platform_cloud_unavailable' })
    })
  })
})

/** Asks while writes are applied without a response and roles cannot be read. */
async function askUnanswered(
  asked: readonly (typeof routes)[number][] = routes,
  meanwhile: () => Promise<unknown> = nothing,
): Promise<Answer[]> {
  const before = app.simulator.journal.after().at(-1)?.seq ?? 0
  settings.rankChangeWaitMs = 3_000
  app.simulator.faults.add({ kind: 'applyThenHang', path: writePath, count: asked.length })
  const answers = Promise.all(
    asked.map(({ ask }) => ask(community, memberOf(routes.findIndex((one) => one.ask === ask)))),
  )
  await until('the writes are applied', () => app.simulator.journal.after(before).length === asked.length)
  app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
  await meanwhile()
  return answers
}

async function nothing(): Promise<void> {}

function onKeys(change: string): Promise<unknown> {
  return sql`update api_key set ${sql.raw(change)} where community_id = ${community.communityId}`.execute(app.app.db)
}

function renamed(from: string, to: string): Promise<unknown> {
  return sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(app.dba)
}

function pauseCommunity(): Promise<unknown> {
  return sql`insert into dispatch_lane (community_id, paused_at) values (${community.communityId}, now())
    on conflict (community_id) do update set paused_at = now()`.execute(app.app.db)
}

async function resume(): Promise<void> {
  await sql`update dispatch_switch set paused_at = null`.execute(app.app.db)
  await sql`update dispatch_lane set paused_at = null`.execute(app.app.db)
  await release(app)
}

async function isBlocked(): Promise<boolean> {
  const { rows } = await sql`select from platform_budget where blocked_until > now()`.execute(app.app.db)
  return rows.length > 0
}

async function withDisabledKey<T>(work: () => Promise<T>): Promise<T> {
  app.world.changeKey(group.apiKey, { enabled: false })
  try {
    return await work()
  } finally {
    app.world.changeKey(group.apiKey, { enabled: true })
  }
}
