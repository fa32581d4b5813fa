// Time from the command to the first response.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDirectory } from './database.mjs'
import { freePort } from './fleet.mjs'
import { say } from './progress.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const commands = {
  server: [process.execPath, 'dist/src/main.js'],
  npm: ['npm', 'start'],
}
const longestMs = 120_000
const pollMs = 5

/** Once on an empty directory, then repeatedly, directly and through npm, which builds first. */
export async function measureStart({ rounds }) {
  const directory = makeDirectory()
  try {
    const first = await timeStart('server', directory)
    say(`first start: ${Math.round(first)} ms`)
    const again = { server: [], npm: [] }
    for (let round = 1; round <= rounds; round++) {
      for (const command of Object.keys(again)) {
        again[command].push(await timeStart(command, directory))
        say(`round ${round} of ${rounds}, second start, ${command}: ${Math.round(again[command].at(-1))} ms`)
      }
    }
    return { rounds, first, again }
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/** Milliseconds to the first member read. */
async function timeStart(command, directory) {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const [file, ...args] = commands[command]
  const startedAt = performance.now()
  // a process group: npm's children end too
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    env: { PATH, HOME, NODE_ENV: 'production', DEMO: 'on', PORT: String(port), DATA_DIR: directory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await firstAnswer(child, port, directory, startedAt + longestMs)
    return performance.now() - startedAt
  } finally {
    if (child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM')
      await once(child, 'exit')
    }
    await whenFree(directory)
  }
}

async function firstAnswer(child, port, directory, deadline) {
  for (; performance.now() < deadline && child.exitCode === null; await sleep(pollMs)) {
    const demo = readDemo(directory)
    if (demo === null) continue
    const headers = { Authorization: `Bearer ${demo.key}`, 'X-Community-Id': demo.communityId }
    const url = `http://127.0.0.1:${port}/v2/members?limit=1`
    const status = await fetch(url, { headers }).then(
      async (response) => (await response.arrayBuffer()) && response.status,
      () => null,
    )
    if (status === 200) return
  }
  throw new Error('the demo did not start')
}

/** Null: not created yet. */
function readDemo(directory) {
  try {
    return JSON.parse(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8'))
  } catch {
    return null
  }
}

/** The server can end after npm. */
async function whenFree(directory) {
  for (let waited = 0; waited < longestMs; waited += pollMs) {
    if (!fs.existsSync(path.join(directory, 'server.pid'))) return
    await sleep(pollMs)
  }
  throw new Error('the demo did not stop')
}
