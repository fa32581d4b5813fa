// Rank changes as operations: one that a caller waits for, one that is accepted for later, and what its reader may do.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorStatus } from '../../generated/errors'
import { authorizeKey } from '../auth/actions'
import type { Ctx, Endings } from '../context'
import { isDatabaseUnavailable, isSchemaMissing } from '../db/errors'
import { DomainError, invalid } from '../errors'
import { syncRanks } from '../group/actions'
import { resolveConnection } from '../group/connection'
import { notConfigured } from '../group/errors'
import { listRanks, type RankRow } from '../group/queries'
import { namedTarget, type NamedGoal, type RankGoal } from '../group/rules'
import { randomBase32 } from '../ids'
import { ensureMember, resolveUserId } from '../profiles/actions'
import { drive } from './drive'
import { leaseSecondsFor, newWork } from './pump'
import {
  acceptAwaited,
  acceptIntent,
  cancelQueued,
  countQueued,
  deadlineMessage,
  findIntent,
  findOperation,
  forgetIntent,
  giveUp,
  showOperation,
  startOperation,
  takeUp,
  type Acceptance,
  type Claimer,
  type Intent,
  type NewOperation,
  type OperationRow,
  type ShownRow,
} from './queries'
import { hasEnded, type OperationKind } from './rules'

export interface RankChanged {
  /** False when the member already stood where the change leads. */
  readonly changed: boolean
  readonly auditId: string | null
}

/**
 * Sets, promotes or demotes, and answers when the platform has it; makes a member of the account if it is none. The
 * connection is checked before the rank is looked up.
 * @throws DomainError `member_not_found`, `rank_not_found`, `rank_not_assignable`, `rank_limit_reached`, `member_not_in_group`, one of the
 *   platform connection's errors, or an outcome of the scheduler (spec, Scheduled platform operation outcomes)
 */
export async function changeRank(ctx: Ctx, userId: number, goal: RankGoal): Promise<RankChanged> {
  // who is no member yet becomes one while the connection is read, whose refusal comes first
  const [connection, member] = await Promise.allSettled([resolveConnection(ctx), ensureMember(ctx, userId)])
  if (connection.status === 'rejected') throw connection.reason
  if (member.status === 'rejected') throw member.reason
  const target = goal.kind === 'set' ? await lookUpTarget(ctx, goal) : null
  return changeNow(ctx, `rank.${goal.kind}`, userId, target?.unique_id ?? null)
}

/**
 * Lets AutoRank decide from what is true now, on the platform and in the record, and answers when the platform has it.
 * @throws DomainError as `changeRank`
 */
export async function autoRank(ctx: Ctx, userId: number): Promise<RankChanged> {
  await resolveConnection(ctx)
  return changeNow(ctx, 'rank.auto', userId, null)
}

/** A rank nobody has stored may be new on the platform: ask once before saying that it does not exist. */
async function lookUpTarget(ctx: Ctx, goal: NamedGoal): Promise<RankRow> {
  try {
    return namedTarget(await listRanks(ctx), goal)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rank_not_found') throw error
    await syncRanks(ctx)
    return namedTarget(await listRanks(ctx), goal)
  }
}

function changeNow(ctx: Ctx, kind: OperationKind, userId: number, targetUniqueId: number | null): Promise<RankChanged> {
  const operation: NewOperation = {
    operationId: newOperationId(),
    kind,
    userId,
    targetUniqueId,
    awaited: true,
    deadlineSeconds: ctx.settings.rankChangeWaitMs / 1_000,
  }
  return ctx.endings ? throughQueue(ctx, ctx.endings, operation) : atOnce(ctx, operation)
}

/** An id nobody has yet. */
export const newOperationId = (): string => `op_${randomBase32(20)}`

