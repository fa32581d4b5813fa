// Loaded into the server by `node --import`: reports over a socket the longest stall of the event loop since the last
// request.
import fs from 'node:fs'
import net from 'node:net'

const everyMs = 2
let [longestMs, wall, cpu] = [0, performance.now(), process.cpuUsage()]

/** The lesser of elapsed and processor time, so that the time of other processes does not count. */
setInterval(() => {
  const [now, used] = [performance.now(), process.cpuUsage(cpu)]
  longestMs = Math.max(longestMs, Math.min(now - wall - everyMs, (used.user + used.system) / 1_000))
  ;[wall, cpu] = [now, process.cpuUsage()]
}, everyMs).unref()

// a killed server leaves its socket
fs.rmSync(process.env.ABUSE_PROBE, { force: true })

net
  .createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(JSON.stringify({ stallMs: longestMs }))
    longestMs = 0
  })
  .listen(process.env.ABUSE_PROBE)
  .unref()
