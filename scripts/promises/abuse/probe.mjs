// Loaded into the server (`node --import`): tells over a socket how long its event loop stood still since it was last asked.
import fs from 'node:fs'
import net from 'node:net'

const everyMs = 2
let [longestMs, wall, cpu] = [0, performance.now(), process.cpuUsage()]

/** The shorter of time and processor time: what other processes took in between is not this one's stall. */
setInterval(() => {
  const [now, used] = [performance.now(), process.cpuUsage(cpu)]
  longestMs = Math.max(longestMs, Math.min(now - wall - everyMs, (used.user + used.system) / 1_000))
  ;[wall, cpu] = [now, process.cpuUsage()]
}, everyMs).unref()

// a server that was killed leaves its socket
fs.rmSync(process.env.ABUSE_PROBE, { force: true })

net
  .createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(JSON.stringify({ stallMs: longestMs }))
    longestMs = 0
  })
  .listen(process.env.ABUSE_PROBE)
  .unref()
