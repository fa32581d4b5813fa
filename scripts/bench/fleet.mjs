// Starts the servers, each in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorSecondsOf, residentBytesOf } from './processor.mjs'

/** Also the number of connections of the load: neither side waits for the other. */
export const poolSize = 16
const startMs = 60_000

/**
 * Starts servers, waits until all take connections, and stops them after the work, or when the run is interrupted.
 * @param starts what to start: each a server of servers/index.mjs, its database and the access to it
 * @param work gets the started servers, each with its `port` and `child`
 */
export async function withServers(starts, work) {
  const fleet = []
  const stop = async () => {
    for (const server of fleet) await stopProcess(server)
  }
  // the load then fails, and everything is undone on the way out
  const interrupt = () => void stop()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt)
  try {
    for (const { server, database, access } of starts) {
      fleet.push(await startProcess(server, environment(server, database, access)))
    }
    await Promise.all(fleet.map(whenListening))
    return await work(fleet)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt)
    await stop()
  }
}

/** Starts a process that has a port to listen on, and the channel to it where the server `hasChannel`. */
export async function startProcess(server, environment) {
  const port = await freePort()
  // logs go where they cost what writing them costs, and no reader's time
  const child = spawn(process.execPath, [...(server.flags ?? []), server.script], {
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

function environment(server, database, access) {
  return {
    DATABASE_URL: database.connectionString,
    DATABASE_POOL_SIZE: String(poolSize),
    // for this server: everything is on, but nobody reaches a limit and no profile grows stale
    ROLE: 'api',
    LOG_LEVEL: 'info',
    ENCRYPTION_KEY: access.encryptionKey,
    RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
    PROFILE_STALENESS_SECONDS: '86400',
    PLATFORM_API_URL: 'http://127.0.0.1:9',
    // for its peers, who do not know who asks
    COMMUNITY_ID: access.communityId,
    KEY_ID: access.keyId,
    ...server.environment,
  }
}

/** A port nobody listens on. */
export async function freePort() {
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

/** Resident memory of a server's process in bytes; null where the system does not tell. */
export function residentBytes({ child }) {
  return residentBytesOf(child.pid)
}

/** Processor time a server's process has used so far, in seconds; null where the system does not tell. */
export function processorSeconds({ child }) {
  return processorSecondsOf(child.pid)
}
