// Several processes: crashes, leases, lost notifications, many callers.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { makeApp, makeWorker } from '../../src/process/app'
import { openDatabase } from '../../src/db/database'
import { reapDeadWorkers, unlockJobs } from '../../src/jobs/queries'
import { startWorker } from '../../src/jobs/worker'
import { cancelIfUnsent } from '../../src/operations/enqueue/queries'
import { execute, newExecution } from '../../src/operations/dispatch/execute'
import {
  claimOperation,
  endOperation,
  recordSteps,
  reschedule,
  succeed,
  type Claimed,
} from '../../src/operations/dispatch/queries'
import type { RankRow } from '../../src/ranks/queries'
import { requeueExpiredLeases } from '../../src/operations/sweep/queries'
import {
  group,
  makeClient,
  serve,
  startTestApp,
  tasksOf,
  testSettings,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { until } from '../support/until'
import {
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
  rolesOnPlatform,
  watchCalls,
  watchWrites,
} from './fixture'

const { roles } = group
const [first, second, third] = group.members

const fail = (what: string): never => {
  throw new Error(what)
}

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  await release(app)
  community = await app.community()
})

it('a worker starts without a warning', () => {
  expect(app.logs.filter(({ level }) => level !== 'info' && level !== 'debug')).toEqual([])
})

describe('a worker that dies', () => {
  /** Makes the operation look claimed by a worker that has crashed. */
  const orphan = (id: string, steps: object[] = []) =>
    sql`
    update platform_operation set status = 'dispatching', worker_id = 'crashed worker', claims = 1,
      lease_until = now() - interval '1 second', sent = ${steps.length > 0}, steps = ${JSON.stringify(steps)}::jsonb
    where operation_id = ${id}`.execute(app.app.db)
  const assign = { verb: 'assign', role: roles.sergeant }

  it('leaves an unsent rank change to another worker, which sends it once', async () => {
    const writes = watchWrites(app, first)
    await hold(app)
    const id = await accepted(community, { userId: first, rankId: 50 })
    await orphan(id)
    await until('it is requeued', async () => (await rowOf(app, id)).reason === 'worker-lost')
    await release(app)
    const ended = await settled(community, id)
    expect(statusesOf(ended)).toEqual(['queued', 'dispatching', 'queued worker-lost', 'dispatching', 'succeeded'])
    expect([writes.applied().length, (await rowOf(app, id)).claims]).toEqual([1, 2])
  })

  it('leaves a sent write to be read first, which is not repeated if applied', async () => {
    const writes = watchWrites(app, first)
    await hold(app)
    const id = await accepted(community, { userId: first, rankId: 50 })
    app.world.giveRole(group.id, first, roles.sergeant)
    await orphan(id, [assign])
    await until('it is requeued', async () => (await rowOf(app, id)).status === 'outcome_pending')
    await release(app)
    expect(statusesOf(await settled(community, id))).toEqual([
      'queued',
      'dispatching',
      'outcome_pending worker-lost',
      'succeeded',
    ])
    expect(writes.applied()).toEqual([])
  })

  it('leaves a sent write to be read first, which is repeated if not applied', async () => {
    const writes = watchWrites(app, first)
    await hold(app)
    const id = await accepted(community, { userId: first, rankId: 50 })
    await orphan(id, [assign])
    await until('it is requeued', async () => (await rowOf(app, id)).status === 'outcome_pending')
    await release(app)
    expect((await settled(community, id)).status).toBe('succeeded')
    expect(writes.effective()).toEqual([`assignRole ${roles.sergeant}`])
  })

  it('is removed after its heartbeat expires, and its jobs are unlocked', async () => {
    const name = `runner of ${randomUUID()}`
    await sql`insert into worker_process (worker_id, beat_at, job_workers)
      values (${name}, now() - interval '25 seconds', array[${name}])`.execute(app.app.db)
    await sql`select graphile_worker.add_job('sync-ranks', run_at => now() + interval '1 hour', job_key => ${name})`.execute(
      app.app.db,
    )
    await sql`update graphile_worker._private_jobs set locked_by = ${name}, locked_at = now() - interval '25 seconds'
      where key = ${name}`.execute(app.app.db)
    const locked = async () => {
      const { rows } = await sql<{ locked_by: string | null }>`
        select locked_by from graphile_worker._private_jobs where key = ${name}`.execute(app.app.db)
      return rows[0]?.locked_by
    }
    expect(await locked()).toBe(name)
    await until('the jobs are unlocked', async () => (await locked()) === null)
    const { rows } = await sql`select from worker_process where worker_id = ${name}`.execute(app.app.db)
    expect(rows).toEqual([])
    await sql`select graphile_worker.remove_job(${name})`.execute(app.app.db)
  })

  it('leaves its jobs to a worker that starts later, which runs them', async () => {
    const alone = await startTestApp({ worker: false })
    const { db } = alone.app
    const name = `runner of ${randomUUID()}`
    await sql`insert into worker_process (worker_id, beat_at, job_workers)
      values (${name}, now() - interval '25 seconds', array[${name}])`.execute(db)
    await sql`select graphile_worker.add_job('purge-batches', job_key => ${name})`.execute(db)
    await sql`update graphile_worker._private_jobs set locked_by = ${name}, locked_at = now() - interval '25 seconds'`.execute(
      db,
    )
    const worker = makeWorker(alone.parts)
    try {
      await until('the job has run', async () => {
        const { rows } = await sql`select from graphile_worker._private_jobs where key = ${name}`.execute(db)
        return rows.length === 0
      })
    } finally {
      await worker.stop()
      await alone.close()
    }
  })
})