/** Queues the operation and waits for its end, holding no connection. */
async function throughQueue(ctx: Ctx, endings: Endings, operation: NewOperation): Promise<RankChanged> {
  const { operationId } = operation
  await assertRoom(ctx)
  const expectation = endings.expect(operationId)
  const refused = await accepted(ctx, operation)
  if (refused && !mayHaveBeenAccepted(refused)) {
    expectation.forget()
    throw refused
  }
  let row: OperationRow | null = null
  const ended = await expectation.within(ctx.settings.rankChangeWaitMs, async () => {
    row = await findOperation(ctx, operationId)
    return row === null || hasEnded(row.status)
  })
  if (ended) return row ? outcomeOf(ctx, row) : Promise.reject(refused ?? new Error('an accepted operation is gone'))
  return stopWaiting(ctx, operationId)
}

/** Queues the operation. @returns why not; null: it was accepted */
async function accepted(ctx: Ctx, operation: NewOperation): Promise<Error | null> {
  try {
    assertAccepted(await onQueue(() => acceptAwaited(ctx, operation)), 'roblox_scheduler_unavailable')
    return null
  } catch (error) {
    return error as Error
  }
}

/** The database's answer was lost, not necessarily what it answers: nobody is told of an error while the change may run. */
function mayHaveBeenAccepted({ cause }: Error): boolean {
  return isDatabaseUnavailable(cause)
}

/** The time is up: what was not sent never will be; what was sent goes on, and is named. */
async function stopWaiting(ctx: Ctx, operationId: string): Promise<RankChanged> {
  if (await giveUp(ctx, operationId)) {
    throw new DomainError('deadline-cancelled-before-dispatch', deadlineMessage)
  }
  const row = await findOperation(ctx, operationId)
  if (row && hasEnded(row.status)) return outcomeOf(ctx, row)
  throw new DomainError(
    'outcome-pending-check-status',
    'The change was sent and the platform has not said what became of it. Read the member, or the operation, before repeating it.',
    await referenceTo(ctx, operationId),
  )
}

async function outcomeOf(ctx: Ctx, row: OperationRow): Promise<RankChanged> {
  if (row.result) return row.result
  const code = row.error_code ?? 'internal_error'
  const { retry_after_seconds: retryAfterSeconds } = row
  throw new DomainError(code, row.error_message ?? 'The rank change failed.', {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(errorStatus[code] === 504 && ctx.endings ? await referenceTo(ctx, row.operation_id) : {}),
  })
}

/** The operation is named to those only who may still read it; when that cannot be asked, to nobody. */
async function referenceTo(ctx: Ctx, operationId: string): Promise<{ operationId?: string }> {
  if (!ctx.requires) return { operationId }
  const mayRead = await authorizeKey(ctx, ctx.actor.id, ctx.requires).then(
    () => true,
    () => false,
  )
  return mayRead ? { operationId } : {}
}

/** This process, where it works on an operation without a worker. */
const ownId = `api ${randomUUID()}`
const RETAKE_MS = 50

/** SCHEDULER=off: the same operation, worked on here and now. */
async function atOnce(ctx: Ctx, operation: NewOperation): Promise<RankChanged> {
  const claimer: Claimer = { workerId: ownId, leaseSeconds: leaseSecondsFor(ctx.settings.platformTimeoutMs) }
  const until = performance.now() + ctx.settings.rankChangeWaitMs
  let claimed: OperationRow | null = await start(ctx, operation, claimer, until)
  for (;;) {
    if (claimed) await drive(newWork(ctx, claimed, claimer, 'connection'))
    const row = await findOperation(ctx, operation.operationId)
    if (row && hasEnded(row.status)) return outcomeOf(ctx, row)
    if (performance.now() > until) return stopWaitingAtOnce(ctx, operation.operationId)
    await sleep(RETAKE_MS)
    claimed = await takeUp(ctx, operation.operationId, claimer)
  }
}

async function start(ctx: Ctx, operation: NewOperation, claimer: Claimer, until: number): Promise<OperationRow> {
  for (;;) {
    const row = await startOperation(ctx, operation, claimer)
    if (row) return row
    if (performance.now() > until) {
      throw new DomainError(
        'dependency_unavailable',
        'Another rank change of this member is still running. Retry shortly.',
        { retryAfterSeconds: 1 },
      )
    }
    await sleep(RETAKE_MS)
  }
}

