// A TCP proxy that cuts one connection: before the request is forwarded, or when the answer begins.
import net, { type AddressInfo } from 'node:net'

export type Cut = 'before' | 'after'

export interface CuttingProxy {
  readonly url: string
  /** Cuts the next connection. */
  cutNext(cut: Cut): void
  close(): Promise<void>
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const port = Number(new URL(target).port)
  const sockets = new Set<net.Socket>()
  let next: Cut | null = null
  const server = net.createServer((client) => {
    const cut = next
    next = null
    const upstream = net.connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    if (cut === 'before') client.once('data', () => client.destroy())
    else client.pipe(upstream)
    if (cut === 'after') upstream.once('data', () => client.destroy())
    else upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext: (cut) => void (next = cut),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
