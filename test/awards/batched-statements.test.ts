// Concurrent reads and changes that share a statement are still clamped, audited and refused one by one.
import fc from 'fast-check'
import { sql } from 'kysely'
import { inTransaction, type Ctx, type Db } from '../../src/context'
import { batched } from '../../src/db/batcher'
import { changeAll, changePoints, type ChangedRow } from '../../src/awards/points/queries'
import { LEAST, MAX_POINTS, pointsAfter, type NewChange, type PointsChange } from '../../src/awards/points/rules'
import { lockHolders } from '../../src/awards/batches/queries'
import { findMember } from '../../src/members/queries'
import { insertMember } from '../../src/members/profile/queries'
import { startTestApp, type TestApp } from '../support/app'
import { newestEntries } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const userIds = [11, 12, 13, 14, 15]

async function withMembers(): Promise<Ctx> {
  const ctx = await (await app.community({ connected: false })).ctx()
  for (const userId of userIds) await insertMember(ctx, userId)
  return ctx
}

const change = (ctx: Ctx, userId: number, points: PointsChange & { reason?: string }): Promise<ChangedRow | null> =>
  changePoints(ctx, { userId, property: 'experience', reason: null, ...points })

/** A database that counts the statements sent. */
function counting(db: Db): { db: Db; sent: () => number } {
  let sent = 0
  const executeQuery: Db['executeQuery'] = (...parameters) => {
    sent++
    return db.executeQuery(...parameters)
  }
  return {
    db: new Proxy(db, { get: (target, name) => (name === 'executeQuery' ? executeQuery : Reflect.get(target, name)) }),
    sent: () => sent,
  }
}

const one = { op: 'increment', amount: 1 } as const

function after({ op, amount }: PointsChange, value: number): number {
  if (op === 'set') return amount
  return op === 'increment' ? Math.min(value + amount, MAX_POINTS) : Math.max(value - amount, -MAX_POINTS)
}

