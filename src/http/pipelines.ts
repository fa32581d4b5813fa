// Bounds what one connection may keep in memory: the requests it sends ahead, and the answers it does not read.
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of a connection that may wait behind the one that is answered; a browser sends none ahead, a benchmark some ten. */
const MAX_PIPELINED = 32

/** Ends a connection that sends more requests ahead than may wait: nothing of those beyond is looked at. */
export function boundPipelines(app: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    // the rest of what was received in one piece with the request that was too many
    if (socket.destroyed) return
    // a response gets its socket when those before it are sent
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1
      if (count > MAX_PIPELINED) return void socket.destroy()
      waiting.set(socket, count)
      response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    }
    app(request, response)
  }
}

/**
 * Cuts off connections whose client takes nothing of its answer for so long. Node refreshes a socket's timeout while the
 * kernel takes bytes, so a slow reader is not cut off; a request that is still at work has nothing to write and is not either.
 * @param unreadMs looked at four times in that time
 */
export function cutUnread(server: Server, unreadMs: number): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const socket of sockets) watchWrites(socket, unreadMs)
  }, unreadMs / 4)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function watchWrites(socket: Socket, unreadMs: number): void {
  if (socket.writableLength > 0) {
    if (!socket.timeout) socket.setTimeout(unreadMs)
  } else if (socket.timeout === unreadMs) socket.setTimeout(0)
}
