// Asynchronous operations.
import { requirementFor, type Effect as Given } from '../../auth/effects'
import { assertMay, inTransaction, mayRead, type Ctx, type IdempotencyKey } from '../../context'
import { DomainError, orNotFound } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { fingerprintOf } from '../../idempotency/fingerprint'
import { keyReused, parseIdempotencyKey } from '../../idempotency/rules'
import { notConfigured } from '../../platform-connection/errors'
import type { RankGoal } from '../../ranks/rules'
import { ensureMember, resolveUserId, type Target } from '../../members/actions'
import { findMember } from '../../members/queries'
import { countAccepted, countsWhenAccepted, enqueueDecided } from '../enqueue/decided'
import type { Acceptance, AcceptedRow, NewOperation } from '../enqueue/queries'
import { newOperationId, resolveTarget, type JoinGoal, type RoleGoal } from '../enqueue/resolve-target'
import { findOperationWithHistory, type OperationWithHistory, type ReadOperation } from '../queries'
import { isJoinKind, isRoleKind, isSuspensionKind, type OperationKind } from '../rules'
import { cancelQueued, deleteExpiredIdempotencyKey, findIdempotencyKey } from './queries'
import { isTemporary, placeholderUserId } from './resolve-account'
import { assertQueueOpen, assertQueueNotFull, assertSchedulerOn, mapQueueErrors } from '../enqueue/preconditions'

export interface OperationRequest {
  readonly userId: string | number
  readonly by: 'userId' | 'username'
  readonly goal: RankGoal | RoleGoal | JoinGoal
  readonly deadlineSeconds: number
  readonly supersede: boolean
  readonly onBehalfOf?: number | null | undefined
}

export interface SubmittedOperation {
  readonly operation: OperationWithHistory
  readonly replayed: boolean
}

/**
 * @param header the `Idempotency-Key`, bare or quoted
 * @throws DomainError 409 `idempotency_key_reused`, 429 `queue-full`, 503 with one of the four availability codes, or
 * an error of a synchronous change before its first write
 */
export async function submitOperation(ctx: Ctx, header: string, given: OperationRequest): Promise<SubmittedOperation> {
  assertSchedulerOn(ctx)
  const request: OperationRequest = { ...given, onBehalfOf: ctx.actor.onBehalfOf }
  const idempotency = { key: parseIdempotencyKey(header), fingerprint: fingerprintOf(canonicalText(request)) }
  // a replay is answered before the username is resolved, which may need the platform
  const known = request.by === 'username' || isUnconnected(ctx) ? await findReplay(ctx, idempotency, request) : null
  if (known) return known
  if (isUnconnected(ctx)) throw notConfigured()
  await assertQueueNotFull(ctx)
  const { userId, by, goal, deadlineSeconds, supersede } = request
  const operation: NewOperation & { idempotency: IdempotencyKey<string> } = {
    operationId: newOperationId(),
    kind: kindOf(goal),
    ...(await resolveAccountNow(ctx, { userId: String(userId), by, at: '/body/userId' })),
    targetUniqueId: 'rankUniqueId' in goal ? goal.rankUniqueId : 'roleUniqueId' in goal ? goal.roleUniqueId : null,
    targetRankId: 'rankId' in goal ? goal.rankId : null,
    awaited: false,
    // an account that asks to join needs no member record
    checked: !isJoinKind(kindOf(goal)),
    deadlineSeconds,
    supersede,
    idempotency,
  }
  return enqueue(ctx, operation, request)
}

function kindOf({ kind }: OperationRequest['goal']): OperationKind {
  if (kind === 'accept' || kind === 'decline') return `join.${kind}`
  return kind === 'assign' || kind === 'unassign' ? `role.${kind}` : `rank.${kind}`
}

async function resolveAccountNow(ctx: Ctx, target: Target): Promise<Pick<NewOperation, 'userId' | 'unresolved'>> {
  try {
    return { userId: await resolveUserId(ctx, target, 'write') }
  } catch (error) {
    if (target.by !== 'username' || !isTemporary(error)) throw error
    return { userId: placeholderUserId(target.userId), unresolved: { username: target.userId } }
  }
}

async function tryEnsureMember(ctx: Ctx, userId: number): Promise<boolean> {
  try {
    await ensureMember(ctx, userId)
    return true
  } catch (error) {
    if (isTemporary(error)) return false
    throw error
  }
}

const isUnconnected = ({ community }: Ctx): boolean => community.connection === 'none'

/**
 * One statement queues the operation. If the member or the rank is missing, or an expired key is in the way, that is
 * resolved and the statement repeated.
 */
async function enqueue(
  ctx: Ctx,
  requested: NewOperation & { readonly idempotency: IdempotencyKey<string> },
  request: OperationRequest,
): Promise<SubmittedOperation> {
  const { goal } = request
  let operation: NewOperation = requested
  for (let attempt = 0; attempt < 3; attempt++) {
    const acceptance = await mapQueueErrors(ctx, () => accept(ctx, operation))
    if (acceptance.outcome === 'queued') return { operation: newlyQueued(acceptance.operation), replayed: false }
    const known = await findReplay(ctx, requested.idempotency, request)
    if (known) return known
    if (acceptance.outcome === 'refused') {
      assertQueueOpen(ctx, acceptance, 'asynchronous')
      const { refusal, problem } = acceptance
      if (problem) throw problem
      if (refusal === 'no-member' && !(await tryEnsureMember(ctx, operation.userId)))
        operation = { ...operation, unresolved: { username: null } }
      if (refusal === 'no-target') await resolveTarget(ctx, goal)
    }
    // an expired key blocks the insert
    await deleteExpiredIdempotencyKey(ctx, requested.idempotency.key)
  }
  throw new Error('the enqueue statement returned no result')
}

