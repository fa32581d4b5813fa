// An erasure neither deadlocks with changes nor blocks them for long.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { eraseAccountFully } from '../../src/data-rights/full-erasure/actions'
import { retryOnLockTimeout } from '../../src/data-rights/retry-on-lock-timeout'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { settle } from './plant'
import { whereIs } from './scan'

let app: TestApp
let home: TestCommunity
const traces = { userId: 500_000_777, mark: 'ibismark' }
const member = `/v2/members/${traces.userId}`

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
  await createAward(await home.ctx(), 'medal', 'Valor')
  settle(app, traces)
})
afterAll(() => app.close())

const db = () => app.app.db
const award = () => home.client.post(`${member}/medals`, { name: 'Valor' })
const erase = () => eraseAccountFully(app.base, traces.userId, false)

/** Runs `work` while a transaction holds the member's row. */
function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  return db()
    .transaction()
    .execute(async (tx) => {
      await sql`select from member where user_id = ${traces.userId} for no key update`.execute(tx)
      return work()
    })
}

/** Number of attempts that have begun. */
async function begun(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select last_value::int as n from tries`.execute(db())
  return rows[0]?.n ?? 0
}

it('rolls back and retries while another transaction holds the member', async () => {
  await sql`create sequence tries; grant usage, select on sequence tries to public`.execute(app.dba)
  await home.client.get(member)
  const [done] = await whileLocked(async () => {
    const erasing = retryOnLockTimeout(app.base, traces.userId, async (tx) => {
      await sql`select nextval('tries')`.execute(tx)
      await sql`select from member where user_id = ${traces.userId} for update`.execute(tx)
      return 'done'
    })
    await until('the third attempt', async () => (await begun()) >= 3)
    return [erasing]
  })
  expect(await done).toBe('done')
})

it('reports that nothing was erased when every attempt timed out', async () => {
  await home.client.get(member)
  const refused = { code: 'dependency_unavailable', message: expect.stringContaining('Nothing was erased') as string }
  await whileLocked(async () => {
    const erasing = retryOnLockTimeout(
      app.base,
      traces.userId,
      (tx) => sql`select from member where user_id = ${traces.userId} for update`.execute(tx),
      0,
    )
    await expect(erasing).rejects.toMatchObject(refused)
  })
})

it('does not retry after another error', async () => {
  let tries = 0
  const failing = retryOnLockTimeout(app.base, traces.userId, () => {
    tries++
    return Promise.reject(new Error('no'))
  })
  await expect(failing).rejects.toThrow('no')
  expect(tries).toBe(1)
})

it('does not deadlock with concurrent awards of a medal to a member that is created meanwhile', async () => {
  // triggers delay the erasure, and the award between its lock and its insert
  await sql`create function dawdle() returns trigger language plpgsql as $$
    begin perform pg_sleep(tg_argv[0]::float); return new; end $$`.execute(app.dba)
  for (const [when, pause] of [
    ['after delete on verified_account for each statement', 0.03],
    ['after delete on member_medal for each statement', 0.03],
    ['before insert on member_medal for each row', 0.005],
  ] as const) {
    await sql
      .raw(`create trigger dawdle_${when.split(' ')[0]} ${when} execute function dawdle(${pause})`)
      .execute(app.dba)
  }
  const statuses = new Set<number>()
  for (let round = 0; round < 12; round++) {
    await erase()
    const medals = async () => {
      await home.client.get(member)
      return Promise.all(Array.from({ length: 16 }, award))
    }
    const [, answers] = await Promise.all([erase(), medals()])
    answers.forEach(({ status }) => statuses.add(status))
  }
  expect([...statuses].filter((status) => ![200, 404].includes(status))).toEqual([])
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(db())
  expect(rows).toEqual([{ deadlocks: 0 }])
  await erase()
  expect(await whereIs(db(), traces)).toEqual([])
})
