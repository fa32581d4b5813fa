// Closes connections whose client does not read its reply.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes a connection when the kernel takes no byte of a reply for `stalledMs`, checked every quarter of it. Node restarts a
 * socket's timeout at each write, so slow readers stay connected, as do requests that have nothing to send yet.
 */
export function closeStalled(server: Server, stalledMs: number): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const socket of sockets) updateTimeout(socket, stalledMs)
  }, stalledMs / 4)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function updateTimeout(socket: Socket, stalledMs: number): void {
  if (socket.writableLength > 0) {
    if (!socket.timeout) socket.setTimeout(stalledMs)
  } else if (socket.timeout === stalledMs) socket.setTimeout(0)
}
