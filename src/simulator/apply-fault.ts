// Turns a fault rule into a response, a delay or a closed connection.
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, Faults } from './faults'
import type { SimulatorReply, Wire } from './messages'

const hugeBytes = 10 * 1024 * 1024

export async function applyFault(
  fault: Fault,
  faults: Faults,
  apply: () => SimulatorReply,
  wire: Wire,
  response: ServerResponse,
): Promise<number | null> {
  switch (fault.kind) {
    case 'throttle':
      return sendReply(response, wire.throttle(fault.retryAfter))
    case 'reject':
      return sendReply(response, wire.refuse(fault.status, fault))
    case 'delay':
      await sleep(fault.ms, undefined, { ref: false })
      return sendReply(response, apply())
    case 'hold':
      await faults.untilCleared()
      return sendReply(response, apply())
    case 'hang':
      return null
    case 'applyThenHang':
      apply()
      return null
    case 'drop':
      response.destroy()
      return null
    case 'applyThenDrop':
      apply()
      response.destroy()
      return null
    case 'applyThenStatus':
      apply()
      return sendReply(response, wire.refuse(fault.status))
    case 'garbage':
      apply()
      return sendGarbage(response, fault.body ?? 'html', fault.text)
    case 'redirect':
      return sendReply(response, { status: fault.status ?? 302, body: null, headers: { location: fault.location } })
  }
}

export function sendReply(response: ServerResponse, reply: SimulatorReply): number {
  response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8', ...reply.headers })
  response.end(Buffer.isBuffer(reply.body) ? reply.body : JSON.stringify(reply.body))
  return reply.status
}

function sendGarbage(response: ServerResponse, kind: 'html' | 'truncated' | 'huge' | 'cut', text?: string): number {
  const html = text === undefined && kind === 'html'
  response.setHeader('content-type', html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
  if (text !== undefined) response.end(text)
  else if (kind === 'html')
    response.end('<!DOCTYPE html><html><body><h1>We are making things better</h1></body></html>')
  else if (kind === 'truncated') response.end('{"groupRoles":[{"path":"groups/7/ro')
  else if (kind === 'huge') response.end(JSON.stringify({ padding: 'x'.repeat(hugeBytes) }))
  else cutOff(response)
  return 200
}

/** Closes the connection before content-length is reached. */
function cutOff(response: ServerResponse): void {
  response.setHeader('content-length', '1000')
  response.write('{"groupRoles":[', () => response.destroy())
}
