// Rank changes that are accepted for later, once per idempotency key, and what their reader may do.
import { createHash } from 'node:crypto'
import { requirementFor } from '../../auth/effects'
import type { Ctx } from '../../context'
import { DomainError, invalid } from '../../errors'
import { notConfigured } from '../../platform-connection/errors'
import type { RankGoal } from '../../ranks/rules'
import { ensureMember, resolveUserId, type Target } from '../../members/actions'
import { showOperation, type ShownRow } from '../queries'
import { lookUpTarget, newOperationId } from '../enqueue/resolve-target'
import { isOfSuspension } from '../rules'
import { acceptIntent, cancelQueued, findIntent, forgetIntent, type Intent, type NewIntent } from './queries'
import { isTemporary, placeholderOf } from './resolve-account'
import { assertOpen, assertRoom, assertSchedulerOn, onQueue } from '../enqueue/preconditions'

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
  const operation: NewIntent = {
    operationId: newOperationId(),
    kind: `rank.${goal.kind}`,
    ...(await resolveNow(ctx, target)),
    targetUniqueId: 'rankUniqueId' in goal ? goal.rankUniqueId : null,
    deadlineSeconds,
  }
  return accept(ctx, operation, intent, goal)
}

type Account = Pick<NewIntent, 'userId' | 'unresolved' | 'username'>

/** The account behind a target; a username is left for later while the platform is away or throttling. */
async function resolveNow(ctx: Ctx, target: Target): Promise<Account> {
  try {
    return { userId: await resolveUserId(ctx, target, 'write'), unresolved: false, username: null }
  } catch (error) {
    if (target.by !== 'username' || !isTemporary(error)) throw error
    return { userId: placeholderOf(target.userId), unresolved: true, username: target.userId }
  }
}

/** Makes a member of the account; false while the platform is away or throttling. */
async function hasMember(ctx: Ctx, userId: number): Promise<boolean> {
  try {
    await ensureMember(ctx, userId)
    return true
  } catch (error) {
    if (isTemporary(error)) return false
    throw error
  }
}

const isUnconnected = ({ community }: Ctx): boolean => community.connection === 'none'

/** One statement where all is known; else what is missing is seen to, and it is tried again. */
async function accept(ctx: Ctx, operation: NewIntent, intent: Intent, goal: RankGoal): Promise<Accepted> {
  const rankId = 'rankId' in goal ? goal.rankId : null
  let { unresolved } = operation
  for (let attempt = 0; attempt < 3; attempt++) {
    const acceptance = await onQueue(() => acceptIntent(ctx, { ...operation, unresolved }, intent, rankId))
    if (acceptance.accepted) return { operation: acceptance.accepted, replayed: false }
    const known = await replay(ctx, intent)
    if (known) return known
    assertOpen(acceptance, 'asynchronous')
    if (!acceptance.is_member && !unresolved) unresolved = !(await hasMember(ctx, operation.userId))
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
 * @throws DomainError 403 for one of a suspension without `suspensions.write`, 404 `operation_not_found`, 409
 *   `operation_not_cancellable`, 503
 */
export async function cancelOperation(ctx: Ctx, operationId: string): Promise<ShownRow> {
  assertSchedulerOn(ctx)
  if (isOfSuspension((await requireOperation(ctx, operationId)).kind)) ctx.assertAlso?.(requirementFor('suspension'))
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
