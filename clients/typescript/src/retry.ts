import { retryAfterOf } from './errors.js'

export interface RetryOptions {
  /** Of one request, the first included; default 5. */
  readonly maxAttempts?: number
  /** A longer `Retry-After` is not waited for; default 60. */
  readonly maxWaitSeconds?: number
  /** Of one attempt; default 60. A synchronous rank change takes as long as the platform. */
  readonly timeoutSeconds?: number
}

type Fetch = (request: Request) => Promise<Response>

const UNAVAILABLE: readonly number[] = [500, 502, 503, 504]

/**
 * Repeats a request after 429, of which nothing was done, and, if it is repeatable, after a lost answer or a failure of the server.
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
        if (!mayRepeat(response, isRepeatable)) return response
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

function mayRepeat({ status }: Response, isRepeatable: boolean): boolean {
  return status === 429 || (isRepeatable && UNAVAILABLE.includes(status))
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
