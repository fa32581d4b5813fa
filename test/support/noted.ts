// The line of a request is written a moment after its answer (src/http/request-context.ts).
import { setTimeout as sleep } from 'node:timers/promises'

/** Until the lines of all that was answered are written: timers of one length go off in the order in which they were set. */
export const requestsNoted = (): Promise<void> => sleep(1)
