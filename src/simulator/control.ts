// The control API `/_simulator/…` for other processes.
import { BodySchema } from './body-schema'
import type { Fault, Faults } from './faults'
import { ok, type SimulatorReply, type SimulatorRequest, type Wire } from './messages'
import { gatewayError } from './wire'

const status = { type: 'integer', minimum: 200, maximum: 599 }
const seconds = { type: 'number', minimum: 0, maximum: 86_400 }

/** By kind, without `matchFields`; `!` marks a required field. */
const fieldsOfKind: Readonly<Record<Fault['kind'], Readonly<Record<string, object>>>> = {
  throttle: { retryAfter: seconds },
  reject: {
    'status!': status,
    style: { enum: ['v2', 'gateway'] },
    code: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    message: { type: 'string' },
  },
  delay: { 'ms!': { type: 'integer', minimum: 0, maximum: 3_600_000 } },
  hold: {},
  hang: {},
  applyThenHang: {},
  drop: {},
  applyThenDrop: {},
  applyThenStatus: { 'status!': status },
  garbage: { body: { enum: ['html', 'truncated', 'huge', 'cut'] }, text: { type: 'string' } },
  redirect: { 'location!': { type: 'string' }, status },
}

export const faultKinds = Object.keys(fieldsOfKind)

const matchFields = {
  method: { type: 'string' },
  path: { type: 'string', format: 'regex' },
  count: { type: 'integer', minimum: 1 },
  every: { type: 'integer', minimum: 1 },
}

const faultList = new BodySchema<Fault[]>({
  type: 'array',
  items: {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf: Object.entries(fieldsOfKind).map(([kind, fields]) => faultSchema(kind, fields)),
  },
})

export function control(
  wire: Wire,
  faults: Faults,
  request: SimulatorRequest,
): SimulatorReply | Promise<SimulatorReply> {
  const operation = `${request.method} ${request.path}`
  if (operation === 'GET /_simulator/state') return ok({ ...wire.state(), faults: faults.list() })
  if (operation === 'POST /_simulator/faults') return addFaults(faults, request.body)
  if (operation === 'DELETE /_simulator/faults') {
    faults.clear()
    return ok({ faults: [] })
  }
  const reply = wire.control?.(request)
  return (
    reply ?? gatewayError(404, 0, 'Unknown operation. Use GET /_simulator/state and POST or DELETE /_simulator/faults.')
  )
}

function addFaults(faults: Faults, body: unknown): SimulatorReply {
  const list: unknown = Array.isArray(body) ? body : [body]
  if (!faultList.matches(list)) return gatewayError(400, 0, `Invalid fault: ${faultList.issues()}`)
  faults.add(...list)
  return ok({ faults: faults.list() })
}

function faultSchema(kind: string, fields: Readonly<Record<string, object>>): object {
  const named = Object.entries(fields).map(([name, schema]) => [name.replace('!', ''), schema])
  const required = Object.keys(fields).filter((name) => name.endsWith('!'))
  return {
    properties: { kind: { const: kind }, ...matchFields, ...(Object.fromEntries(named) as Record<string, object>) },
    required: ['kind', ...required.map((name) => name.slice(0, -1))],
    additionalProperties: false,
  }
}
