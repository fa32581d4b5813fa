// A TCP proxy in front of the database.
import net, { type AddressInfo, type Socket } from 'node:net'

export interface TcpProxy {
  /** URL of the database through the proxy. */
  readonly url: string
  /** Closes the open connections, and new ones until `restore`. */
  cut(): void
  /** Forwards nothing until `restore`. */
  freeze(): void
  restore(): void
  /** Milliseconds by which data from the database is delayed; default 0. */
  delayMs: number
  /** Number of connections accepted so far; `open` counts those that are open. */
  accepted(): number
  open(): number
  close(): Promise<void>
}

export async function startTcpProxy(connectionString: string): Promise<TcpProxy> {
  const { url, target } = targetOf(connectionString)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  let accepted = 0
  const server = net.createServer((inner) => {
    accepted++
    if (state === 'cut') return void inner.destroy()
    const outer = net.connect(target)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        const pass = () => state === 'open' && !to.destroyed && to.write(bytes)
        if (from === outer && proxy.delayMs > 0) setTimeout(pass, proxy.delayMs)
        else pass()
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const proxy: TcpProxy = {
    url: url((server.address() as AddressInfo).port),
    cut() {
      state = 'cut'
      breakAll()
    },
    freeze() {
      state = 'frozen'
    },
    restore() {
      // bytes were lost while frozen
      if (state === 'frozen') breakAll()
      state = 'open'
    },
    delayMs: 0,
    accepted: () => accepted,
    open: () => sockets.size / 2,
    close() {
      breakAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return proxy
}

function targetOf(connectionString: string) {
  const parsed = new URL(connectionString.replace('@/', '@localhost/'))
  const directory = parsed.searchParams.get('host')
  const port = Number(parsed.port || (parsed.searchParams.get('port') ?? 5432))
  const target = directory?.startsWith('/')
    ? { path: `${directory}/.s.PGSQL.${port}` }
    : { host: directory ?? parsed.hostname, port }
  return {
    target,
    url: (localPort: number): string => {
      const through = new URL(parsed)
      through.searchParams.delete('host')
      through.searchParams.delete('port')
      through.hostname = '127.0.0.1'
      through.port = String(localPort)
      return through.toString()
    },
  }
}
