// Time from the command to the first response.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { median, say, temporaryDirectory } from '../command.ts'
import { freePort } from '../faults/processes.ts'
import { renderRows } from '../markdown.mjs'
import { spread } from './tables.mjs'

const cwd = fileURLToPath(new URL('../..', import.meta.url))
const commands = { server: [process.execPath, 'dist/src/main.js'], npm: ['npm', 'start'] }
const aimSeconds = 2

/** @returns seconds from the command to the first member read */
async function timeStart([file, ...args], directory) {
  const { PATH, HOME } = process.env
  const port = await freePort()
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    DEMO: 'on',
    PORT: String(port),
    DATA_DIR: directory,
    LOG_LEVEL: 'info',
  }
  const startedAt = performance.now()
  // a process group: npm's children end too
  const child = spawn(file, args, { cwd, detached: true, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    for await (const line of createInterface(child.stdout)) {
      if (!line.includes('"msg":"ready"')) continue
      const { key, communityId } = JSON.parse(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8'))
      const headers = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
      const { status } = await fetch(`http://127.0.0.1:${port}/v2/members?limit=1`, { headers })
      if (status !== 200) throw new Error(`the demo answers ${status}`)
      return (performance.now() - startedAt) / 1_000
    }
    throw new Error('the demo did not start')
  } finally {
    child.stdout.resume()
    const closed = once(child, 'close')
    process.kill(-child.pid, 'SIGTERM')
    await closed
  }
}

/** Starts once on an empty directory, then repeatedly, directly and through npm, which builds first. */
export const start = {
  id: 'start',
  what: 'from the command to the first answer',
  async measure({ rounds }) {
    const directory = temporaryDirectory('start')
    try {
      const first = await timeStart(commands.server, directory)
      const again = { server: [], npm: [] }
      for (let round = 1; round <= rounds; round++) {
        for (const [name, command] of Object.entries(commands)) {
          again[name].push(await timeStart(command, directory))
          say(`round ${round} of ${rounds}, second start, ${name}: ${again[name].at(-1).toFixed(2)} s`)
        }
      }
      return { rounds, first, again }
    } finally {
      fs.rmSync(directory, { recursive: true, force: true })
    }
  },
  render({ rounds, first, again }) {
    const seconds = (value) => value.toFixed(2)
    const cell = (values) => `${seconds(median(values))} (${spread(values, seconds)})`
    const rows = [
      ['first start: creates database, schema and demo', seconds(first)],
      ['`node dist/src/main.js` again', cell(again.server)],
      ['`npm start` again, with an incremental build', cell(again.npm)],
    ]
    const text = `Medians of ${rounds} rounds; each starts the server, its PostgreSQL and the simulator, and reads a member.`
    return ['**From the command to the first response, seconds**', renderRows(['', 'seconds'], rows), text]
  },
  goals({ again }) {
    const [npm, server] = [again.npm, again.server].map(median)
    return [
      {
        goal: 'Second start by `npm start`, to the first answer',
        aim: `≤ ${aimSeconds} s`,
        measured: `${npm.toFixed(2)} s, of which the server by itself takes ${server.toFixed(2)} s`,
        isReached: npm <= aimSeconds,
      },
    ]
  },
}
