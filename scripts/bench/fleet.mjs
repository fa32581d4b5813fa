// Starts and stops the servers, each in a process of its own.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../faults/processes.ts'

/** Connections of each server to PostgreSQL, and of the load to it: neither side waits for the other. */
export const poolSize = 16
const startMs = 60_000

const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill()))

/**
 * @param starts each a server of servers/index.mjs with its database and credentials
 * @param work gets the servers, each with `port` and `child`
 */
export async function withServers(starts, work) {
  const fleet = []
  try {
    for (const { server, database, access } of starts) {
      fleet.push(await startProcess(server, environmentOf(server, database, access)))
    }
    await Promise.all(fleet.map(whenListening))
    return await work(fleet)
  } finally {
    for (const server of fleet) await stopProcess(server)
  }
}

/** Starts it on a free port. */
export async function startProcess(server, environment) {
  const port = await freePort()
  // logs go to /dev/null: writing them is part of the cost, reading is not
  const child = spawn(process.execPath, [...(server.flags ?? []), server.script], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', fs.openSync('/dev/null', 'w'), 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { ...server, port, child, pid: child.pid }
}

/** @param stateFile of faults/world.ts */
export async function withSimulator(stateFile, work) {
  const child = fork(fileURLToPath(new URL('servers/simulator.mjs', import.meta.url)), [stateFile], { execArgv: [] })
  running.add(child)
  try {
    const [url] = await once(child, 'message')
    return await work(url)
  } finally {
    child.kill()
  }
}

export async function stopProcess({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function environmentOf(server, database, access) {
  return {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(poolSize),
    // for this server: everything is on, but no limit is reached and no profile expires
    ROLE: 'api',
    LOG_LEVEL: 'info',
    ENCRYPTION_KEY: access.encryptionKey,
    RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
    PROFILE_STALENESS_SECONDS: '86400',
    PLATFORM_API_URL: 'http://127.0.0.1:9',
    // for the peers, which check no credentials
    COMMUNITY_ID: access.communityId,
    KEY_ID: access.keyId,
    ...server.environment,
  }
}

/** Waits until the process accepts connections. @throws after a minute */
export async function whenListening({ label, port, child }) {
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
  throw new Error(`the server "${label}" did not start`)
}
