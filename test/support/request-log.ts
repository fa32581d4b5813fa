// A log line is written after its reply was sent (src/http/request-context.ts).
import { setTimeout as sleep } from 'node:timers/promises'

/** Timers of equal length fire in order, so this one fires after the log line's. */
export const requestsLogged = (): Promise<void> => sleep(1)
