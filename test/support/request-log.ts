// Waits for the log lines of requests, which are written a moment after the reply (src/http/request-context.ts).
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when the lines of all answered requests are written: timers of equal length fire in order. */
export const requestsLogged = (): Promise<void> => sleep(1)
