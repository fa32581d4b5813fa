// Whether requests should be sent to this process: each part it needs is asked, with a name, a limit of time and a sentence.
import { reasonOf } from '../error-message'
import type { Logger } from '../logger'
import type { Draining } from './drain'

/** An answer holds for so long, in milliseconds: anybody may ask, and nobody may keep the database busy with it. */
const HOLDS_MS = 1_000
const LONGEST_CHECK_MS = 2_000

export interface Check {
  readonly name: 'database' | 'migrations' | 'worker' | 'listener'
  /** Without it nothing should be sent here; false: it is told, and what does not need it goes on. */
  readonly required: boolean
  /** null: it is well; else what is wrong, and what to do. */
  ask(): Promise<string | null>
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

/** Asks the checks together; who asks within a second hears the same answer. A process that drains asks nobody. */
export function makeReadiness(checks: readonly Check[], draining: Draining, log: Logger): () => Promise<Readiness> {
  const say = onceForEach(log)
  let last: Promise<Readiness> | null = null
  let askedAt = 0
  return () => {
    if (draining.isDraining) return Promise.resolve({ status: 'draining', checks: {} })
    const now = performance.now()
    if (!last || now - askedAt > HOLDS_MS) {
      askedAt = now
      last = askAll(checks, say)
    }
    return last.then((readiness) => (draining.isDraining ? { status: 'draining', checks: {} } : readiness))
  }
}

type Say = (check: Check, reason: string | null) => void

/** The log has the reason, which may name hosts and accounts; it is said when it changes. */
function onceForEach(log: Logger): Say {
  const said = new Map<string, string | null>()
  return ({ name }, reason) => {
    if ((said.get(name) ?? null) === reason) return
    said.set(name, reason)
    if (reason === null) log.info({ check: name }, 'a readiness check is well again')
    else log.warn({ check: name, reason }, 'a readiness check fails')
  }
}

async function askAll(checks: readonly Check[], say: Say): Promise<Readiness> {
  const results = await Promise.all(checks.map((check) => result(check, say)))
  const isReady = results.every(({ state, required }) => state === 'ok' || !required)
  return {
    status: isReady ? 'ready' : 'not_ready',
    checks: Object.fromEntries(results.map((one, index) => [checks[index]?.name ?? '', one])),
  }
}

async function result(check: Check, say: Say): Promise<CheckResult> {
  const { required } = check
  try {
    const message = await withinTime(check.ask())
    say(check, message)
    return message === null ? { state: 'ok', required } : { state: 'failed', required, message }
  } catch (error) {
    say(check, reasonOf(error))
    return { state: 'failed', required, message: 'could not be asked; the log of this process says why' }
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LONGEST_CHECK_MS} ms`)), LONGEST_CHECK_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
