// A proxy that makes responses deviate from the contract.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Passing {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface Deviation {
  readonly request?: (passing: Passing) => Passing
  /** @returns the answer to send; null: no response. */
  readonly answer?: (answered: Answered, asked: Passing) => Answered | null
}

export interface Proxy {
  readonly url: string
  /** All requests, in order. */
  readonly asked: Passing[]
  deviate(deviation: Deviation): void
  close(): Promise<void>
}

/** Passes everything on unchanged until a deviation is set. */
export async function startProxy(target: string): Promise<Proxy> {
  let current: Deviation = {}
  const asked: Passing[] = []
  const server = http.createServer((request, response) => {
    void (async () => {
      const passing = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: textsOf(request.headers),
        body: await read(request),
      }
      asked.push(passing)
      const answered = await pass(target, current.request?.(passing) ?? passing)
      const deviating = current.answer ? current.answer(answered, passing) : answered
      if (deviating) response.writeHead(deviating.status, deviating.headers).end(deviating.body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    deviate: (deviation) => void (current = deviation),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const agent = new http.Agent({ keepAlive: true })

function pass(target: string, { method, path, headers, body }: Passing): Promise<Answered> {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const rest = without(headers, 'content-length', 'connection')
  return new Promise((resolve, reject) => {
    const request = http.request(`${target}${path}`, { agent, method, headers: { ...rest, ...length } }, (response) => {
      void read(response).then((text) => {
        // the length of the body may change
        const kept = without(textsOf(response.headers), 'content-length', 'connection', 'keep-alive')
        resolve({ status: response.statusCode ?? 0, headers: kept, body: text })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

function without(headers: Readonly<Record<string, string>>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

async function read(stream: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function textsOf(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
