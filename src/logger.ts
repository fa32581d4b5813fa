// Logs: pino, one JSON line per event on stdout, with a scope that says which part of the server speaks.
import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/**
 * An error as a line shows it: what it is and where. Not PostgreSQL's `detail` and `where`, which quote the row that failed,
 * and not whatever else a library hangs on its errors.
 */
function toLoggedError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return String(error)
  const { name, message, stack, code, constraint, cause } = error as Record<string, unknown>
  return { name, message, stack, code, constraint, ...(cause === undefined ? {} : { cause: toLoggedError(cause) }) }
}

/** Nothing under these names is ever written, wherever a caller may have put it. */
const secrets = [
  ...['authorization', 'apiKey', 'password', 'credential', 'key', 'token', 'secret'],
  ...['accessToken', 'refreshToken', 'clientSecret'],
]

/**
 * The root logger.
 * @param level a pino level, `silent` among them
 * @param destination where lines go; stdout when absent
 */
export function makeLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    serializers: { err: toLoggedError },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}