it('a job is unlocked when no living worker has the name in its lock, not even a worker that was killed at its start', async () => {
  const alone = await startTestApp({ worker: false })
  const { db } = alone.app
  try {
    await sql`insert into worker_process (worker_id, job_workers) values ('alive', array['runner'])`.execute(db)
    await sql`insert into worker_process (worker_id, job_workers, beat_at)
      values ('dead', array['former'], now() - interval '25 seconds')`.execute(db)
    const locks = [
      ['of a living worker', 'runner', '1 hour'],
      ['of a runner that starts', 'starting', '1 second'],
      ['of a dead worker', 'former', '25 seconds'],
      ['of a worker that was killed at its start', 'nameless', '25 seconds'],
    ] as const
    for (const [key, name, age] of locks) {
      await sql`select graphile_worker.add_job('purge-batches', job_key => ${key})`.execute(db)
      await sql`update graphile_worker._private_jobs set locked_by = ${name}, locked_at = now() - ${age}::interval
        where key = ${key}`.execute(db)
    }
    await reapDeadWorkers(db, 20)
    const { rows } = await sql<{ key: string }>`
      select key from graphile_worker.jobs where locked_by is not null order by id`.execute(db)
    expect(rows.map(({ key }) => key)).toEqual(['of a living worker', 'of a runner that starts'])
    const workers = await db.selectFrom('worker_process').select('worker_id').execute()
    expect(workers).toEqual([{ worker_id: 'alive' }])
  } finally {
    await alone.close()
  }
})

it('a runner that ended by itself is restarted, and runs the jobs that it had locked', async () => {
  const alone = await startTestApp({ worker: false })
  const { db } = alone.app
  const queue = openDatabase(alone.parts.connectionString, 6, alone.parts.log)
  const rename = (from: string, to: string) =>
    sql`alter table graphile_worker.${sql.id(from)} rename to ${sql.id(to)}`.execute(alone.dba)
  let runs = 0
  let lockedBy: string | null = null
  const purge = async (): Promise<void> => {
    if (++runs > 1) return
    const { rows } = await sql<{ locked_by: string }>`
      select locked_by from graphile_worker._private_jobs where locked_by is not null`.execute(db)
    lockedBy = rows[0]?.locked_by ?? null
    // the runner then cannot store the end of the job
    await rename('_private_jobs', 'hidden_jobs')
  }
  const tasks = { ...tasksOf(alone), 'purge-batches': purge }
  const released: string[] = []
  const release = async (names: readonly string[]): Promise<void> => {
    released.push(...names)
    await unlockJobs(db, names)
  }
  const worker = startWorker(queue.pool, tasks, alone.parts.log, release)
  try {
    await sql`select graphile_worker.add_job('purge-batches')`.execute(db)
    await until('the runner ended', () => alone.logs.some(({ msg }) => msg === 'the job runner ended and is restarted'))
    await rename('hidden_jobs', '_private_jobs')
    await until('the job has run again', async () => {
      const { rows } = await sql`select from graphile_worker._private_jobs`.execute(db)
      return rows.length === 0
    })
    expect(runs).toBe(2)
    expect(released).toContain(lockedBy)
    const said = alone.logs.filter(({ msg }) => String(msg).startsWith('Failed to release job'))
    expect(said.map(({ level }) => level)).not.toContain('error')
    expect(said.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/; the worker ends, and another one runs the job$/),
    ])
  } finally {
    await worker.stop()
    await queue.close()
    await alone.close()
  }
})

