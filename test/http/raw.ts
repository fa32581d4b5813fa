// Requests without the test client, to send what it would not.
import http from 'node:http'
import type { Answer } from '../support/app'
import { assertInContract } from '../support/contract'

export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** An array is sent in chunks, without Content-Length. */
  readonly body?: string | Buffer | readonly Buffer[]
  /** Default: a connection of its own for each request. */
  readonly agent?: http.Agent
}

/** Accepts an answer even before the request was sent to its end, and checks it against the contract. */
export async function sendRaw(url: string, request: RawRequest): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, agent = false } = request
  const { hostname, port } = new URL(url)
  const sent = http.request({ hostname, port, method, path, headers, agent })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
  })
  if (Array.isArray(body)) for (const chunk of body as Buffer[]) sent.write(chunk)
  else if (body !== undefined) sent.setHeader('Content-Length', Buffer.byteLength(body as string | Buffer)).write(body)
  sent.end()
  const response = await answered
  // the server may have closed the connection early
  sent.on('error', () => undefined)
  const text = Buffer.concat(await response.toArray()).toString()
  const answer: Answer = {
    status: response.statusCode ?? 0,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    headers: response.headers as Record<string, string>,
    text,
  }
  // HEAD with 404: there is no operation to check against, and no body
  if (method !== 'HEAD' || answer.status !== 404) assertInContract({ method, path, ...answer })
  return answer
}

/** Status and code, then path and keyword of each issue. */
export function issuesOf({ status, body }: Answer): [number, string, ...[string, string][]] {
  const issues = (body.error.details?.issues ?? []) as { instancePath: string; keyword: string }[]
  return [status, body.error.code as string, ...issues.map((one): [string, string] => [one.instancePath, one.keyword])]
}
