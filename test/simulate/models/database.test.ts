// The same random statements on PostgreSQL, whose clock the test sets, and on the model of it: the answers and rows are
// the same.
import { sql, type Selectable } from 'kysely'
import type { DB } from '../../../generated/database'
import { drawsOf, weighted, type Draws } from '../../../scripts/simulate/draws'
import { Database, type Request, type StoredCommunity } from '../../../scripts/simulate/database'
import { transitions } from '../../../scripts/simulate/sometimes'
import { inTransaction, type Ctx } from '../../../src/context'
import { openDatabase } from '../../../src/db/database'
import type { Excess } from '../../../src/auth/takes/rules'
import { allScopes, issueKey } from '../../../src/auth/actions'
import { countTakes } from '../../../src/auth/takes/queries'
import { ensureMember } from '../../../src/members/actions'
import { markLifted, endKeptSuspensions, insertSuspension } from '../../../src/moderation/suspensions/queries'
import { startRestores } from '../../../src/moderation/suspensions/restore'
import { recordPlatformCalls } from '../../../src/operations/dispatch/budget/queries'
import {
  cancelIfOverdue,
  claimOperation,
  endOperation,
  recordSteps,
  reschedule,
  succeed,
  type Claimed,
  type Priority,
} from '../../../src/operations/dispatch/queries'
import type { Authority } from '../../../src/operations/dispatch/state'
import { operationIdOf } from '../../../src/operations/enqueue/preconditions'
import { cancelIfUnsent, enqueueOne } from '../../../src/operations/enqueue/queries'
import { pauseCommunity, resumeCommunity } from '../../../src/operations/operator/actions'
import { cancelQueued } from '../../../src/operations/submit-async/queries'
import { cancelOverdue, requeueExpiredLeases, wakeDispatch } from '../../../src/operations/sweep/queries'
import { everyRank, group, startTestApp, type TestApp } from '../../support/app'
import { runs } from '../../support/runs'

const RUNS = runs(10)
const STEPS = 200
const [first, second] = group.members
const users = [first, second] as const
const { private: privateRole, sergeant, lieutenant } = group.roles
const job = { kind: 'job', id: 'model' } as const
/** Limit of the key of each pair. */
const TAKES_PER_HOUR = 3
const START = Date.parse('2030-01-01T00:00:00Z')

let app: TestApp
let real: ReturnType<typeof openDatabase>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const { dba, databaseUrl } = app
  await sql`insert into worker_process (worker_id, beat_at) values ('model', 'infinity')`.execute(dba)
  await setClock()
  real = openDatabase(databaseUrl, 2, app.parts.log)
})
afterAll(async () => {
  await real.close()
  await app.close()
})

