// Each server in its own process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorSecondsOf, residentBytesOf } from './processor.mjs'

/** Also of load connections: neither side waits. */
export const poolSize = 16
const startMs = 60_000

/**
 * Stops them also on interruption.
 * @param starts each a server of servers/index.mjs with its database and credentials
 * @param work gets the servers, each with `port` and `child`
 */
export async function withServers(starts, work) {
  const fleet = []
  const stop = async () => {
    for (const server of fleet) await stopProcess(server)
  }
  // the load then fails and cleans up
  const interrupt = () => void stop()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt)
  try {
    for (const { server, database, access } of starts) {
      fleet.push(await startProcess(server, environmentOf(server, database, access)))
    }
    await Promise.all(fleet.map(whenListening))
    return await work(fleet)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt)
    await stop()
  }
}

/** On a free port. */
export async function startProcess(server, environment) {
  const port = await freePort()
  // /dev/null: writing is part of the cost, reading is not
  const child = spawn(process.execPath, [...(server.flags ?? []), server.script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', fs.openSync('/dev/null', 'w'), 'inherit'],
  })
  return { ...server, port, child }
}

export async function stopProcess({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export function environmentOf(server, database, access) {
  return {
    DATABASE_URL: database.connectionString,
    DATABASE_POOL_SIZE: String(poolSize),
    // no limit is reached, no profile expires
    ROLE: 'api',
    LOG_LEVEL: 'info',
    ENCRYPTION_KEY: access.encryptionKey,
    RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
    PROFILE_STALENESS_SECONDS: '86400',
    PLATFORM_API_URL: 'http://127.0.0.1:9',
    // for the peers
    COMMUNITY_ID: access.communityId,
    KEY_ID: access.keyId,
    ...server.environment,
  }
}

export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** @throws on timeout */
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

/** In bytes; null: unknown. */
export function residentBytes({ child }) {
  return residentBytesOf(child.pid)
}

/** In seconds; null: unknown. */
export function processorSeconds({ child }) {
  return processorSecondsOf(child.pid)
}
