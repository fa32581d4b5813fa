// Starts the servers, each in a process of its own, and holds their answers against each other before anything is measured.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { headersOf, pathOf, workloads } from './workloads.mjs'

/** Also the number of connections of the load: neither side waits for the other. */
export const poolSize = 16
const startMs = 30_000
/** Linux counts processor time in these, whatever the machine. */
const ticksPerSecond = 100

/**
 * Starts servers and waits until all take connections.
 * @param servers from servers/index.mjs
 */
export async function startFleet(servers, database, access) {
  const fleet = []
  const stop = async () => {
    for (const server of fleet) await stopProcess(server)
  }
  try {
    for (const server of servers) fleet.push(await startProcess(server, environment(server, database, access)))
    await Promise.all(fleet.map(whenListening))
  } catch (error) {
    await stop()
    throw error
  }
  return { members: fleet, stop }
}

/** Starts a process that has a port to listen on, and the channel to it where the server `hasChannel`. */
export async function startProcess(server, environment) {
  const port = await freePort()
  // logs go where they cost what writing them costs, and no reader's time
  const child = spawn(process.execPath, [server.script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', fs.openSync('/dev/null', 'w'), 'inherit', ...(server.hasChannel ? ['ipc'] : [])],
  })
  return { ...server, port, child }
}

/** Asks a process to end, and waits for it. */
export async function stopProcess({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function environment({ operations }, database, access) {
  return {
    DATABASE_URL: database.connectionString,
    DATABASE_POOL_SIZE: String(poolSize),
    // for this server: everything is on, but nobody reaches a limit and no profile grows stale
    ROLE: 'api',
    LOG_LEVEL: 'info',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
    PROFILE_STALENESS_SECONDS: '86400',
    PLATFORM_API_URL: 'http://127.0.0.1:9',
    // for its peers, who do not know who asks
    COMMUNITY_ID: access.communityId,
    KEY_ID: access.keyId,
    ...(operations === undefined ? {} : { OPERATIONS: String(operations) }),
  }
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** @throws when the process does not take connections in time */
export async function whenListening({ id, port, child }) {
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) break
    const socket = net.connect(port, '127.0.0.1')
    const listens = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (listens) return
  }
  throw new Error(`the server ${id} did not start`)
}

/**
 * Asks every server for the same members and awards, and compares what it answers with the data.
 * @throws when one answers anything but a 200, or says something else than the others
 */
export async function checkSamples(fleet, access) {
  for (const workload of workloads) {
    for (let number = 0; number < Math.min(access.memberCount, 31); number += 5) {
      const answers = []
      for (const server of fleet) answers.push(await ask(server, workload, number, access))
      const [first, ...others] = answers.map((answer, index) =>
        comparable(answer, workload.id === 'awards' ? index : 0),
      )
      others.forEach((answer, index) => assertSame(fleet[index + 1], workload, answer, first))
    }
  }
}

async function ask({ id, port }, workload, number, access) {
  // fetch sets these itself
  const { Host: _host, 'Content-Length': _length, ...headers } = headersOf(workload, access)
  const { method, body } = workload
  const response = await fetch(`http://127.0.0.1:${port}${pathOf(workload, number)}`, { method, headers, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${id} answers ${response.status} to ${method}: ${text}`)
  return JSON.parse(text)
}

/** An answer without what differs from request to request, and as if no other server had made an award before. */
function comparable({ data, meta }, awardsBefore) {
  const { updatedAt: _updatedAt, ...member } = data
  const { auditId: _auditId, ...rest } = meta
  return { data: { ...member, experience: member.experience - awardsBefore }, meta: rest }
}

function assertSame(server, workload, answer, expected) {
  if (isDeepStrictEqual(answer, expected)) return
  const said = `${JSON.stringify(answer)} instead of ${JSON.stringify(expected)}`
  throw new Error(`${server.id} answers to ${workload.id}: ${said}`)
}

/** Resident memory of a server's process in bytes; null where the system does not tell. */
export function residentBytes({ child }) {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024
  } catch {
    return null
  }
}

/** Processor time a server's process has used so far, in seconds; null where the system does not tell. */
export function processorSeconds({ child }) {
  try {
    const stat = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    // the fields from the third on; the second may hold spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return null
  }
}
