// Ctrl-C in a command that has to undo what it began.
import { Refused } from './failure'

/** The signal is aborted by the first SIGINT or SIGTERM; the next one ends the process. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const abort = (): void => controller.abort(new Refused('interrupted'))
  process.once('SIGINT', abort).once('SIGTERM', abort)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort)
  }
}
