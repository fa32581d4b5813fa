// Log lines follow the reply (src/http/request-context.ts).
import { setTimeout as sleep } from 'node:timers/promises'

/** Timers of equal length fire in order. */
export const requestsLogged = (): Promise<void> => sleep(1)
