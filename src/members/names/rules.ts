// When a step of a name look-up is switched off. Pure.
export type StepName = 'memberships' | 'open_cloud' | 'legacy'

/** In a row: one alone may be an accident on the way. */
const FAILURES = 3
/** Without a usable answer, where the answers do not say that the route is closed. */
const SILENT_MS = 60_000

export function mustSwitchOff(failures: number, since: string, closed: boolean, now: Date): boolean {
  return failures >= FAILURES && (closed || now.getTime() - Date.parse(since) >= SILENT_MS)
}