/** One statement queues many operations of keys. */
async function accept(ctx: Ctx, operation: NewOperation): Promise<Acceptance> {
  if (!countsWhenAccepted(ctx)) return enqueueDecided(ctx, operation)
  return inTransaction(ctx, async (tx) => {
    const acceptance = await enqueueDecided(tx, { ...operation, countsTake: true })
    await countAccepted(tx, acceptance)
    return acceptance
  })
}

export function newlyQueued(row: AcceptedRow): OperationWithHistory {
  return { ...row, history: [{ at: row.created_at, from: null, to: 'queued', code: null }] }
}

async function findReplay(
  ctx: Ctx,
  { key, fingerprint }: IdempotencyKey<string>,
  request: OperationRequest,
): Promise<SubmittedOperation | null> {
  const known = await mapQueueErrors(ctx, () => findIdempotencyKey(ctx, key))
  if (!known) return null
  const isSame = known.fingerprint.equals(fingerprint) || (await namesAccountOf(ctx, request, known.fingerprint))
  if (!isSame) throw keyReused()
  return { operation: await requireOperation(ctx, known.operationId), replayed: true }
}

async function namesAccountOf(ctx: Ctx, request: OperationRequest, fingerprint: Buffer): Promise<boolean> {
  const other = await otherNameOf(ctx, String(request.userId), request.by)
  return other !== null && fingerprintOf(canonicalText({ ...request, ...other })).equals(fingerprint)
}

async function otherNameOf(
  ctx: Ctx,
  userId: string,
  by: OperationRequest['by'],
): Promise<Pick<OperationRequest, 'userId' | 'by'> | null> {
  if (by === 'username') {
    const account = await resolveAccountNow(ctx, { userId, by }).catch((error: unknown) => {
      if (error instanceof DomainError && !isTemporary(error)) return null
      throw error
    })
    return account && { userId: account.userId, by: 'userId' }
  }
  const member = /^[0-9]{1,16}$/.test(userId) ? await findMember(ctx, Number(userId)) : null
  return member?.username ? { userId: member.username, by: 'username' } : null
}

/** The request is normalized: `1` equals `"1"`, and defaults are filled in. */
function canonicalText({ userId, by, goal, deadlineSeconds, supersede, onBehalfOf }: OperationRequest): string {
  const account = by === 'username' ? String(userId).toLowerCase() : String(userId)
  const canonical = [
    by,
    account,
    Object.entries(goal).sort(),
    deadlineSeconds,
    supersede,
    ...(onBehalfOf ? [onBehalfOf] : []),
  ]
  return JSON.stringify(canonical)
}

/** @throws DomainError 403 `insufficient_scope`, 404 `operation_not_found`, 503 */
export async function getOperation(ctx: Ctx, operationId: string): Promise<ReadOperation> {
  assertSchedulerOn(ctx)
  const operation = await requireOperation(ctx, operationId)
  assertMayRead(ctx, operation.kind)
  return operation
}

/** @throws DomainError 403 `insufficient_scope`, 404 `operation_not_found`, 409 `operation_not_cancellable`, 503 */
export async function cancelOperation(ctx: Ctx, operationId: string): Promise<Effect<OperationWithHistory>> {
  assertSchedulerOn(ctx)
  const { kind } = await requireOperation(ctx, operationId)
  assertMay(ctx, requirementFor(effectOf(kind)))
  return mapQueueErrors(ctx, () => commitOnce(ctx, (tx) => cancel(tx, operationId)))
}

export function effectOf(kind: OperationKind): Given {
  if (isSuspensionKind(kind)) return 'suspension'
  if (isJoinKind(kind)) return 'join'
  return isRoleKind(kind) ? 'role' : 'rank'
}

/** A key that may change ranks reads all operations, another those that it may submit. @throws DomainError 403 */
function assertMayRead(ctx: Ctx, kind: OperationKind): void {
  if (!mayRead(ctx, requirementFor('rank').scope)) assertMay(ctx, requirementFor(effectOf(kind)))
}

async function cancel(ctx: Ctx, operationId: string): Promise<OperationWithHistory> {
  const isCancelled = await cancelQueued(ctx, operationId)
  const operation = await requireOperation(ctx, operationId)
  if (isCancelled) return operation
  const { status } = operation
  throw new DomainError(
    'operation_not_cancellable',
    `The operation is ${status}. Only a queued operation of which nothing was sent can be cancelled.`,
    { details: { status } },
  )
}

export async function requireOperation(ctx: Ctx, operationId: string): Promise<ReadOperation> {
  return orNotFound(await mapQueueErrors(ctx, () => findOperationWithHistory(ctx, operationId)), 'operation_not_found')
}
