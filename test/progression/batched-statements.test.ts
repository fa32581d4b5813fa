// What is asked meanwhile is asked together: each is still read, clamped, audited, answered and refused on its own.
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Ctx, Db } from '../../src/context'
import { coalesced } from '../../src/db/batcher'
import { changeExperience, type ExperienceRow } from '../../src/progression/queries'
import { MOST, type PointsChange } from '../../src/progression/rules'
import { findMember, insertBareMember } from '../../src/members/queries'
import { startTestApp, type TestApp } from '../support/app'
import { newestEntries } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const userIds = [11, 12, 13, 14, 15]

/** A community with these members, who are nothing but that. */
async function withMembers(): Promise<Ctx> {
  const ctx = await (await app.community({ connected: false })).ctx()
  for (const userId of userIds) await insertBareMember(ctx, userId)
  return ctx
}

const change = (ctx: Ctx, userId: number, asked: PointsChange & { reason?: string }): Promise<ExperienceRow | null> =>
  changeExperience(ctx, userId, asked, { amount: asked.amount, clamped: false })

/** The same database, whose statements are counted. */
function counting(db: Db): { db: Db; sent: () => number } {
  let sent = 0
  const executeQuery: Db['executeQuery'] = (...asked) => {
    sent++
    return db.executeQuery(...asked)
  }
  return {
    db: new Proxy(db, { get: (target, name) => (name === 'executeQuery' ? executeQuery : Reflect.get(target, name)) }),
    sent: () => sent,
  }
}

const one = { op: 'increment', amount: 1 } as const

function after({ op, amount }: PointsChange, value: number): number {
  if (op === 'set') return amount
  return op === 'increment' ? Math.min(value + amount, MOST) : Math.max(value - amount, -MOST)
}

describe('awards', () => {
  it('give each member the sum of its own, in the order they came, whatever came beside them', async () => {
    const amounts = fc.oneof(fc.nat(1_000), fc.constant(MOST))
    const changes = fc.record({
      userId: fc.constantFrom(...userIds, 99),
      op: fc.constantFrom('increment', 'decrement', 'set'),
      amount: amounts,
    })
    const property = fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 60 }), async (asked) => {
      const ctx = await withMembers()
      const rows = await Promise.all(
        asked.map(({ userId, ...points }, index) =>
          change({ ...ctx, requestId: `r${index}` }, userId, { ...points, reason: `why ${index}` }),
        ),
      )
      const value = new Map(userIds.map((userId) => [userId, 0]))
      const entries = await newestEntries(app.base, ctx.community.communityId, 200)
      asked.forEach(({ userId, ...points }, index) => {
        const row = rows[index] ?? null
        const before = value.get(userId)
        if (before === undefined) return expect(row).toBeNull()
        const now = after(points, before)
        value.set(userId, now)
        expect(row).toMatchObject({ user_id: userId, value_before: before, value_after: now, experience: now })
        expect(entries.find((entry) => entry.audit_id === row?.audit_id)).toMatchObject({
          ...{ user_id: userId, request_id: `r${index}`, reason: `why ${index}` },
          ...{ before: { experience: before }, after: { experience: now } },
        })
      })
    })
    await fc.assert(property, { numRuns: 15 })
  })

  it('are few statements for many requests', async () => {
    const ctx = await withMembers()
    const { db, sent } = counting(ctx.db)
    await Promise.all(userIds.map((userId) => change({ ...ctx, db }, userId, one)))
    expect(sent()).toBe(1)
  })

  it('of others do not wait for a member whom another transaction has in hand', async () => {
    const ctx = await withMembers()
    const [held = 0, ...others] = userIds
    let letGo = (): void => undefined
    const released = new Promise<void>((resolve) => (letGo = resolve))
    let isHeld = false
    const holding = ctx.db.transaction().execute(async (db) => {
      await sql`select from member where community_id = ${ctx.community.communityId} and user_id = ${held}
        for update`.execute(db)
      isHeld = true
      await released
    })
    await until('it is held', () => Promise.resolve(isHeld))
    const waiting = change(ctx, held, one)
    const queued = change(ctx, held, one)
    let answered = 0
    for (const userId of others) void change(ctx, userId, one).then(() => answered++)
    try {
      await until('the others are answered', () => Promise.resolve(answered === others.length), 2_000)
    } finally {
      letGo()
      await holding
    }
    expect([(await waiting)?.experience, (await queued)?.experience]).toEqual([1, 2])
  })

  it('of others are made although one is refused by the database, each once', async () => {
    const ctx = await withMembers()
    const [refused = 0, ...others] = userIds
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin if new.user_id = 11 then raise exception 'not this one'; end if; return new; end $$`.execute(app.dba)
    await sql`create trigger refusing before update on member for each row execute function refuse()`.execute(app.dba)
    try {
      const answers = await Promise.allSettled([refused, ...others].map((userId) => change(ctx, userId, one)))
      expect(answers[0]).toMatchObject({ status: 'rejected', reason: { message: 'not this one' } })
      expect(answers.slice(1).map((answer) => answer.status)).toEqual(others.map(() => 'fulfilled'))
    } finally {
      await sql`drop function refuse cascade`.execute(app.dba)
    }
    for (const userId of others) expect((await findMember(ctx, userId))?.experience).toBe(1)
    expect((await findMember(ctx, refused))?.experience).toBe(0)
  })

  it('that are lost with the connection are not made again', async () => {
    const ctx = await withMembers()
    const { db, sent } = counting(ctx.db)
    const asleep = sql`create function sleep() returns trigger language plpgsql as $$
      begin perform pg_sleep(20); return new; end $$`
    await asleep.execute(app.dba)
    await sql`create trigger sleeping before insert on audit_entry for each row execute function sleep()`.execute(
      app.dba,
    )
    try {
      const answers = Promise.allSettled(userIds.map((userId) => change({ ...ctx, db }, userId, one)))
      await until('the session is ended', async () => {
        const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
          where wait_event = 'PgSleep' and datname = current_database()`.execute(ctx.db)
        return rows.length > 0
      })
      expect((await answers).map(({ status }) => status)).toEqual(userIds.map(() => 'rejected'))
      expect(sent()).toBe(1)
    } finally {
      await sql`drop function sleep cascade`.execute(app.dba)
    }
    // the pool may hand out the ended connection once more before it notices
    await until('the pool answers again', () =>
      findMember(ctx, 11).then(
        () => true,
        () => false,
      ),
    )
    for (const userId of userIds) expect((await findMember(ctx, userId))?.experience).toBe(0)
  })
})

