// What becomes of an operation when its work was cut off: it ends, waits, or is settled by reading.
import { DomainError } from '../../errors'
import { explain } from '../../platform-connection/connection'
import { throttledMessage } from '../../platform/failures'
import type { OperationRow } from '../queries'
import { judge, judgeRefusal, type Verdict } from '../rules'
import { endOperation, postpone } from './queries'
import { Fenced, Interrupted, type Work } from './execution'

/** Whatever went wrong: the verdict says whether the operation ends, waits, or is settled by reading. */
export async function afterwards(work: Work, error: unknown): Promise<void> {
  if (error instanceof Interrupted) return interrupted(work, error)
  if (!(error instanceof DomainError)) throw error
  const { operation, done } = work
  const verdict = judgeRefusal(error.code, { ...operation, sent: done.sent, owed: isOwed(operation) })
  if (verdict === null) return failed(work, error)
  return carryOut(work, verdict, error)
}

/** A suspension's end was promised when it began. */
const isOwed = ({ kind }: OperationRow): boolean => kind === 'rank.restore'

async function interrupted(work: Work, { failure, connection, onRead }: Interrupted): Promise<void> {
  const { ctx, operation, done } = work
  const explained = await explain(ctx, connection, failure)
  if (!(explained instanceof DomainError)) throw explained
  const { kind, sent, status, retryAfterSeconds } = failure
  const connectionLost = explained.code === 'platform_cloud_reconnect_required'
  const progress = { ...operation, sent: done.sent, owed: isOwed(operation) }
  // the credential is being looked into: nothing was done, and nobody knows yet whether it ever will be
  const pending = explained.code === 'platform_cloud_refresh_pending' ? judgeRefusal(explained.code, progress) : null
  const facts = { kind, sent, status, retryAfterSeconds, onRead, connectionLost }
  const verdict = pending ?? judge(facts, progress, { settleSeconds: ctx.settings.platformTimeoutMs / 1_000 })
  ctx.log.warn({ operationId: operation.operation_id, reason: failure.message, to: verdict.to }, 'the platform failed')
  await carryOut(work, verdict, explained)
}

/** @param error the platform connection's own words for what happened */
async function carryOut(work: Work, verdict: Verdict, error: DomainError): Promise<void> {
  if (verdict.to !== 'failed') {
    const { to: status, code: reason, inSeconds, settleSeconds } = verdict
    return postponed(work, { status, reason, inSeconds, settleSeconds })
  }
  if (work.codes === 'connection') return failed(work, error)
  const { code } = verdict
  const retryAfterSeconds = verdict.retryAfterSeconds ?? (code === error.code ? error.retryAfterSeconds : undefined)
  const message = code === 'provider-rejected-429' ? throttledMessage(retryAfterSeconds ?? null) : error.message
  await failed(work, new DomainError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }))
}

async function failed({ ctx, operation }: Work, { code, message, retryAfterSeconds }: DomainError): Promise<void> {
  const ending = { status: 'failed', code, message, retryAfterSeconds: retryAfterSeconds ?? null } as const
  if (!(await endOperation(ctx, operation, ending))) throw new Fenced()
}

interface Pause {
  readonly status: 'queued' | 'outcome_pending'
  readonly reason: string
  readonly inSeconds: number
  readonly settleSeconds?: number
}

/** Lets the operation wait. */
export async function postponed(
  { ctx, operation, done }: Work,
  { status, reason, inSeconds, settleSeconds = 0 }: Pause,
): Promise<void> {
  // a pause grows with failures in a row; a reading that says what to do next is none
  const failures = reason === 'half-applied' ? 0 : operation.failures + 1
  const sent = status === 'outcome_pending' || done.sent
  const postponement = { status, reason, inSeconds, settleSeconds, failures, sent }
  if (!(await postpone(ctx, operation, postponement))) throw new Fenced()
}