async function stopWaitingAtOnce(ctx: Ctx, operationId: string): Promise<RankChanged> {
  return stopWaiting(ctx, operationId).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'outcome-pending-check-status') throw error
    throw new DomainError('platform_cloud_timeout', error.message, { cause: error })
  })
}

/** What a caller of the asynchronous endpoint asks for. */
export interface RankOperationRequest {
  readonly userId: string | number
  readonly by: 'userId' | 'username'
  readonly goal: RankGoal
  readonly deadlineSeconds: number
  readonly supersede: boolean
}

export interface Accepted {
  readonly operation: ShownRow
  /** The key was known: this is the operation it stands for. */
  readonly replayed: boolean
}

/**
 * Accepts a rank change for later, once per idempotency key.
 * @param header the `Idempotency-Key`, bare or quoted
 * @throws DomainError 409 `idempotency_key_reused`, 429 `queue-full`, 503 with one of the four availability codes, or what
 *   a synchronous change is refused with before anything is sent
 */
export async function submitOperation(ctx: Ctx, header: string, request: RankOperationRequest): Promise<Accepted> {
  assertSchedulerOn(ctx)
  const intent: Intent = {
    key: parseIdempotencyKey(header),
    fingerprint: fingerprintOf(request),
    supersede: request.supersede,
  }
  // finding out who bears a name may need the platform, and what was accepted is told without it
  const known = request.by === 'username' || isUnconnected(ctx) ? await replay(ctx, intent) : null
  if (known) return known
  if (isUnconnected(ctx)) throw notConfigured()
  await assertRoom(ctx)
  const { userId, by, goal, deadlineSeconds } = request
  const target = { userId: String(userId), by, at: '/body/userId' } as const
  const operation: NewOperation = {
    operationId: newOperationId(),
    kind: `rank.${goal.kind}`,
    userId: await resolveUserId(ctx, target, 'write'),
    targetUniqueId: 'rankUniqueId' in goal ? goal.rankUniqueId : null,
    awaited: false,
    deadlineSeconds,
  }
  return accept(ctx, operation, intent, goal)
}

const isUnconnected = ({ community }: Ctx): boolean => community.connection === 'none'

/** One statement where all is known; else what is missing is seen to, and it is tried again. */
async function accept(ctx: Ctx, operation: NewOperation, intent: Intent, goal: RankGoal): Promise<Accepted> {
  const rankId = 'rankId' in goal ? goal.rankId : null
  for (let attempt = 0; attempt < 3; attempt++) {
    const acceptance = await onQueue(() => acceptIntent(ctx, operation, intent, rankId))
    if (acceptance.accepted) return { operation: acceptance.accepted, replayed: false }
    const known = await replay(ctx, intent)
    if (known) return known
    assertOpen(acceptance, 'scheduler-unavailable')
    if (!acceptance.is_member) await ensureMember(ctx, operation.userId)
    if (!acceptance.has_target && goal.kind === 'set') await lookUpTarget(ctx, goal)
    // a key whose 24 hours are over may stand in the way once
    await forgetIntent(ctx, intent.key)
  }
  throw new Error('an operation was neither accepted nor refused')
}

/** The operation a key stands for already; null: the key is free. */
async function replay(ctx: Ctx, intent: Intent): Promise<Accepted | null> {
  const known = await onQueue(() => findIntent(ctx, intent.key))
  if (!known) return null
  if (!known.fingerprint.equals(intent.fingerprint)) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key stands for another request. Use a new key for a new intent.',
    )
  }
  return { operation: await requireOperation(ctx, known.operationId), replayed: true }
}