describe('a worker whose lease expired', () => {
  let alone: TestApp
  let there: TestCommunity
  beforeAll(async () => {
    alone = await startTestApp()
    await alone.worker?.stop()
    await sql`insert into worker_process (worker_id) values ('other')`.execute(alone.app.db)
    there = await alone.community()
  })
  afterAll(() => alone.close())

  /** A rank change that one worker claimed, whose lease expired, and that another then claimed. */
  async function reclaimed(): Promise<{ id: string; old: Claimed; fresh: Claimed }> {
    const { db } = alone.app
    const id = await accepted(there, { userId: second, rankId: 50 })
    const old = await claimOperation(db, { workerId: 'slow', leaseSeconds: 0 }, ['bulk'])
    await until('it is requeued', async () => (await requeueExpiredLeases(db)) === 1)
    const fresh = await claimOperation(db, { workerId: 'slow', leaseSeconds: 60 }, ['bulk'])
    if (!old || !fresh) throw new Error('nothing was claimed')
    expect([old, fresh].map(({ operation }) => operation.operation_id)).toEqual([id, id])
    expect(fresh.operation.claims).toBe(old.operation.claims + 1)
    return { id, old, fresh }
  }

  const sergeantOf = ({ ranks }: Claimed) =>
    ranks.find((rank) => rank.unique_id === roles.sergeant) ?? fail('the rank is not stored')
  const writesTo = (target: RankRow) => ({
    target,
    steps: [{ verb: 'assign', role: roles.sergeant }] as const,
    former: null,
    leaseSeconds: 60,
    begins: false,
    takes: false,
  })
  const executed = (claimed: Claimed, claimer: { workerId: string; leaseSeconds: number }) =>
    execute(newExecution(alone.base, claimed, claimer, 'scheduler'))

  it('stores nothing, although the new claim has the same worker id', async () => {
    const { id, old, fresh } = await reclaimed()
    const ctx = await there.ctx()
    const before = await rowOf(alone, id)
    const rank = sergeantOf(old)
    const failure = {
      do: 'fail',
      code: 'rank_not_found',
      message: 'late',
      retryAfterSeconds: null,
      hasLeft: false,
      written: null,
    } as const
    const later = { do: 'reschedule', status: 'queued', reason: 'late', inSeconds: 0, settleSeconds: 0 } as const
    expect(await recordSteps(ctx, old.operation, writesTo(rank))).toBeNull()
    await succeed(ctx, old.operation, {
      do: 'succeed',
      target: rank,
      rank,
      move: { action: 'member.rank', before: {}, after: {} },
      former: null,
      roles: [],
      written: null,
    })
    await endOperation(ctx, old.operation, failure)
    await reschedule(ctx, old.operation, { ...later, failures: 1, sent: false, unsent: 0 })
    expect(await rowOf(alone, id)).toEqual(before)
    expect(await recordSteps(ctx, fresh.operation, writesTo(rank))).toMatchObject({
      suspended: false,
      blacklisted: false,
    })
    await endOperation(ctx, fresh.operation, failure)
  })

  it('sends nothing, and the other one completes the rank change', async () => {
    const { id, old, fresh } = await reclaimed()
    const writes = watchCalls(alone, /Role$/)
    await executed(old, { workerId: 'slow', leaseSeconds: 60 })
    expect([writes(), (await rowOf(alone, id)).status]).toEqual([0, 'dispatching'])
    await executed(fresh, { workerId: 'slow', leaseSeconds: 60 })
    expect([writes(), (await rowOf(alone, id)).status]).toEqual([1, 'succeeded'])
  })

  it.each<[string, (id: string) => Promise<unknown>, string]>([
    [
      'its caller stopped waiting',
      async (id) => cancelIfUnsent(await there.ctx(), id),
      'deadline-cancelled-before-dispatch',
    ],
    ['its deadline has passed', (id) => expireDeadline(alone, id), 'deadline-cancelled-before-dispatch'],
  ])('sends nothing of a claimed rank change when %s', async (_name, meanwhile, code) => {
    const id = await accepted(there, { userId: third, rankId: 50 })
    const claimer = { workerId: 'other', leaseSeconds: 60 }
    const row = await claimOperation(alone.app.db, claimer, ['bulk'])
    const writes = watchCalls(alone, /Role$/)
    await meanwhile(id)
    await executed(row as Claimed, claimer)
    expect([row?.operation.operation_id, writes(), (await rowOf(alone, id)).error_code]).toEqual([id, 0, code])
  })

  it('sends nothing, even if no other worker has claimed the rank change', async () => {
    const { db } = alone.app
    const id = await accepted(there, { userId: third, rankId: 50 })
    const row = await claimOperation(db, { workerId: 'slow', leaseSeconds: 0 }, ['bulk'])
    const writes = watchCalls(alone, /Role$/)
    await executed(row as Claimed, { workerId: 'slow', leaseSeconds: 0 })
    expect([writes(), (await rowOf(alone, id)).sent]).toEqual([0, false])
  })

  it('commits the record of a first write synchronously, whatever plan is used', async () => {
    const claimer = { workerId: 'other', leaseSeconds: 60 }
    const ctx = await there.ctx()
    const claimed = async (userId: number): Promise<Claimed> => {
      await accepted(there, { userId, rankId: 50 })
      return (await claimOperation(ctx.db, claimer, ['bulk'])) ?? fail('it could not be claimed')
    }
    const sender = await claimed(first)
    const beginner = await claimed(second)
    await recordSteps(ctx, sender.operation, writesTo(sergeantOf(sender)))
    const commits = await ctx.db.transaction().execute(async (db) => {
      await sql`set local synchronous_commit = on`.execute(db)
      // the plan of a small table, in which conditions are evaluated for each row
      await sql`set local enable_indexscan = off`.execute(db)
      await sql`set local enable_bitmapscan = off`.execute(db)
      expect(await recordSteps({ ...ctx, db }, beginner.operation, writesTo(sergeantOf(beginner)))).not.toBeNull()
      return sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
    })
    expect(commits.rows).toEqual([{ synchronous_commit: 'on' }])
  })
})

