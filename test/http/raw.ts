// Sends a raw request and checks the response against the contract.
import http from 'node:http'
import type { Answer } from '../support/app'
import { assertInContract } from '../support/contract'

export interface RawRequest {
  readonly method?: string
  /** Sent unchanged. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent with a Content-Length; an array is sent in chunks without one. */
  readonly body?: string | Buffer | readonly Buffer[]
}

/** Returns the response, even when it arrives before the whole request is read. */
export async function sendRaw(url: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const request = http.request({ hostname, port, method, path, headers, agent: false })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
  })
  if (Array.isArray(body)) for (const chunk of body as Buffer[]) request.write(chunk)
  else if (body !== undefined)
    request.setHeader('Content-Length', Buffer.byteLength(body as string | Buffer)).write(body)
  request.end()
  const response = await answered
  // the server may close the connection before the request is written
  request.on('error', () => undefined)
  const text = Buffer.concat(await response.toArray()).toString()
  const answer: Answer = {
    status: response.statusCode ?? 0,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    headers: response.headers as Record<string, string>,
    text,
  }
  // an unknown route has no operation to check against, and HEAD has no body
  if (method !== 'HEAD' || answer.status !== 404) assertInContract({ method, path, ...answer })
  return answer
}

/** Status, code, and the path and keyword of each issue. */
export function issuesOf({ status, body }: Answer): [number, string, ...[string, string][]] {
  const issues = (body.error.details?.issues ?? []) as { instancePath: string; keyword: string }[]
  return [status, body.error.code as string, ...issues.map((one): [string, string] => [one.instancePath, one.keyword])]
}
