// Logs: pino, one JSON line per event on stdout, with a scope that says which part of the server speaks.
import pino, { type DestinationStream } from 'pino'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** What the server speaks through: pino's logger, as much of it as is used. */
export interface Logger extends Pick<pino.Logger, Level> {
  /** One that says these fields on each line, too. */
  child(bindings: object): Logger
  /** One for lines of fixed fields without any secret: they go past the search for some. */
  unredacted(): Logger
}

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
export function makeLogger(level: string, destination: DestinationStream = stdout()): Logger {
  const root = pino(
    {
      level,
      base: null,
      timestamp,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      serializers: { err: toLoggedError },
      formatters: { level: (label: string) => ({ level: label }) },
    },
    destination,
  )
  return new ChildLogger(() => root)
}

/** Most requests say nothing but their line: what their own logger would be is made when it first speaks. */
class ChildLogger implements Logger {
  private made: pino.Logger | null = null

  constructor(private readonly make: () => pino.Logger) {}

  private get pino(): pino.Logger {
    return (this.made ??= this.make())
  }

  debug(...line: [object, string?]): void {
    this.pino.debug(...line)
  }

  info(...line: [object, string?]): void {
    this.pino.info(...line)
  }

  warn(...line: [object, string?]): void {
    this.pino.warn(...line)
  }

  error(...line: [object, string?]): void {
    this.pino.error(...line)
  }

  child(bindings: object): Logger {
    return new ChildLogger(() => this.pino.child(bindings))
  }

  unredacted(): Logger {
    return new ChildLogger(() => this.pino.child({}, { redact: [] }))
  }
}

let second = 0
let secondText = ''

/** ISO 8601 in UTC, as pino's own; written anew only once a second but for its milliseconds. */
function timestamp(): string {
  const now = Date.now()
  const milliseconds = now % 1_000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    secondText = new Date(second).toISOString().slice(0, 20)
  }
  return `,"time":"${secondText}${String(milliseconds).padStart(3, '0')}Z"`
}

/** Standard output, written once in each turn of the event loop, with all its lines. */
function stdout(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true })
  let lines = ''
  const flush = (): void => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}
