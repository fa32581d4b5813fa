import { mayHaveEffect, retryAfterOf } from './errors.js'

export interface RetryOptions {
  /** Of one request, the first included; default 5. */
  readonly maxAttempts?: number
  /** A longer `Retry-After` is not waited for; default 60. */
  readonly maxWaitSeconds?: number
  /** Of one attempt; default 60. A synchronous rank change takes as long as the platform. */
  readonly timeoutSeconds?: number
}

type Fetch = (request: Request) => Promise<Response>

const REFUSED: readonly number[] = [429, 503]
const UNAVAILABLE: readonly number[] = [500, 502, 503, 504]

/**
 * Repeats a request that is repeatable after 429, 5xx and a lost answer; another one after 429 and 503 whose code says
 * that nothing was done; none of which something was committed.
 * @param isRepeatable a repetition has no further effect
 */
export function withRetries(fetch: Fetch, options: RetryOptions, isRepeatable: boolean): Fetch {
  const { maxAttempts = 5, maxWaitSeconds = 60, timeoutSeconds = 60 } = options
  const send = (request: Request): Promise<Response> =>
    fetch(new Request(request.clone(), { signal: AbortSignal.any([request.signal, timeoutOf(timeoutSeconds)]) }))
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      let response: Response | null = null
      try {
        response = await send(request)
        if (!(await mayRepeat(response, isRepeatable))) return response
      } catch (error) {
        if (request.signal.aborted || !isRepeatable || attempt >= maxAttempts) throw error
      }
      const seconds = (response && retryAfterOf(response)) ?? Math.min(2 ** (attempt - 1), 30) / 2
      if (response && (attempt >= maxAttempts || seconds > maxWaitSeconds)) return response
      await response?.body?.cancel()
      // up to a quarter more, so that clients do not come back together
      await pause(seconds * (1 + Math.random() / 4), request.signal)
    }
  }
}

async function mayRepeat(response: Response, isRepeatable: boolean): Promise<boolean> {
  if (!REFUSED.includes(response.status) && !(isRepeatable && UNAVAILABLE.includes(response.status))) return false
  const error = await errorOf(response.clone())
  if (error?.details?.['committed'] !== undefined) return false
  return isRepeatable || (error !== null && !mayHaveEffect(error))
}

async function errorOf(response: Response): Promise<{ code: string; details?: Record<string, unknown> } | null> {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown } }
    return typeof error?.code === 'string' ? (error as { code: string }) : null
  } catch {
    return null
  }
}

const timeoutOf = (seconds: number): AbortSignal => AbortSignal.timeout(seconds * 1_000)

/** @throws the reason of `signal` */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, seconds * 1_000)
    signal?.addEventListener('abort', aborted, { once: true })
    function done(): void {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }
    function aborted(): void {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
  })
}
