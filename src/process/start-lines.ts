// The first lines of a process: text for a person at a terminal, JSON elsewhere.
import { StartError } from '../base/errors'
import { makeLogger, type Logger, type Print } from '../base/logger'
import { build } from '../base/version'

export interface StartLines {
  /** What takes seconds, or what the operator has to know. */
  readonly progress: Print
  readonly metrics: (metricsUrl: string) => void
  readonly ready: (server: ReadyServer) => void
}

interface Demo {
  readonly communityId: string
  readonly key: string
  /** Has the community and the key; mode 0600. */
  readonly keyFile: string
  /** The member of the example request. */
  readonly userId: number
  /** Null: without the console. */
  readonly consoleUrl: string | null
}

interface ReadyServer {
  readonly role: string
  /** Null: a worker without API. */
  readonly baseUrl: string | null
  readonly demo: Demo | null
}

const { version } = build
const node = process.versions.node

/** @param level of the log */
export function makeStartLines(log: Logger, level: string): StartLines {
  return process.stdout.isTTY ? textLines(level) : jsonLines(log)
}

/** Ends the process, which could not start, with exit code 1: in text on a terminal, as a line of the log elsewhere. */
export function endFailed(error: unknown): void {
  const expected = error instanceof StartError ? error.message : null
  if (process.stdout.isTTY) process.stderr.write(`${expected ?? String((error as Error).stack ?? error)}\n`)
  else {
    const log = makeLogger('error', { write: (line) => void process.stderr.write(line) })
    log.error(expected === null ? { err: error } : {}, expected ?? 'the start failed')
  }
  process.exit(1)
}

function jsonLines(log: Logger): StartLines {
  log.info({ version, node }, 'starting')
  return {
    progress: (message, level) => log[level ?? 'info']({}, message),
    metrics: (metricsUrl) => log.info({ metricsUrl }, 'probes and metrics'),
    ready({ role, baseUrl, demo }) {
      // logs are collected and read by others, so the key stays in its file
      if (demo) {
        const { communityId, keyFile } = demo
        log.info({ communityId, keyFile }, 'demo: its API key is in the file, readable by its owner only')
      }
      log.info({ version, ...(baseUrl === null ? {} : { baseUrl }), role }, 'ready')
    },
  }
}

function textLines(level: string): StartLines {
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  print(`\n  Community management server ${version}, Node.js ${node}\n`)
  const isVerbose = level === 'debug' || level === 'trace'
  return {
    progress: (message, ofLevel) => void ((isVerbose || ofLevel !== 'debug') && print(`  ${message}`)),
    metrics: (metricsUrl) => print(`  probes and metrics on ${metricsUrl}`),
    ready: (server) => print(greeting(server)),
  }
}

function greeting({ baseUrl, demo }: ReadyServer): string {
  if (baseUrl === null) return '\n  Ready: the worker is running.\n'
  const lines = [
    '',
    `  Base URL      ${baseUrl}`,
    `  Docs          ${baseUrl}/docs`,
    `  Contract      ${baseUrl}/openapi.yaml`,
  ]
  if (demo) {
    if (demo.consoleUrl !== null) lines.push(`  Console       ${demo.consoleUrl}`)
    lines.push(
      '',
      '  Paste this to fetch a member of the demo community:',
      '',
      `BASE=${baseUrl}`,
      `COMMUNITY=${demo.communityId}`,
      `KEY=${demo.key}`,
      `curl "$BASE/v2/members/${demo.userId}" -H "Authorization: Bearer $KEY" -H "X-Community-Id: $COMMUNITY"`,
    )
  }
  return `${lines.join('\n')}\n`
}