/** Lets `now()` and `clock_timestamp()` of new sessions read a table. */
async function setClock(): Promise<void> {
  const { dba, databaseUrl } = app
  const database = new URL(databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
  await sql
    .raw(`create schema sim; create table sim.clock (at timestamptz); insert into sim.clock values (now())`)
    .execute(dba)
  for (const name of ['now', 'clock_timestamp'])
    await sql
      .raw(`create function sim.${name}() returns timestamptz language sql stable as 'select at from sim.clock'`)
      .execute(dba)
  await sql.raw(`alter database "${database}" set search_path = sim, public, pg_catalog`).execute(dba)
  await dba.connection().execute(async (session) => {
    await sql.raw(`set search_path = sim, public, pg_catalog`).execute(session)
    for (const view of ['live_suspension', 'live_blacklist_entry']) {
      const { rows } = await sql<{ text: string }>`select pg_get_viewdef(${view}::regclass) as text`.execute(session)
      const text = rows[0]?.text.replaceAll('pg_catalog.now()', 'now()') ?? ''
      await sql.raw(`create or replace view ${view} as ${text}`).execute(session)
    }
    await sql.raw(`reset search_path`).execute(session)
  })
}

interface Pair {
  readonly ctx: Ctx
  readonly communityId: string
  readonly keyId: string
  readonly draws: Draws
  readonly model: Database
  readonly stored: StoredCommunity
  readonly clock: { now: number }
  readonly claimed: { readonly real: Claimed; readonly model: Claimed }[]
  count: number
}

/** Runs a step on both. @returns what PostgreSQL and the model answered */
type Step = (pair: Pair, name: string) => Promise<readonly [unknown, unknown]>

const steps: readonly { readonly weight: number; readonly run: Step }[] = [
  { weight: 10, run: enqueue },
  { weight: 14, run: claim },
  { weight: 8, run: record },
  { weight: 8, run: end },
  { weight: 4, run: cancel },
  { weight: 8, run: pass },
  { weight: 8, run: sweep },
  { weight: 4, run: suspend },
  { weight: 2, run: lift },
  { weight: 3, run: charge },
  { weight: 4, run: take },
  { weight: 2, run: declare },
  { weight: 2, run: connect },
  { weight: 2, run: pauseOrResume },
]

test.each(Array.from({ length: RUNS }, (_, index) => index + 1))(
  'the same rows after each statement of run %i',
  async (seed) => {
    const pair = await makePair(seed)
    for (let number = 0; number < STEPS; number++) {
      const name = `step ${number}`
      const { run } = weighted(pair.draws, name, steps)
      const [one, other] = await run(pair, name)
      expect({ name: run.name, number, answer: other }).toEqual({ name: run.name, number, answer: one })
      expect({ name: run.name, number, rows: rowsOf(pair) }).toEqual({
        name: run.name,
        number,
        rows: await realRows(pair),
      })
      expect(await wokenTasks()).toEqual(expect.arrayContaining(pair.model.jobs.map(({ task }) => `dispatch-${task}`)))
      pair.model.jobs = []
    }
  },
)

test('the transitions of the list are those of the table', async () => {
  const { rows } = await sql<{ text: string }>`
    select from_status || ' → ' || to_status as text from platform_operation_transition`.execute(app.dba)
  expect([...transitions].sort()).toEqual([...rows.map(({ text }) => text), 'new → queued'].sort())
})

async function makePair(seed: number): Promise<Pair> {
  const community = await app.community()
  const { communityId } = community
  const ctx = { ...(await community.ctx()), db: real.db, actor: job, now: () => new Date(0) }
  const bounds = { ...everyRank, takesPerHourLimit: TAKES_PER_HOUR }
  const { keyId } = await issueKey(await community.ctx(), { name: 'model', scopes: allScopes, expiresAt: null, bounds })
  for (const userId of users) await ensureMember(await community.ctx(), userId)
  const { rows: ranks } = await sql<StoredCommunity['ranks'][number]>`
    select unique_id, rank_id, name, member_count, auto_rank_experience, managed from rank
    where community_id = ${communityId} order by rank_id`.execute(real.db)
  // rows of earlier runs
  await sql`delete from graphile_worker._private_jobs`.execute(app.dba)
  for (const table of ['platform_budget', 'suspension', 'platform_operation', 'dispatch_lane'])
    await sql`delete from ${sql.table(table)}`.execute(app.dba)
  // the model has one worker
  await sql`insert into worker_process (worker_id, beat_at) values ('w', 'infinity') on conflict do nothing`.execute(
    app.dba,
  )
  const clock = { now: START }
  const stored: StoredCommunity = {
    id: communityId,
    groupId: group.id,
    owner: `key ${group.owner}`,
    perMinute: 300,
    status: 'connected',
    checkingUntil: 0,
    ranks,
    singleRank: false,
    autoRankDemotes: false,
    keys: new Map([[keyId, { revoked: false, owner: keyId, takesPerHour: TAKES_PER_HOUR, bounds: null }]]),
    turnAt: null,
    paused: false,
    members: new Map(users.map((userId) => [userId, { rank: null, roles: [], unfinished: [], experience: 0 }])),
    blacklisted: new Set(),
    blacklistedGroups: new Set(),
  }
  const model = new Database(clock, new Map([[communityId, stored]]))
  const pair = { ctx, communityId, keyId, draws: drawsOf(seed), model, stored, clock, claimed: [], count: 0 }
  await show(pair)
  return pair
}

const show = ({ clock }: Pair) => sql`update sim.clock set at = ${new Date(clock.now).toISOString()}`.execute(app.dba)

/** The id of an operation, in base 32, unique in the database. */
function newId(pair: Pair): string {
  const digits = `${pair.communityId} ${pair.count++}`
  return `op_${[...Array(20).keys()].map((at) => 'abcdefghijklmnopqrstuvwxyz234567'[Math.floor(drawsOf(at).unit(digits) * 32)]).join('')}`
}

async function enqueue(pair: Pair, name: string) {
  const { ctx, draws, communityId, keyId, model } = pair
  const actor = draws.chance(`${name} by a key`, 0.4) ? ({ kind: 'key', id: keyId } as const) : job
  const awaited = draws.chance(`${name} awaited`, 0.3)
  const request: Request = {
    communityId,
    operationId: newId(pair),
    userId: draws.pick(`${name} user`, users),
    awaited,
    actor,
    supersede: !awaited && draws.chance(`${name} supersedes`, 0.2),
    ...draws.pick(`${name} kind`, [
      { kind: 'rank.set', targetUniqueId: sergeant } as const,
      { kind: 'rank.promote', targetUniqueId: null } as const,
      { kind: 'rank.auto', targetUniqueId: null, reuses: true, mustRun: true } as const,
      { kind: 'role.assign', targetUniqueId: sergeant, supersede: !awaited } as const,
      { kind: 'role.unassign', targetUniqueId: sergeant, supersede: !awaited } as const,
      { kind: 'role.unassign', targetUniqueId: lieutenant } as const,
      { kind: 'join.accept', targetUniqueId: null } as const,
      { kind: 'join.decline', targetUniqueId: null, supersede: !awaited } as const,
    ]),
    deadlineSeconds: draws.pick(`${name} deadline`, [5, 60, 600]),
  }
  const acceptance = await enqueueOne({ ...ctx, actor }, { ...request, requires: null })
  const accepted = model.enqueue(request)
  return [operationIdOf(acceptance), accepted] as const
}

const comparable = ({ operation, authority, ranks, connection, suspension, experience }: Claimed) => ({
  id: operation.operation_id,
  status: operation.status,
  claims: operation.claims,
  experience,
  suspension,
  suspended: authority.suspended,
  unmanaged: [...authority.unmanaged].sort(),
  unfinished: authority.unfinished,
  declared: authority.community.ranksDeclared,
  connected: connection?.status,
  key: authority.key !== null,
  ranks: ranks.map(({ unique_id, managed }) => [unique_id, managed]),
})

async function claim(pair: Pair, name: string) {
  const lanes = pair.draws.pick<readonly Priority[]>(`${name} lanes`, [
    ['settle', 'urgent'],
    ['settle', 'urgent', 'bulk'],
  ])
  const one = await claimOperation(pair.ctx.db, { workerId: 'w', leaseSeconds: 20 }, lanes)
  const other = pair.model.claim('w', lanes, 20, 8)
  if (one && other) pair.claimed.push({ real: one, model: other })
  return [one && comparable(one), other && comparable(other)] as const
}

/** The newest claim or, one time in five, an older one, whose lease is lost. */
const claimOf = ({ claimed, draws }: Pair, name: string) =>
  draws.chance(`${name} newest`, 0.8) ? claimed.at(-1) : claimed[draws.between(`${name} of`, 0, claimed.length - 1)]

async function record(pair: Pair, name: string) {
  const of = claimOf(pair, name)
  const target = of?.real.ranks.find(({ unique_id }) => unique_id === sergeant)
  if (!of || !target) return [0, 0] as const
  const former = pair.draws.chance(`${name} former`, 0.5) ? { rank: privateRole, roles: [privateRole] } : null
  const writes = {
    target,
    steps: [{ verb: 'assign', role: sergeant } as const],
    former,
    leaseSeconds: 20,
    begins: false,
    takes: pair.draws.chance(`${name} takes`, 0.7),
  }
  const one = await recordSteps({ ...pair.ctx, now: () => new Date(pair.clock.now) }, of.real.operation, writes)
  const other = pair.model.record(of.model.operation, writes)
  if (one === 'paused') throw new Error('nothing is paused')
  return [recorded(one), recorded(other)] as const
}

const recorded = (answer: Authority | Excess | null): unknown => {
  if (answer === null || !('limit' in answer)) return answer?.suspended ?? null
  const { limit, remaining, resetMs } = answer
  return { limit, remaining, resetMs: resetMs === null ? null : Math.round(resetMs) }
}

/** Takes one or more at once, as a batch does. */
async function take({ ctx, model, draws, communityId, keyId }: Pair, name: string) {
  const needed = draws.between(`${name} needed`, 1, TAKES_PER_HOUR + 1)
  const one = await countTakes(ctx.db, { communityId, kind: 'key', id: keyId }, needed)
  const other = model.countTakes(communityId, { owner: keyId, most: TAKES_PER_HOUR }, needed)
  const { granted, remaining, resetMs } = one
  return [{ granted, remaining, resetMs: resetMs === null ? null : Math.round(resetMs) }, other] as const
}

async function end(pair: Pair, name: string) {
  const of = claimOf(pair, name)
  if (!of) return [0, 0] as const
  const { ctx, model, draws } = pair
  const [rank] = of.real.ranks.filter(({ unique_id }) => unique_id === lieutenant)
  if (!rank) throw new Error('the rank is not stored')
  const later = {
    ...({ do: 'reschedule', reason: 'platform_cloud_timeout', failures: 1 } as const),
    unsent: draws.between(`${name} unsent`, 0, 1),
    ...draws.pick(`${name} later`, [
      { status: 'queued', sent: false, inSeconds: 2, settleSeconds: 0 } as const,
      { status: 'outcome_pending', sent: true, inSeconds: 0, settleSeconds: 7 } as const,
    ]),
  }
  const success = {
    do: 'succeed',
    target: rank,
    rank,
    move: null,
    former: { rank: privateRole, roles: [privateRole] },
    roles: [lieutenant],
    written: null,
  } as const
  const failure = {
    ...({
      do: 'fail',
      code: 'rank_not_found',
      message: 'm',
      retryAfterSeconds: null,
      hasLeft: false,
      written: null,
    } as const),
  }
  const { operation } = of.real
  switch (draws.pick(`${name} way`, ['succeed', 'fail', 'later', 'later', 'overdue'])) {
    case 'succeed':
      return [await succeed(ctx, operation, success), model.succeed(of.model.operation, success)] as const
    case 'fail':
      return [await endOperation(ctx, operation, failure), model.fail(of.model.operation, failure)] as const
    case 'later':
      return [await reschedule(ctx, operation, later), model.reschedule(of.model.operation, later)] as const
    default:
      return [await cancelIfOverdue(ctx, operation), model.cancelIfOverdue(of.model.operation)] as const
  }
}

async function cancel({ ctx, model, draws }: Pair, name: string) {
  if (model.operations.length === 0) return [0, 0] as const
  const { operation_id: id } = draws.pick(`${name} of`, model.operations)
  if (draws.chance(`${name} waits`, 0.5)) {
    const other = model.cancel(id, ['queued', 'dispatching'], 'deadline-cancelled-before-dispatch')
    return [await cancelIfUnsent(ctx, id), other] as const
  }
  return [await cancelQueued(ctx, id), model.cancel(id, ['queued'], 'operation_cancelled')] as const
}

/** Lets time pass; never a whole number of seconds, so that no two times are equal. */
async function pass(pair: Pair, name: string) {
  pair.clock.now +=
    pair.draws.pick(`${name} ms`, [130, 1_370, 6_410, 25_730, 61_590, 1_271_830]) + pair.draws.between(name, 0, 9)
  await show(pair)
  return [0, 0] as const
}

async function sweep(pair: Pair) {
  const { ctx, model } = pair
  await inTransaction(ctx, (tx) => startRestores({ ...tx, actor: { kind: 'job', id: 'end-suspensions' } }, 'all', 50))
  const ids = new Map((await suspensions(pair)).map((row) => [row.suspension_id, row.operation_id]))
  model.restoreDue(({ id }) => ids.get(id) ?? '')
  await endKeptSuspensions(ctx.db, 'all', { actor: job, requestId: null })
  model.endKept()
  await cancelOverdue(ctx.db)
  model.cancelOverdue()
  await requeueExpiredLeases(ctx.db)
  model.requeueExpired()
  await wakeDispatch(ctx.db)
  model.wakeDispatch()
  return [0, 0] as const
}

async function suspend(pair: Pair, name: string) {
  const { ctx, model, draws, communityId, clock } = pair
  const userId = draws.pick(`${name} user`, users)
  const isKept = draws.chance(`${name} kept`, 0.3)
  const operationId = newId(pair)
  const id = operationId.replace('op_', 'sus_')
  const endsAt = clock.now + 1_000 * draws.between(`${name} for`, 20, 90)
  const request: Request = {
    communityId,
    operationId,
    userId,
    kind: 'rank.suspend',
    awaited: true,
    deadlineSeconds: 25,
    actor: job,
    targetUniqueId: isKept ? null : privateRole,
  }
  const other = model.suspend(request, { id, endsAt }, model.snapshot(communityId, userId))
  if (other === null) {
    await inTransaction(ctx, async (tx) => {
      await endKeptSuspensions(tx.db, { communityId, userId }, tx)
      const move = isKept ? null : { suspendedUniqueId: privateRole, operationId }
      if (move) await enqueueOne(tx, request)
      await insertSuspension(tx, {
        suspensionId: id,
        userId,
        reason: null,
        endsAt: new Date(endsAt).toISOString(),
        move,
      })
    })
  }
  return [0, 0] as const
}

async function lift(pair: Pair, name: string) {
  const { ctx, model, communityId, draws } = pair
  const live = model.suspensions.filter(
    ({ state, liftedAt }) => liftedAt === null && ['active', 'suspending'].includes(state),
  )
  if (live.length === 0) return [0, 0] as const
  const { id, userId } = draws.pick(`${name} of`, live)
  await inTransaction(ctx, async (tx) => {
    await markLifted(tx, id, null)
    await startRestores({ ...tx, actor: { kind: 'job', id: 'end-suspensions' } }, { communityId, suspensionId: id }, 1)
    await endKeptSuspensions(tx.db, { communityId, userId }, tx)
  })
  const row = (await suspensions(pair)).find(({ suspension_id }) => suspension_id === id)
  model.lift(id, row?.operation_id ?? '')
  return [0, 0] as const
}

async function charge({ ctx, model, communityId, draws }: Pair, name: string) {
  const limits = draws.pick(`${name} limits`, [
    { perMinute: null, remaining: null, throttled: true, blockedSeconds: null },
    { perMinute: 12, remaining: 3, throttled: false, blockedSeconds: null },
    { perMinute: 300, remaining: 290, throttled: false, blockedSeconds: 4 },
  ])
  const calls = draws.between(`${name} calls`, 1, 5)
  await recordPlatformCalls(ctx.db, communityId, calls, limits)
  model.recordCalls(communityId, calls, limits)
  return [0, 0] as const
}

async function declare({ ctx, stored, communityId, draws }: Pair, name: string) {
  const rank = stored.ranks.find(({ unique_id }) => unique_id === draws.pick(`${name} role`, [sergeant, lieutenant]))
  if (!rank) throw new Error('the rank is not stored')
  rank.managed = !rank.managed
  await sql`update rank set managed = ${rank.managed} where community_id = ${communityId} and unique_id = ${rank.unique_id}`.execute(
    ctx.db,
  )
  return [0, 0] as const
}

async function connect({ ctx, stored, model, communityId }: Pair) {
  const status = stored.status === 'connected' ? 'reconnect_required' : 'connected'
  await sql`update platform_connection set status = ${status} where community_id = ${communityId}`.execute(ctx.db)
  if (status === 'connected') model.connect(communityId)
  else stored.status = status
  return [0, 0] as const
}

async function pauseOrResume({ ctx, stored, model, communityId }: Pair) {
  await (stored.paused ? resumeCommunity : pauseCommunity)(ctx)
  if (stored.paused) model.resume(communityId)
  else model.pause(communityId)
  return [0, 0] as const
}

const ms = (at: string | number | Date | null): number | null =>
  at === null ? null : Math.round(new Date(at).getTime())

function rowsOf({ model, stored }: Pair) {
  return {
    operations: model.operations.map((one) => ({
      id: one.operation_id,
      status: one.status,
      reason: one.reason,
      urgent: one.urgent,
      sent: one.sent,
      failures: one.failures,
      target: one.target_unique_id,
      claims: one.claims,
      code: one.error_code,
      due: ms(one.notBefore),
      lease: ms(one.leaseUntil),
      settle: ms(one.settleAt),
      deadline: ms(one.deadlineAt),
      steps: one.steps.length,
      counted: one.takeCounted,
    })),
    suspensions: model.suspensions.map((one) => ({
      id: one.id,
      state: one.state,
      operation: one.operationId,
      outcome: one.outcome,
      code: one.errorCode,
      former: one.formerUniqueId,
      roles: one.formerRoles,
      lifted: ms(one.liftedAt),
    })),
    budget: [...model.budgets.values()].map((one) => [
      one.perMinute,
      one.used,
      one.throttles,
      ms(one.windowStartedAt),
      ms(one.blockedUntil),
    ]),
    takes: [...model.takes.values()].map(({ minute, taken }) => [minute, taken]),
    members: [...stored.members].map(([userId, { unfinished }]) => [userId, unfinished]),
  }
}

const suspensions = async ({ communityId }: Pair) =>
  (
    await sql<{
      suspension_id: string
      operation_id: string | null
      state: string
      outcome: string | null
      error_code: string | null
      former_unique_id: number | null
      former_role_ids: number[] | null
      lifted_at: string | null
    }>`
      select * from suspension where community_id = ${communityId} order by created_at, suspension_id`.execute(real.db)
  ).rows

type StoredOperation = Selectable<DB['platform_operation']> & { readonly count: number }

/** Tasks that the trigger queued. Marks also wake the dispatch when the model has nothing to claim. */
async function wokenTasks(): Promise<string[]> {
  const { rows } = await sql<{ task: string }>`select distinct t.identifier as task
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`.execute(app.dba)
  await sql`delete from graphile_worker._private_jobs`.execute(app.dba)
  return rows.map(({ task }) => task)
}

async function realRows(pair: Pair) {
  const { communityId, model } = pair
  const { rows: operations } = await sql<StoredOperation>`
    select *, jsonb_array_length(steps) as count from platform_operation where community_id = ${communityId} order by seq`.execute(
    real.db,
  )
  const { rows: budgets } = await sql<Selectable<DB['platform_budget']>>`select * from platform_budget`.execute(real.db)
  const { rows: members } = await sql<Selectable<DB['member']>>`
    select user_id, unfinished_role_ids from member where community_id = ${communityId} order by user_id`.execute(
    real.db,
  )
  const { rows: takes } = await sql<Selectable<DB['take_window']>>`
    select * from take_window where community_id = ${communityId}`.execute(real.db)
  const order = model.suspensions.map(({ id }) => id)
  const rows = (await suspensions(pair)).sort(
    (one, other) => order.indexOf(one.suspension_id) - order.indexOf(other.suspension_id),
  )
  return {
    operations: operations.map((one) => ({
      id: one.operation_id,
      status: one.status,
      reason: one.reason,
      urgent: one.urgent,
      sent: one.sent,
      failures: one.failures,
      target: one.target_unique_id,
      claims: one.claims,
      code: one.error_code,
      due: ms(one.not_before),
      lease: ms(one.lease_until),
      settle: ms(one.settle_at),
      deadline: ms(one.deadline_at),
      steps: one.count,
      counted: one.take_counted,
    })),
    suspensions: rows.map((one) => ({
      id: one.suspension_id,
      state: one.state,
      operation: one.operation_id,
      outcome: one.outcome,
      code: one.error_code,
      former: one.former_unique_id,
      roles: one.former_role_ids,
      lifted: ms(one.lifted_at),
    })),
    budget: budgets.map((one) => {
      // '-infinity' until the platform asks for a pause
      const blockedUntil = /^\d/.test(one.blocked_until) ? ms(one.blocked_until) : 0
      return [one.per_minute, one.used, one.throttles, ms(one.window_started_at), blockedUntil]
    }),
    takes: takes.map((one) => [Number(one.minute), one.taken]),
    members: members.map((one) => [one.user_id, one.unfinished_role_ids]),
  }
}
