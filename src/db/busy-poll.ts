// To stay awake: a process that waits for nothing but the answer to one statement sleeps, and to be woken takes a processor,
// a virtual machine's above all, about as long as PostgreSQL takes for the statement. Under load nobody should wait for that.

/** Longer than PostgreSQL takes for a hot statement; whoever waits for longer, sleeps. In milliseconds. */
const LONGEST_MS = 1

/**
 * Keeps the event loop turning, with a look at what has come instead of a sleep, for so long at most.
 * @returns to be called when there is nothing more to wait for
 */
export function stayAwake(longestMs = LONGEST_MS): () => void {
  let until = performance.now() + longestMs
  const turn = (): void => {
    if (performance.now() < until) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    until = 0
  }
}
