// The first lines of a process: text for a person at a terminal, JSON elsewhere.
import type { Logger } from './logger'
import { build } from './version'

export interface StartLines {
  /** What takes seconds, or what the operator has to know. */
  readonly progress: (message: string) => void
  readonly metrics: (metricsUrl: string) => void
  readonly ready: (server: ReadyServer) => void
}

interface ReadyServer {
  readonly role: string
  /** null: a worker without API. */
  readonly baseUrl: string | null
  /** null: not in demo mode. */
  readonly demo: { readonly communityId: string; readonly key: string; readonly userId: number } | null
}

const { version } = build
const node = process.versions.node

export function makeStartLines(log: Logger): StartLines {
  return process.stdout.isTTY ? textLines() : jsonLines(log)
}

function jsonLines(log: Logger): StartLines {
  log.info({ version, node }, 'starting')
  return {
    progress: (message) => log.info(message),
    metrics: (metricsUrl) => log.info({ metricsUrl }, 'probes and metrics'),
    ready({ role, baseUrl, demo }) {
      // the demo's key is for everybody at this machine
      if (demo) log.unredacted().info({ communityId: demo.communityId, apiKey: demo.key }, 'demo')
      log.info({ version, ...(baseUrl === null ? {} : { baseUrl }), role }, 'ready')
    },
  }
}

const lineAbove = '\x1b[1A\x1b[2K'

function textLines(): StartLines {
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  print(`\n  Community management server ${version}, Node.js ${node}\n`)
  let lastKind = ''
  return {
    progress(message) {
      // a line for all migrations
      const kind = message.split(' ', 3).join(' ')
      print(`${kind === lastKind ? lineAbove : ''}  ${message}`)
      lastKind = kind
    },
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
    lines.push(
      `  Community     ${demo.communityId}`,
      `  API key       ${demo.key}`,
      '',
      '  Paste this to fetch a member of the demo community:',
      '',
      `    curl ${baseUrl}/v2/members/${demo.userId} \\`,
      `      -H "Authorization: Bearer ${demo.key}" \\`,
      `      -H "X-Community-Id: ${demo.communityId}"`,
    )
  }
  return `${lines.join('\n')}\n`
}
