// When a step of a name look-up is switched off. Pure.
export type StepName = 'memberships' | 'open_cloud' | 'legacy'

/** In a row: one alone may be an accident on the way. */
const FAILURES = 3
/** Without a usable answer, where the answers do not say that the route is closed. */
const SILENT_MS = 60_000

export function mustSwitchOff(failures: number, since: string, closed: boolean, now: Date): boolean {
  return failures >= FAILURES && (closed || now.getTime() - Date.parse(since) >= SILENT_MS)
}

const WINDOW_MS = 60_000
const MAX_WINDOWS = 10_000

/** Limits the calls of one process, by a name, in windows of a minute by default. */
export class CallLimit {
  private readonly windows = new Map<string, { readonly startedAt: number; used: number }>()

  constructor(private readonly windowMs = WINDOW_MS) {}

  take(name: string, limit: number, now: Date): boolean {
    const at = now.getTime()
    if (this.windows.size >= MAX_WINDOWS) this.windows.clear()
    const last = this.windows.get(name)
    const window = last && Math.abs(at - last.startedAt) < this.windowMs ? last : { startedAt: at, used: 0 }
    this.windows.set(name, window)
    if (window.used >= limit) return false
    window.used += 1
    return true
  }
}
