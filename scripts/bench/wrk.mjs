// The load generator wrk: keep-alive connections in a closed loop. One in Node waits longer for itself than for the server.
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import fs from 'node:fs'
import path from 'node:path'
import { temporaryDirectory } from '../command.ts'
import { firstUserId } from './workloads.mjs'

/** @throws when wrk is not installed */
export async function assertWrk() {
  // without arguments wrk prints its usage and fails
  const { code } = await promisify(execFile)('wrk').catch((error) => error)
  if (code === 'ENOENT') throw new Error('wrk is not installed; install it with: apt-get install wrk')
}

/**
 * @param job.ports of servers that share the connections evenly; a thread of wrk has one server
 * @param job.texts whole requests, or split around the user id
 * @returns up to `connections` more requests than `completed` were sent
 * @throws on a failed connection or a status from 400
 */
export async function runWrk({ ports, connections, texts, members, seconds }) {
  const directory = temporaryDirectory('wrk')
  const script = path.join(directory, 'load.lua')
  fs.writeFileSync(script, scriptOf(ports, texts, members))
  try {
    const { stdout } = await promisify(execFile)('wrk', [
      `--threads=${ports.length}`,
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      '--timeout=60s',
      `--script=${script}`,
      `http://127.0.0.1:${ports[0]}`,
    ])
    const result = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')))
    if (result.errors > 0) throw new Error(`${result.errors} of ${result.completed} requests failed:\n${stdout}`)
    return result
  } finally {
    fs.rmSync(directory, { recursive: true })
  }
}

function scriptOf(ports, texts, members) {
  const table = (values) => `{${values.join(',')}}`
  return `
local texts = ${table(texts.map((parts) => table(parts.map((part) => JSON.stringify(part)))))}
local ports = ${table(ports)}
local threads = 0

function setup(thread)
  threads = threads + 1
  thread.addr = wrk.lookup('127.0.0.1', ports[threads])[1]
  thread:set('seed', ${randomInt(2 ** 30)} + threads)
end

function init()
  math.randomseed(seed)
end

function request()
  local text = texts[math.random(#texts)]
  if not text[2] then return text[1] end
  return text[1] .. (${firstUserId - 1} + math.random(${members})) .. text[2]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"completed":%d,"errors":%d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`
}
