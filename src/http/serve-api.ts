// The operations of the contract as an Express handler: makes the context of a request, sends the reply and logs it.
import type { OutgoingHttpHeader } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import type { WireReply } from '../contract/replies'
import type { Logger } from '../base/logger'
import { isTracing, traceRequest, type RequestFacts } from '../base/telemetry/tracing'
import { callerAddress } from './address'
import type { HandleRequest } from './api'
import { arrivalOf, logRequest, makeRequestId, type RequestContext, type RequestSummary } from './request-context'

/** Answers every request, also one that no operation matches. Call it after tracing has started. */
export function serveApi(handleRequest: HandleRequest, log: Logger): RequestHandler {
  // safe: fixed fields without secrets
  const requestLog = log.unredacted()
  const answer = isTracing() ? traced(handleRequest) : handleRequest
  return async (request, response) => {
    const since = arrivalOf(response)
    const requestId = makeRequestId(request)
    const context: RequestContext = {
      request,
      response,
      requestId,
      log: log.child({ requestId }),
      // a getter would give each context its own hidden class
      address: () => callerAddress(request),
      principal: null,
      signed: null,
      rate: null,
      operation: null,
    }
    const reply = await answer(context)
    sendReply(request, response, reply)
    logRequest(requestLog, summaryOf(context, reply, performance.now() - since))
  }
}

/** Names and values in turn, which Node writes without copying. */
const jsonHeaders = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
]

export function sendReply(request: Request, response: Response, reply: WireReply): void {
  if (response.destroyed) return
  if (reply.body === undefined) {
    response.writeHead(reply.status, reply.headers).end()
    return
  }
  if (Buffer.isBuffer(reply.body)) {
    response.writeHead(reply.status, { 'Content-Length': reply.body.length, ...reply.headers })
    response.end(request.method === 'HEAD' ? undefined : reply.body)
    return
  }
  const { text = JSON.stringify(reply.body) } = reply
  const headers: OutgoingHttpHeader[] = ['Content-Length', Buffer.byteLength(text), ...jsonHeaders]
  for (const name in reply.headers) headers.push(name, reply.headers[name] as OutgoingHttpHeader)
  response.writeHead(reply.status, headers)
  response.end(request.method === 'HEAD' ? undefined : text)
}

function traced(handleRequest: HandleRequest): HandleRequest {
  return (context) => {
    const describe = (reply: WireReply): RequestFacts => ({
      operationId: context.operation?.operationId,
      route: context.operation?.path,
      requestId: context.requestId,
      communityId: context.principal?.community.communityId,
      status: reply.status,
      code: codeOf(reply),
    })
    return traceRequest(context.request, () => handleRequest(context), describe)
  }
}

const codeOf = ({ status, body }: WireReply): string | undefined =>
  status < 400 ? undefined : (body as { error: { code: string } } | undefined)?.error.code

function summaryOf(context: RequestContext, reply: WireReply, durationMs: number): RequestSummary {
  const { request, operation, principal, requestId } = context
  return {
    requestId,
    method: request.method,
    route: operation?.path,
    operationId: operation?.operationId,
    communityId: principal?.community.communityId,
    keyId: principal?.kind === 'key' ? principal.keyId : undefined,
    personId: principal?.kind === 'person' ? principal.personId : undefined,
    applicantSessionId: principal?.kind === 'applicant' ? principal.sessionId : undefined,
    status: reply.status,
    code: codeOf(reply),
    address: reply.status >= 400 ? context.address() : undefined,
    durationMs,
  }
}
