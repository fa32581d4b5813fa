// Busy-polls the event loop for up to 1 ms while a batched statement is in flight: waking a sleeping process takes about as
// long as PostgreSQL takes for a hot statement.

/** Longer than PostgreSQL takes for a hot statement, in milliseconds. */
const MAX_POLL_MS = 1

/**
 * Keeps the event loop turning for at most `maxMs`.
 * @returns a function that ends the polling
 */
export function busyPoll(maxMs = MAX_POLL_MS): () => void {
  let until = performance.now() + maxMs
  const turn = (): void => {
    if (performance.now() < until) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    until = 0
  }
}
