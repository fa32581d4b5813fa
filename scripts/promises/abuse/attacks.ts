// The most expensive requests of each operation and page: bodies, paths, queries, and pipelined connections that are
// not read.
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { operationTable } from '../../../generated/operations'
import type { Operation } from '../../contract'
import type { Pool } from '../../fuzz/pool'
import { operations, reference } from '../../fuzz/values'
import { makeSender, type WireBody } from '../../fuzz/wire'
import { worstBodies } from './bodies'

export interface Attack {
  readonly name: string
  /** Number of requests that the rate limit counts. */
  readonly requests: number
  /**
   * @param turn number of the repetition
   * @returns the status; 0 for a connection that is not read
   */
  run(turn: number): Promise<number>
}

export interface Target {
  readonly name: string
  /** The rate limit of the caller, in requests a minute. */
  readonly perMinute: number
  readonly attacks: readonly Attack[]
}

/** The caller that attacks. */
export interface Attacker {
  readonly url: string
  readonly credentials: Readonly<Record<string, string>>
  readonly members: readonly number[]
  readonly applicant: () => number
  readonly pool: Pool
}

const perMinute = { key: 600, access: 20, address: 6_000 } as const
const pipelined = 100
const unreadMs = 300

export function operationTargets(attacker: Attacker): { name: string; make: () => Target }[] {
  return operations.map((operation) => ({
    name: operation.id,
    make: () => {
      const { maxBodyBytes, accessLimited } = operationTable[operation.id as keyof typeof operationTable]
      const name = operation.id
      return {
        name,
        perMinute: accessLimited ? perMinute.access : perMinute.key,
        attacks: [
          ...worstBodies(operation.body?.schema ?? null, maxBodyBytes, attacker).map((body) =>
            sending(attacker, operation, body.name, body),
          ),
          ...queries(operation).map(([what, query]) => sending(attacker, operation, what, null, query)),
          ...(operation.method === 'get' ? [unread(attacker, pathOf(attacker, operation, 0))] : []),
        ],
      }
    },
  }))
}

/** Pages and documents, and the files that a page links to. */
export async function pageTargets(attacker: Attacker): Promise<{ name: string; make: () => Target }[]> {
  const { url } = attacker
  const docs = await (await fetch(`${url}/docs`)).text()
  const named = [...docs.matchAll(/<(?:script|link) [^>]*(?:src|href)="([^"#:]+)"/g)].map(
    (match) => new URL(match[1] ?? '', `${url}/docs`).pathname,
  )
  const paths = [
    ...new Set([
      '/docs',
      '/docs/reference/events',
      '/docs/search.json',
      '/llms-full.txt',
      '/openapi.yaml',
      '/openapi.json',
      '/openapi-3.1.json',
      '/healthz',
      '/readyz',
      ...named,
    ]),
  ]
  const odd = { Range: 'bytes=5-1', 'If-Match': '"x"', 'Accept-Encoding': 'br;q=0, *;q=0' }
  return paths.map((path) => ({
    name: path,
    make: () => {
      const send = (headers: Record<string, string>) => async () => {
        const reply = await fetch(`${url}${path}`, { headers })
        await reply.arrayBuffer()
        return reply.status
      }
      return {
        name: path,
        perMinute: perMinute.address,
        attacks: [
          { name: 'unpacked', requests: 1, run: send({ 'Accept-Encoding': 'identity' }) },
          { name: 'odd headers', requests: 1, run: send(odd) },
          unread(attacker, path),
        ],
      }
    },
  }))
}

function queries({ parameters }: Operation): [string, string][] {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const unknown = Array.from({ length: 1_000 }, (_, index) => `k${index}=1`)
  const longest = names.map((name) => `${name}=${'1'.repeat(Math.floor(7_000 / names.length))}`)
  return [
    ['the largest page', names.includes('limit') ? 'limit=1000' : ''],
    ['unknown parameters', unknown.join('&').slice(0, 7_000)],
    ['one parameter many times', `${names[0] ?? 'a'}=1&`.repeat(3_000).slice(0, 7_000)],
    ...(longest.length > 0 ? [['longest parameters', longest.join('&')] as [string, string]] : []),
  ]
}

/** The path with ids that exist; each turn uses another member. */
function pathOf({ pool, members }: Attacker, { id: operationId, method, path }: Operation, turn: number): string {
  const heldAs = (name: string): string => (name === 'rankUniqueId' ? 'uniqueId' : name)
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'userId' ? String(members[turn % members.length]) : reference(heldAs(name), 0),
  )
  return pool.fill({ operationId, method, path: named }).path
}

function sending(attacker: Attacker, operation: Operation, name: string, body: WireBody | null, query = ''): Attack {
  const { id: operationId } = operation
  const method = operation.method.toUpperCase()
  const hasKey = operation.parameters.some((one) => one.in === 'header' && /^idempotency-key$/i.test(one.name))
  return {
    name,
    requests: 1,
    async run(turn) {
      const sender = makeSender(attacker.url)
      const headers = { ...attacker.credentials, ...(hasKey ? { 'Idempotency-Key': `${name}-${turn}` } : {}) }
      const path = pathOf(attacker, operation, turn)
      const step = { operationId, method, path, ...(query === '' ? {} : { query }) }
      try {
        return (await sender.send(step, body, headers)).status
      } finally {
        sender.close()
      }
    },
  }
}

/** Pipelined requests on a connection whose responses are not read. */
function unread({ url, credentials }: Attacker, path: string): Attack {
  const { hostname, port } = new URL(url)
  const headers = Object.entries(credentials).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`
  return {
    name: `${pipelined} pipelined and unread`,
    requests: pipelined,
    async run() {
      const socket = net.connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.pause()
      await once(socket, 'connect')
      socket.write(request.repeat(pipelined))
      await sleep(unreadMs)
      socket.destroy()
      return 0
    },
  }
}
