// How many calls of a kind one process sends to the platform.
import { LRUCache } from 'lru-cache'
import { WINDOW_MS } from '../../limits/window'

/**
 * Calls of one process to the platform, by a name, in windows of a minute. Not one of the limits of src/limits: it
 * refuses nobody, protects the platform, which documents no number for these calls, and costs no round trip.
 */
export class CallLimit {
  private readonly windows = new LRUCache<string, { readonly startedAt: number; used: number }>({ max: 10_000 })

  take(name: string, limit: number, now: Date): boolean {
    const at = now.getTime()
    const last = this.windows.get(name)
    const window = last && Math.abs(at - last.startedAt) < WINDOW_MS ? last : { startedAt: at, used: 0 }
    this.windows.set(name, window)
    if (window.used >= limit) return false
    window.used += 1
    return true
  }
}
