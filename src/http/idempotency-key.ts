// The `Idempotency-Key` of a request, with the fingerprint of what it asks for.
import type { RequestKey } from '../context'
import { toIdempotencyKey } from '../idempotency/fingerprint'
import { answerOf } from './account-ids'
import { ON_BEHALF_OF } from './acting'
import type { Route } from './api'
import type { RequestContext } from './request-context'

export function requestKeyOf(route: Route, { request: { headers } }: RequestContext): RequestKey | undefined {
  const { operationId, request } = route
  const header = headers['idempotency-key']
  if (typeof header !== 'string') return undefined
  const { params, query, requestBody: body } = request as { params: unknown; query: unknown; requestBody?: unknown }
  const onBehalfOf = headers[ON_BEHALF_OF]
  return { ...toIdempotencyKey(header, { operationId, params, query, body, onBehalfOf }), answer: answerOf(route) }
}