describe('a synchronous caller', () => {
  it('holds no database connection while it waits', async () => {
    const settings = { ...testSettings, platformTimeoutMs: 120_000, rankChangeWaitMs: 150_000 }
    const small = await startTestApp({ poolSize: 2, settings })
    try {
      const { client } = await small.community()
      small.world.addMembers(group.id, 2_000, 20)
      const callers = Array.from({ length: 20 }, (_, index) => 2_000 + index)
      for (const userId of callers) await client.get(`/v2/members/${userId}`)
      const reads = watchCalls(small, /\/memberships/)
      small.simulator.faults.add({ kind: 'hold', path: rolesPath })
      let answered = 0
      const waiting = callers.map((userId) =>
        client.put(`/v2/members/${userId}/rank`, { rankId: 50 }).finally(() => answered++),
      )
      await until('the platform is asked', () => reads() >= 8)
      for (let count = 0; count < 20; count++) expect((await client.get('/v2/ranks')).status).toBe(200)
      expect(answered).toBe(0)
      small.simulator.faults.clear()
      const answers = await Promise.all(waiting)
      expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200))
    } finally {
      await small.close()
    }
  })

  it('receives the result although the notification was lost', async () => {
    await community.client.get(`/v2/members/${first}`)
    await hold(app)
    const asked = community.client.put(`/v2/members/${first}/rank`, { rankId: 50 })
    const queued = async (): Promise<boolean> => {
      const { rows } = await sql`select from platform_operation
        where community_id = ${community.communityId} and status = 'queued'`.execute(app.app.db)
      return rows.length === 1
    }
    await until('it is queued', queued)
    const { rows } = await sql<{ gone: boolean }>`select pg_terminate_backend(pid) as gone from pg_stat_activity
      where application_name = 'community-server-listener' and datname = current_database()`.execute(app.app.db)
    expect(rows).toEqual([{ gone: true }])
    await release(app)
    expect((await asked).status).toBe(200)
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.sergeant])
  })
})

it('a worker can be stopped while it starts', async () => {
  const workers = [0, 1, 2].map(() => makeWorker(app.parts))
  await Promise.all(workers.map((worker) => worker.stop()))
  const { rows } = await sql`select from worker_process`.execute(app.app.db)
  expect(rows).toHaveLength(1)
})

it('two API processes share one worker, and each shows the rank changes of the other', async () => {
  const api = await makeApp(app.parts)
  const { url, close } = await serve(api)
  try {
    const credentials = { Authorization: `Bearer ${community.key}`, 'X-Community-Id': community.communityId }
    const other: TestCommunity = { ...community, client: makeClient(url, credentials) }
    const answers = await Promise.all([
      community.client.put(`/v2/members/${first}/rank`, { rankId: 50 }),
      other.client.put(`/v2/members/${second}/rank`, { rankId: 100 }),
    ])
    expect(answers.map(({ status, body }) => [status, body.data?.rank.rankId])).toEqual([
      [200, 50],
      [200, 100],
    ])
    await hold(app)
    const id = await accepted(community, { userId: third, rankId: 50 })
    expect((await read(other, id)).status).toBe('queued')
    expect((await other.client.post(`/v2/platform-operations/${id}/cancel`)).status).toBe(200)
    expect((await read(community, id)).status).toBe('cancelled')
    await release(app)
    const later = await accepted(other, { userId: third, rankId: 10 })
    expect((await settled(community, later)).status).toBe('succeeded')
  } finally {
    await close()
  }
})
