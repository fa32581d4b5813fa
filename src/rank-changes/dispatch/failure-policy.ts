// Handles errors of an execution: the rank change fails, is rescheduled, or its outcome is read from the platform.
import { DomainError } from '../../errors'
import { toConnectionError } from '../../platform-connection/connection'
import { throttledMessage } from '../../platform/failures'
import type { OperationRow } from '../queries'
import { decide, decideOnRefusal, type Decision } from '../rules'
import { endOperation, reschedule } from './queries'
import { LeaseLost, PlatformCallFailed, type Execution } from './execution'

export async function handleFailure(execution: Execution, error: unknown): Promise<void> {
  if (error instanceof PlatformCallFailed) return handlePlatformFailure(execution, error)
  if (!(error instanceof DomainError)) throw error
  const { operation, progress } = execution
  const decision = decideOnRefusal(error.code, { ...operation, sent: progress.sent, mustRun: mustRun(operation) })
  if (decision === null) return fail(execution, error)
  return applyDecision(execution, decision, error)
}

/** Every suspension has to end. */
const mustRun = ({ kind }: OperationRow): boolean => kind === 'rank.restore'

async function handlePlatformFailure(
  execution: Execution,
  { failure, connection, onRead }: PlatformCallFailed,
): Promise<void> {
  const { ctx, operation, progress } = execution
  const connectionError = await toConnectionError(ctx, connection, failure)
  if (!(connectionError instanceof DomainError)) throw connectionError
  const { kind, sent, status, retryAfterSeconds } = failure
  const connectionLost = connectionError.code === 'platform_cloud_reconnect_required'
  const state = { ...operation, sent: progress.sent, mustRun: mustRun(operation) }
  // a process is checking the credential: whether the call can succeed is unknown
  const pending =
    connectionError.code === 'platform_cloud_refresh_pending' ? decideOnRefusal(connectionError.code, state) : null
  const facts = { kind, sent, status, retryAfterSeconds, onRead, connectionLost }
  const decision = pending ?? decide(facts, state, { settleSeconds: ctx.settings.platformTimeoutMs / 1_000 })
  ctx.log.warn(
    { operationId: operation.operation_id, reason: failure.message, to: decision.to },
    'a platform call failed',
  )
  await applyDecision(execution, decision, connectionError)
}

/** @param error the error in terms of the platform connection */
async function applyDecision(execution: Execution, decision: Decision, error: DomainError): Promise<void> {
  if (decision.to !== 'failed') {
    const { to: status, code: reason, inSeconds, settleSeconds } = decision
    return rescheduleExecution(execution, { status, reason, inSeconds, settleSeconds })
  }
  if (execution.codes === 'connection') return fail(execution, error)
  const { code } = decision
  const retryAfterSeconds = decision.retryAfterSeconds ?? (code === error.code ? error.retryAfterSeconds : undefined)
  const message = code === 'provider-rejected-429' ? throttledMessage(retryAfterSeconds ?? null) : error.message
  await fail(execution, new DomainError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }))
}

async function fail({ ctx, operation }: Execution, { code, message, retryAfterSeconds }: DomainError): Promise<void> {
  const ending = { status: 'failed', code, message, retryAfterSeconds: retryAfterSeconds ?? null } as const
  if (!(await endOperation(ctx, operation, ending))) throw new LeaseLost()
}

interface Pause {
  readonly status: 'queued' | 'outcome_pending'
  readonly reason: string
  readonly inSeconds: number
  readonly settleSeconds?: number
}

export async function rescheduleExecution(
  { ctx, operation, progress }: Execution,
  { status, reason, inSeconds, settleSeconds = 0 }: Pause,
): Promise<void> {
  // backoff counts consecutive failures; a successful read is not one
  const failures = reason === 'half-applied' ? 0 : operation.failures + 1
  const sent = status === 'outcome_pending' || progress.sent
  const rescheduled = { status, reason, inSeconds, settleSeconds, failures, sent }
  if (!(await reschedule(ctx, operation, rescheduled))) throw new LeaseLost()
}
