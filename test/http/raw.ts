// Raw requests.
import http from 'node:http'
import type { Answer } from '../support/app'
import { assertInContract } from '../support/contract'

export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** An array: in chunks, without Content-Length. */
  readonly body?: string | Buffer | readonly Buffer[]
}

/** Even before the request is read; checked against the contract. */
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
  // closed early
  request.on('error', () => undefined)
  const text = Buffer.concat(await response.toArray()).toString()
  const answer: Answer = {
    status: response.statusCode ?? 0,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    headers: response.headers as Record<string, string>,
    text,
  }
  // no operation or no body
  if (method !== 'HEAD' || answer.status !== 404) assertInContract({ method, path, ...answer })
  return answer
}

/** Path and keyword of each. */
export function issuesOf({ status, body }: Answer): [number, string, ...[string, string][]] {
  const issues = (body.error.details?.issues ?? []) as { instancePath: string; keyword: string }[]
  return [status, body.error.code as string, ...issues.map((one): [string, string] => [one.instancePath, one.keyword])]
}