describe('when a statement is answered', () => {
  const events: string[] = []
  let letGo = (): void => undefined
  let held: Promise<void>
  beforeEach(() => {
    events.length = 0
    held = new Promise<void>((resolve) => (letGo = resolve))
  })

  const ask = coalesced<number, number>({
    name: 'in_order',
    most: 10,
    keyOf: null,
    ask: async (_db, _communityId, questions) => {
      // the pool lends its connection a tick later
      await new Promise<void>((resolve) => process.nextTick(resolve))
      events.push(`sent ${questions.join(' ')}`)
      await held
      return questions
    },
  })
  const db = {} as Db
  const asked = async (question: number): Promise<void> => {
    const answer = await ask(db, 'cmt_of_this_test', question)
    events.push(`answered ${answer}`)
  }

  it('the next one is sent before the answers are given', async () => {
    const first = asked(1)
    await until('the first statement is sent', () => events.length > 0)
    const second = asked(2)
    letGo()
    await Promise.all([first, second])
    expect(events).toEqual(['sent 1', 'sent 2', 'answered 1', 'answered 2'])
  })

  it('few who wait go along with those who ask again', async () => {
    const first = [1, 2, 3].map((question) => asked(question).then(() => asked(question * 10)))
    await until('the first statement is sent', () => events.length > 0)
    const waiting = asked(4)
    letGo()
    await Promise.all([...first, waiting])
    expect(events.slice(0, 5)).toEqual(['sent 1 2 3', 'answered 1', 'answered 2', 'answered 3', 'sent 4 10 20 30'])
  })
})

// Jest fails a test in which a promise is rejected that nobody waits for; a server would end
it('an answer that is still to come is waited for before anything else happens', async () => {
  const ask = coalesced<number, number>({
    name: 'late',
    most: 10,
    keyOf: null,
    ask: (_db, _communityId, questions) =>
      Promise.resolve(questions.map(() => Promise.reject<number>(new Error('refused')))),
  })
  await expect(ask({} as Db, 'cmt_of_this_test', 1)).rejects.toThrow('refused')
})

describe('a line that grows too long', () => {
  const ctx = { db: {} as Db, communityId: 'cmt_of_this_test' }
  afterEach(() => jest.restoreAllMocks())

  /** Asks of a database that answers nothing until it is let go. */
  function slow() {
    const held: (() => void)[] = []
    const ask = coalesced<number, number>({
      name: 'slow',
      most: 100,
      keyOf: null,
      ask: (_db, _communityId, questions) => new Promise((resolve) => held.push(() => resolve(questions))),
    })
    const letGo = async <T>(asked: Promise<T>): Promise<T> => {
      let isAnswered = false
      void asked.finally(() => (isAnswered = true))
      while (!isAnswered) {
        held.shift()?.()
        await new Promise(setImmediate)
      }
      return asked
    }
    return { ask: (question: number) => ask(ctx.db, ctx.communityId, question), letGo }
  }

  it('refuses at once what comes then, and answers everything else', async () => {
    const { ask, letGo } = slow()
    const first = ask(0)
    await new Promise(setImmediate)
    const waiting = Array.from({ length: 1_000 }, (_, index) => ask(1 + index))
    const refusal = { code: 'dependency_unavailable', retryAfterSeconds: expect.any(Number) }
    await expect(ask(5_000)).rejects.toMatchObject(refusal)
    expect(await letGo(Promise.all([first, ...waiting]))).toEqual(Array.from({ length: 1_001 }, (_, index) => index))
    expect(await letGo(ask(7))).toBe(7)
  })

  it('refuses at once while the first one waits for longer than two seconds', async () => {
    const { ask, letGo } = slow()
    void ask(1)
    await new Promise(setImmediate)
    const first = ask(2)
    const now = performance.now()
    jest.spyOn(performance, 'now').mockReturnValue(now + 1_900)
    const second = ask(3)
    jest.spyOn(performance, 'now').mockReturnValue(now + 2_100)
    await expect(ask(4)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    expect(await letGo(Promise.all([first, second]))).toEqual([2, 3])
  })
})

describe('reads', () => {
  it('are one statement for a community, and each finds its own member or none', async () => {
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

  it('in a transaction see what it has written', async () => {
    const ctx = await withMembers()
    await ctx.db.transaction().execute(async (db) => {
      await change({ ...ctx, db }, 11, one)
      const [inside, outside] = await Promise.all([findMember({ ...ctx, db }, 11), findMember(ctx, 11)])
      expect([inside?.experience, outside?.experience]).toEqual([1, 0])
    })
  })
})
