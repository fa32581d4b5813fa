// The steps of a name look-up that ask the platform. Each has its own health, limit and metric.
import type { Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { toDomainError } from '../../platform/failures'
import { PlatformFailure } from '../../platform/platform'
import { countNameLookup } from '../../base/telemetry/metrics'
import { claimAttempt, countFailure, findStepState, forgetFailures, switchOff } from './queries'
import { mustSwitchOff, type StepName } from './rules'

export type StepBase = Pick<Ctx, 'db' | 'platform' | 'settings' | 'log' | 'now'>

export type StepAnswer<T> = { readonly is: 'answer'; readonly value: T } | { readonly is: 'off' }

/**
 * A step that is switched off is not asked until its next attempt is due.
 * @param scope the community whose credential is used, or empty
 * @throws DomainError the platform's error, while the step is not off
 */
export async function askStep<T>(
  base: StepBase,
  scope: string,
  step: StepName,
  ask: () => Promise<T>,
): Promise<StepAnswer<T>> {
  const { db, settings, now } = base
  const state = await findStepState(db, scope, step)
  const isOff = state !== null && state.offAt !== null
  if (isOff && !(await claimAttempt(db, scope, step, now(), after(now(), settings.nameRetrySeconds)))) {
    countNameLookup(step, 'off')
    return { is: 'off' }
  }
  try {
    const value = await ask()
    countNameLookup(step, value === null ? 'unknown' : 'found')
    if (state) await recordAnswer(base, scope, step)
    return { is: 'answer', value }
  } catch (error) {
    const failure = failureIn(error)
    if (!failure) throw error
    countNameLookup(step, 'failed')
    await recordFailure(base, scope, step, failure)
    if (isOff || isClosed(failure)) return { is: 'off' }
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  }
}

async function recordAnswer({ db, log }: StepBase, scope: string, step: StepName): Promise<void> {
  if (await forgetFailures(db, scope, step)) log.info({ step, scope }, 'a step of name look-ups answers again')
}

async function recordFailure(
  { db, settings, log, now }: StepBase,
  scope: string,
  step: StepName,
  failure: PlatformFailure,
): Promise<void> {
  const at = now()
  const reason = reasonOf(failure)
  const { failures, since } = await countFailure(db, { scope, step, reason, now: at })
  if (!mustSwitchOff(failures, since, isClosed(failure), at)) return
  const { nameRetrySeconds: retrySeconds } = settings
  if (await switchOff(db, scope, step, at, after(at, retrySeconds)))
    log.warn({ step, scope, reason, retrySeconds }, 'a step of name look-ups does not answer and is switched off')
}

const after = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1_000)

/** The route is gone, or closed to this server or this credential. */
const closedStatuses: readonly (number | null)[] = [401, 403, 404, 410]

const isClosed = ({ status }: PlatformFailure): boolean => closedStatuses.includes(status)

function failureIn(error: unknown): PlatformFailure | null {
  if (error instanceof PlatformFailure) return error
  return error instanceof DomainError && error.cause instanceof PlatformFailure ? error.cause : null
}

/** Such as `404` or `timeout`. */
const reasonOf = ({ status, kind }: PlatformFailure): string => (status === null ? kind : String(status))
