// Progress of what takes seconds, on stderr: at a terminal, and with LOG_LEVEL=debug. A script's stderr has only what
// went wrong.
import type { Terminal } from './output'

/** For work that finishes sooner, progress is not shown. */
const QUIET_MS = 1_000

export type Progress = (message: string, level?: 'debug') => void

export function progressOf({ stderr, env }: Terminal): Progress {
  const isShown = stderr.isTTY === true || isVerbose(env)
  return (message, level) => void (isShown && (level === undefined || isVerbose(env)) && stderr.write(`${message}\n`))
}

const isVerbose = (env: Terminal['env']): boolean => env['LOG_LEVEL'] === 'debug'

/** Call `end` when the work is done. */
export function progressOfLongWork(terminal: Terminal): { readonly say: Progress; end(): void } {
  const say = progressOf(terminal)
  if (isVerbose(terminal.env)) return { say, end: () => undefined }
  let waiting: string[] | null = []
  const timer = setTimeout(() => {
    waiting?.forEach((message) => say(message))
    waiting = null
  }, QUIET_MS)
  return {
    say: (message, level) => void (waiting === null || level ? say(message, level) : waiting.push(message)),
    end: () => clearTimeout(timer),
  }
}
