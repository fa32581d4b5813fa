// Readiness of the process's parts.
import { withTimeout } from '../../base/async'
import { errorMessage } from '../../base/error-message'
import type { Logger } from '../../base/logger'
import type { Draining } from './drain'

/** Checks run at most once a second, so that requests do not load the database. */
const CACHE_MS = 1_000
const TIMEOUT_MS = 2_000

export interface Check {
  readonly name: 'database' | 'migrations' | 'worker' | 'listener'
  /** False: a failure is reported, and the process stays ready. */
  readonly required: boolean
  /** Null: passed; otherwise cause and remedy. */
  run(): Promise<string | null>
}

export interface Readiness {
  readonly status: 'ready' | 'not_ready' | 'draining'
  readonly checks: Readonly<Record<string, CheckResult>>
}

interface CheckResult {
  readonly state: 'ok' | 'failed'
  readonly required: boolean
  readonly message?: string
}

export function makeReadiness(checks: readonly Check[], draining: Draining, log: Logger): () => Promise<Readiness> {
  const logChange = changeLogger(log)
  let last: Promise<Readiness> | null = null
  let startedAt = 0
  return () => {
    if (draining.isDraining) return Promise.resolve({ status: 'draining', checks: {} })
    const now = performance.now()
    if (!last || now - startedAt > CACHE_MS) {
      startedAt = now
      last = runAll(checks, logChange)
    }
    return last.then((readiness) => (draining.isDraining ? { status: 'draining', checks: {} } : readiness))
  }
}

type LogChange = (check: Check, reason: string | null) => void

/** /readyz hides the reason, because it may name hosts and accounts. */
function changeLogger(log: Logger): LogChange {
  const logged = new Map<string, string | null>()
  return ({ name }, reason) => {
    if ((logged.get(name) ?? null) === reason) return
    logged.set(name, reason)
    if (reason === null) log.info({ check: name }, 'a readiness check passes again')
    else log.warn({ check: name, reason }, 'a readiness check fails')
  }
}

async function runAll(checks: readonly Check[], logChange: LogChange): Promise<Readiness> {
  const results = await Promise.all(checks.map((check) => resultOf(check, logChange)))
  const isReady = results.every(({ state, required }) => state === 'ok' || !required)
  return {
    status: isReady ? 'ready' : 'not_ready',
    checks: Object.fromEntries(results.map((one, index) => [checks[index]?.name ?? '', one])),
  }
}

async function resultOf(check: Check, logChange: LogChange): Promise<CheckResult> {
  const { required } = check
  try {
    const message = await withTimeout(check.run(), TIMEOUT_MS)
    logChange(check, message)
    return message === null ? { state: 'ok', required } : { state: 'failed', required, message }
  } catch (error) {
    logChange(check, errorMessage(error))
    return { state: 'failed', required, message: 'the check failed; see the log of this process' }
  }
}