describe('concurrent changes', () => {
  it('are applied to each member in order of arrival, whatever else is in the batch', async () => {
    const amounts = fc.oneof(fc.nat(1_000), fc.constant(MAX_POINTS))
    const changes = fc.record({
      userId: fc.constantFrom(...userIds, 99),
      op: fc.constantFrom('increment', 'decrement', 'set'),
      amount: amounts,
    })
    const property = fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 60 }), async (requests) => {
      const ctx = await withMembers()
      const rows = await Promise.all(
        requests.map(({ userId, ...points }, index) =>
          change({ ...ctx, requestId: `r${index}` }, userId, { ...points, reason: `why ${index}` }),
        ),
      )
      const value = new Map(userIds.map((userId) => [userId, 0]))
      const entries = await newestEntries(app.base, ctx.community.communityId, 200)
      requests.forEach(({ userId, ...points }, index) => {
        const row = rows[index] ?? null
        const before = value.get(userId)
        if (before === undefined) return expect(row).toBeNull()
        const now = after(points, before)
        value.set(userId, now)
        expect(row).toMatchObject({ user_id: userId, value_before: before, value_after: now, experience: now })
        expect(entries.find((entry) => entry.audit_id === row?.audit_id)).toMatchObject({
          user_id: userId,
          request_id: `r${index}`,
          reason: `why ${index}`,
          before: { experience: before },
          after: { experience: now },
        })
      })
    })
    await fc.assert(property, { numRuns: 15 })
  })

  it('of several members are one statement', async () => {
    const ctx = await withMembers()
    const { db, sent } = counting(ctx.db)
    await Promise.all(userIds.map((userId) => change({ ...ctx, db }, userId, one)))
    expect(sent()).toBe(1)
  })

  it('do not wait for a member that another transaction has locked', async () => {
    const ctx = await withMembers()
    const [held = 0, ...others] = userIds
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const holding = ctx.db.transaction().execute(async (db) => {
      await sql`select from member where community_id = ${ctx.community.communityId} and user_id = ${held}
        for update`.execute(db)
      isHeld = true
      await released
    })
    await until('the member is locked', () => Promise.resolve(isHeld))
    const waiting = change(ctx, held, one)
    const queued = change(ctx, held, one)
    let answered = 0
    for (const userId of others) void change(ctx, userId, one).then(() => answered++)
    try {
      await until('the others are answered', () => Promise.resolve(answered === others.length), 2_000)
    } finally {
      release()
      await holding
    }
    expect([(await waiting)?.experience, (await queued)?.experience]).toEqual([1, 2])
  })

  it('are applied once although the database rejects one of the batch', async () => {
    const ctx = await withMembers()
    const [rejected = 0, ...others] = userIds
    await sql`create function reject() returns trigger language plpgsql as $$
      begin if new.user_id = 11 then raise exception 'not this one'; end if; return new; end $$`.execute(app.dba)
    await sql`create trigger rejecting before update on member for each row execute function reject()`.execute(app.dba)
    try {
      const answers = await Promise.allSettled([rejected, ...others].map((userId) => change(ctx, userId, one)))
      expect(answers[0]).toMatchObject({ status: 'rejected', reason: { message: 'not this one' } })
      expect(answers.slice(1).map((answer) => answer.status)).toEqual(others.map(() => 'fulfilled'))
    } finally {
      await sql`drop function reject cascade`.execute(app.dba)
    }
    for (const userId of others) expect((await findMember(ctx, userId))?.experience).toBe(1)
    expect((await findMember(ctx, rejected))?.experience).toBe(0)
  })

  it('are not repeated when the connection is lost', async () => {
    const ctx = await withMembers()
    const { db, sent } = counting(ctx.db)
    const sleeping = sql`create function sleep() returns trigger language plpgsql as $$
      begin perform pg_sleep(20); return new; end $$`
    await sleeping.execute(app.dba)
    await sql`create trigger sleeping before insert on audit_entry for each row execute function sleep()`.execute(
      app.dba,
    )
    try {
      const answers = Promise.allSettled(userIds.map((userId) => change({ ...ctx, db }, userId, one)))
      await until('the session is terminated', async () => {
        const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
          where wait_event = 'PgSleep' and datname = current_database()`.execute(ctx.db)
        return rows.length > 0
      })
      expect((await answers).map(({ status }) => status)).toEqual(userIds.map(() => 'rejected'))
      expect(sent()).toBe(1)
    } finally {
      await sql`drop function sleep cascade`.execute(app.dba)
    }
    // the pool may hand out the terminated connection once
    await until('the pool has a working connection', () =>
      findMember(ctx, 11).then(
        () => true,
        () => false,
      ),
    )
    for (const userId of userIds) expect((await findMember(ctx, userId))?.experience).toBe(0)
  })
})

describe('changes of one transaction', () => {
  const amount = fc.oneof(fc.nat(20), fc.constant(MAX_POINTS))
  const about = { userId: fc.constantFrom(...userIds), reason: fc.constantFrom(null, 'won') }
  const op = fc.constantFrom('increment' as const, 'decrement' as const, 'set' as const)
  const property = fc.constantFrom('experience' as const, 'quotaPoints' as const)
  const other = fc.constant({ action: 'test.other', before: { count: 0 }, after: { count: 1 } })
  const anyChange = fc.oneof(
    { weight: 4, arbitrary: fc.record({ ...about, property, op, amount }) },
    { weight: 1, arbitrary: fc.record({ ...about, other }) },
  )

  it('are made and audited in order, several of one member too, in one statement', async () => {
    const made = fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 40 }), async (all: NewChange[]) => {
      const ctx = await withMembers()
      const { written, statements } = await inTransaction(ctx, async (tx) => {
        await lockHolders(tx, userIds)
        const { db, sent } = counting(tx.db)
        return { written: await changeAll({ ...tx, db: db as typeof tx.db }, all), statements: sent() }
      })
      expect(statements).toBe(1)
      const values = new Map(userIds.map((userId) => [userId, { experience: 0, quotaPoints: 0 }]))
      const entries = await newestEntries(app.base, ctx.community.communityId, 200)
      const ids = written.map(({ auditId }) => Number(auditId))
      expect(ids).toEqual([...ids].sort((one, next) => one - next))
      all.forEach((change, index) => {
        const { auditId, ...points } = written[index] ?? { auditId: '' }
        const entry = entries.find((one) => String(one.audit_id) === auditId)
        expect(entry).toMatchObject({ user_id: change.userId, reason: change.reason })
        if ('other' in change) {
          expect(points).toEqual({ before: 0, after: 0 })
          return expect(entry).toMatchObject(change.other)
        }
        const held = values.get(change.userId)
        if (!held) throw new Error('the member is not one of the test')
        const before = held[change.property]
        const after = (held[change.property] = pointsAfter(before, change, LEAST[change.property]))
        expect(points).toEqual({ before, after })
        const set = change.op === 'set' ? { set: true } : {}
        expect(entry?.before).toEqual({ [change.property]: before })
        expect(entry?.after).toEqual({ [change.property]: after, ...set })
      })
      for (const [userId, { experience, quotaPoints }] of values)
        expect(await findMember(ctx, userId)).toMatchObject({ experience, quota_points: quotaPoints })
    })
    await fc.assert(made, { numRuns: 15 })
  })

  it('follow the rule of a dry run at every edge of it', async () => {
    const edge = fc.oneof(
      fc.nat(3),
      fc.nat(MAX_POINTS),
      fc.nat(3).map((less) => MAX_POINTS - less),
    )
    const next = fc.record({ property, op, amount: edge })
    const runs = fc.asyncProperty(fc.array(next, { minLength: 1_000, maxLength: 1_000 }), async (points) => {
      const ctx = await withMembers()
      const changes = points.map((one) => ({ userId: 11, reason: null, ...one }))
      const written = await inTransaction(ctx, async (tx) => {
        await lockHolders(tx, userIds)
        return changeAll(tx, changes)
      })
      const values = { experience: 0, quotaPoints: 0 }
      const expected = changes.map((change) => {
        const before = values[change.property]
        return { before, after: (values[change.property] = pointsAfter(before, change, LEAST[change.property])) }
      })
      expect(written.map(({ before, after }) => ({ before, after }))).toEqual(expected)
      const reached = (value: number) => expect(expected.map(({ after }) => after)).toContain(value)
      ;[MAX_POINTS, LEAST.experience, LEAST.quotaPoints].forEach(reached)
    })
    await fc.assert(runs, { numRuns: 5 })
  })

  it('fail together when another transaction has locked a member', async () => {
    const ctx = await withMembers()
    const [held = 0, free = 0] = userIds
    const gains = [free, held].map((userId) => ({ userId, property: 'experience', reason: null, ...one }) as const)
    await inTransaction(ctx, async (tx) => {
      await lockHolders(tx, [held])
      await expect(inTransaction(ctx, (other) => changeAll(other, gains))).rejects.toThrow('is not locked')
    })
    expect((await findMember(ctx, free))?.experience).toBe(0)
  })
})

describe('requests that arrive while statements are in flight', () => {
  it('are sent at once up to two statements, then share the next, which is sent before the results are returned', async () => {
    const db = {} as Db
    const events: string[] = []
    const held: (() => void)[] = []
    const load = batched<number, number>({
      name: 'in_order',
      maxSize: 10,
      keyOf: null,
      load: async (_db, _communityId, requests) => {
        events.push(`sent ${requests.join(' ')}`)
        await new Promise<void>((resolve) => held.push(resolve))
        return requests
      },
    })
    const send = async (request: number): Promise<void> => {
      const result = await load(db, 'cmt_of_this_test', request)
      events.push(`result ${result}`)
    }
    const all: Promise<void>[] = []
    for (const request of [1, 2, 3, 4]) {
      all.push(send(request))
      await new Promise(setImmediate)
    }
    expect(events).toEqual(['sent 1', 'sent 2'])
    while (held.length > 0) {
      held.shift()?.()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(events).toEqual(['sent 1', 'sent 2', 'sent 3 4', 'result 1', 'result 2', 'result 3', 'result 4'])
  })

  it('share the next statement from the second request on, where one may be in flight', async () => {
    const db = {} as Db
    const sent: string[] = []
    const held: (() => void)[] = []
    const load = batched<number, number>({
      name: 'one_at_a_time',
      maxSize: 10,
      maxStatements: 1,
      keyOf: null,
      load: async (_db, _communityId, requests) => {
        sent.push(requests.join(' '))
        await new Promise<void>((resolve) => held.push(resolve))
        return requests
      },
    })
    const results: Promise<number>[] = []
    for (const request of [1, 2, 3]) {
      results.push(load(db, 'cmt_of_this_test', request))
      await new Promise(setImmediate)
    }
    expect(sent).toEqual(['1'])
    while (held.length > 0) {
      held.shift()?.()
      await new Promise(setImmediate)
    }
    expect(await Promise.all(results)).toEqual([1, 2, 3])
    expect(sent).toEqual(['1', '2 3'])
  })
})

// in a server an unhandled rejection would end the process
it('a result that is a rejected promise rejects the request', async () => {
  const load = batched<number, number>({
    name: 'late',
    maxSize: 10,
    keyOf: null,
    load: (_db, _communityId, requests) =>
      Promise.resolve(requests.map(() => Promise.reject<number>(new Error('rejected')))),
  })
  await expect(load({} as Db, 'cmt_of_this_test', 1)).rejects.toThrow('rejected')
})

describe('a full queue', () => {
  const ctx = { db: {} as Db, communityId: 'cmt_of_this_test' }
  afterEach(() => jest.restoreAllMocks())

  /** A batch whose statements complete at `release`. */
  function slow() {
    const held: (() => void)[] = []
    const load = batched<number, number>({
      name: 'slow',
      maxSize: 100,
      keyOf: null,
      load: (_db, _communityId, requests) => new Promise((resolve) => held.push(() => resolve(requests))),
    })
    const release = async <T>(pending: Promise<T>): Promise<T> => {
      let isSettled = false
      void pending.finally(() => (isSettled = true))
      while (!isSettled) {
        held.shift()?.()
        await new Promise(setImmediate)
      }
      return pending
    }
    return { load: (request: number) => load(ctx.db, ctx.communityId, request), release }
  }

  it('rejects further requests at once and serves those before', async () => {
    const { load, release } = slow()
    const first = load(0)
    await new Promise(setImmediate)
    const waiting = Array.from({ length: 999 }, (_, index) => load(1 + index))
    const rejection = { code: 'dependency_unavailable', retryAfterSeconds: expect.any(Number) }
    await expect(load(5_000)).rejects.toMatchObject(rejection)
    expect(await release(Promise.all([first, ...waiting]))).toEqual(Array.from({ length: 1_000 }, (_, index) => index))
    expect(await release(load(7))).toBe(7)
  })

  it('rejects further requests while the first waits for longer than two seconds', async () => {
    const { load, release } = slow()
    for (const request of [0, 1]) {
      void load(request)
      await new Promise(setImmediate)
    }
    const first = load(2)
    const now = performance.now()
    jest.spyOn(performance, 'now').mockReturnValue(now + 1_900)
    const second = load(3)
    jest.spyOn(performance, 'now').mockReturnValue(now + 2_100)
    await expect(load(4)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    expect(await release(Promise.all([first, second]))).toEqual([2, 3])
  })
})

describe('concurrent reads', () => {
  it('of one community are one statement, and each returns its member or null', async () => {
    const [here, there] = [await withMembers(), await withMembers()]
    await Promise.all(userIds.map((userId) => change(here, userId, { op: 'set', amount: userId })))
    const { db, sent } = counting(here.db)
    const read = (ctx: Ctx, userId: number) => findMember({ ...ctx, db }, userId)
    const rows = await Promise.all([
      ...[11, 99, 12, 11].map((userId) => read(here, userId)),
      ...[12, 98].map((userId) => read(there, userId)),
    ])
    const found = rows.map((row) => row?.experience)
    expect([sent(), found]).toEqual([2, [11, undefined, 12, 11, 0, undefined]])
  })

  it('in a transaction see its writes', async () => {
    const ctx = await withMembers()
    await ctx.db.transaction().execute(async (db) => {
      await change({ ...ctx, db }, 11, one)
      const [inside, outside] = await Promise.all([findMember({ ...ctx, db }, 11), findMember(ctx, 11)])
      expect([inside?.experience, outside?.experience]).toEqual([1, 0])
    })
  })
})
