// Logs one line per event on stdout: text on a terminal, JSON elsewhere.
import pino, { type DestinationStream } from 'pino'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Progress of a start; lines of level debug are for who asks. */
export type Print = (message: string, level?: 'debug') => void

export interface Logger extends Pick<pino.Logger, Level> {
  child(bindings: object): Logger
  /** For fixed fields without secrets. */
  unredacted(): Logger
}

/** Omits PostgreSQL's `detail` and `where`, which quote rows. */
function toLoggedError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return String(error)
  const { name, message, stack, code, constraint, cause } = error as Record<string, unknown>
  return { name, message, stack, code, constraint, ...(cause === undefined ? {} : { cause: toLoggedError(cause) }) }
}

/** Redacted at three levels. */
const secrets = [
  'authorization',
  'apiKey',
  'password',
  'credential',
  'key',
  'token',
  'secret',
  'accessToken',
  'refreshToken',
  'clientSecret',
]

/** @param level of pino, or `silent` */
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

/** Its pino logger is made on first use. */
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

/** A failure that is not reported for this long has ended. */
const QUIET_MS = 60_000

/** Times of `performance.now()`, in milliseconds. */
interface Ongoing {
  readonly since: number
  last: number
  count: number
}

/** Logs the first of equal failures and their end, because an outage fails thousands of requests. */
export class FailureLog {
  private readonly ongoing = new Map<string, Ongoing>()

  constructor(private readonly quietMs = QUIET_MS) {}

  get size(): number {
    return this.ongoing.size
  }

  isOngoing(name: string): boolean {
    return this.ongoing.has(name)
  }

  /** @param name equal for equal failures; the number of names must be bounded */
  report(log: Logger, level: 'warn' | 'error', name: string, fields: object, message: string): void {
    const at = performance.now()
    const known = this.ongoing.get(name)
    if (known) {
      known.last = at
      known.count++
      return log.debug(fields, message)
    }
    log[level](fields, message)
    const ongoing = { since: at, last: at, count: 1 }
    this.ongoing.set(name, ongoing)
    this.endLater(log, name, ongoing, message)
  }

  private endLater(log: Logger, name: string, ongoing: Ongoing, message: string): void {
    const { since, last } = ongoing
    const quietIn = last + this.quietMs - performance.now()
    setTimeout(() => {
      if (ongoing.last !== last) return this.endLater(log, name, ongoing, message)
      this.ongoing.delete(name)
      const seconds = Math.round((last - since) / 1_000)
      log.info({ failure: message, failures: ongoing.count, seconds }, 'a failure has not been repeated for a minute')
    }, quietIn).unref()
  }
}

let second = 0
let secondText = ''

/** RFC 3339 in UTC. All but the milliseconds is formatted once a second. */
function timestamp(): string {
  const now = Date.now()
  const milliseconds = now % 1_000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    secondText = new Date(second).toISOString().slice(0, 20)
  }
  return `,"time":"${secondText}${String(milliseconds).padStart(3, '0')}Z"`
}

export function toText(line: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const stack = (err as { readonly stack?: string } | undefined)?.stack
  const first = [String(time).slice(11, 19), String(level).padEnd(5), msg, ...shown].join(' ')
  return `${[first, ...(stack === undefined ? [] : [stack])].map(withoutControls).join('\n')}\n`
}

/** Control characters would be commands to the terminal. */
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '?')

function stdout(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true })
  const { isTTY } = process.stdout
  let lines = ''
  const flush = (): void => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return {
    write(line) {
      // request lines are logged after the answers, so another turn of the event loop is not needed
      if (lines === '') process.nextTick(flush)
      lines += isTTY ? toText(line) : line
    },
  }
}