/** A structured-field string and the same characters bare are one key (IETF Idempotency-Key draft). */
function parseIdempotencyKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1]
  const key = quoted === undefined ? header : quoted.replace(/\\(["\\])/g, '$1')
  if (key.length >= 1 && key.length <= 255) return key
  throw invalid('/headers/idempotency-key', 'maxLength', 'must be 1 to 255 visible characters, quoted or bare')
}

/** The request as it means the same however it is written: `1` is `"1"`, and a default may be said or left out. */
function fingerprintOf({ userId, by, goal, deadlineSeconds, supersede }: RankOperationRequest): Buffer {
  const whom = by === 'username' ? String(userId).toLowerCase() : String(userId)
  const meaning = [by, whom, Object.entries(goal).sort(), deadlineSeconds, supersede]
  return createHash('sha256').update(JSON.stringify(meaning)).digest()
}

/**
 * The operation with its history.
 * @throws DomainError 404 `operation_not_found`, 503
 */
export async function getOperation(ctx: Ctx, operationId: string): Promise<ShownRow> {
  assertSchedulerOn(ctx)
  return requireOperation(ctx, operationId)
}

/**
 * Cancels an operation of which nothing was sent.
 * @throws DomainError 404 `operation_not_found`, 409 `operation_not_cancellable`, 503
 */
export async function cancelOperation(ctx: Ctx, operationId: string): Promise<ShownRow> {
  assertSchedulerOn(ctx)
  const cancelled = await onQueue(() => cancelQueued(ctx, operationId))
  const operation = await requireOperation(ctx, operationId)
  if (cancelled) return operation
  throw new DomainError(
    'operation_not_cancellable',
    `The operation's status is ${operation.status}; only one that is queued and of which nothing was sent can be cancelled.`,
    { details: { status: operation.status } },
  )
}

async function requireOperation(ctx: Ctx, operationId: string): Promise<ShownRow> {
  const operation = await onQueue(() => showOperation(ctx, operationId))
  if (operation) return operation
  throw new DomainError('operation_not_found', 'This community has no such platform operation.')
}

function assertSchedulerOn({ endings }: Ctx): void {
  if (endings) return
  throw new DomainError(
    'scheduler_disabled',
    'This deployment runs without asynchronous operations (SCHEDULER=off). Use the synchronous rank routes.',
  )
}

/** The queue is in the database: when that fails, the caller hears of the scheduler. */
async function onQueue<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !isSchemaMissing(error)) throw error
    throw new DomainError(
      'roblox_scheduler_unavailable',
      'The shared scheduler cannot be reached. Retry in a second.',
      {
        retryAfterSeconds: 1,
        cause: error,
      },
    )
  }
}

type SilentWorker = 'scheduler-unavailable' | 'roblox_scheduler_unavailable'

function assertAccepted(acceptance: Acceptance, silent: SilentWorker): void {
  assertOpen(acceptance, silent)
  const seconds = acceptance.blocked_seconds ?? null
  if (seconds !== null) {
    throw new DomainError(
      'queue-full',
      `The platform takes nothing from this community's credential for ${seconds} seconds. Nothing was accepted; wait as long.`,
      { retryAfterSeconds: seconds },
    )
  }
  if (acceptance.operation_id === null) throw new Error('an operation was neither accepted nor refused')
}

/** @param silent what no worker is called: the two kinds of routes have a word each (spec, scheduler tables) */
function assertOpen({ paused, working }: Acceptance, silent: SilentWorker): void {
  if (paused) {
    throw new DomainError(
      'scheduler-disabled',
      'The operator has paused rank changes. Nothing was accepted; retry later.',
      { retryAfterSeconds: 30 },
    )
  }
  if (!working) {
    throw new DomainError(silent, 'No worker is running to send rank changes. Nothing was accepted; retry shortly.', {
      retryAfterSeconds: 5,
    })
  }
}

/** How deep the queue of a community was when it was last counted, and how many came since. */
const depths = new Map<string, { queued: number; countedAt: number }>()
const COUNTED_FOR_MS = 1_000

/** Counted once a second and process: a limit that is passed by a few is as good, and costs no scan at every request. */
async function assertRoom(ctx: Ctx): Promise<void> {
  const { communityId } = ctx.community
  let depth = depths.get(communityId)
  if (!depth || performance.now() - depth.countedAt > COUNTED_FOR_MS) {
    depth = {
      queued: await onQueue(() => countQueued(ctx, ctx.settings.queueLimit)),
      countedAt: performance.now(),
    }
    depths.set(communityId, depth)
  }
  if (depth.queued++ < ctx.settings.queueLimit) return
  throw new DomainError(
    'queue-full',
    `${ctx.settings.queueLimit} rank changes of this community are queued already. Nothing was accepted; retry later.`,
  )
}
