// Operations without credentials.
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import { gatewayError, introspectionResource } from './wire'
import type { World } from './world'

export function introspect(world: World, request: SimulatorRequest): SimulatorReply {
  const apiKey = (request.body as { apiKey?: unknown } | null | undefined)?.apiKey
  const key = typeof apiKey === 'string' ? world.findKey(apiKey) : undefined
  return key ? ok(introspectionResource(key)) : gatewayError(401, 0, 'Invalid API Key')
}

/** Names may be current or previous ones; unknown names are omitted. */
export function usersByName(world: World, request: SimulatorRequest): SimulatorReply {
  const names = (request.body as { usernames?: unknown } | null | undefined)?.usernames
  if (!Array.isArray(names)) return gatewayError(400, 0, 'Invalid request.')
  if (names.length > 100) return gatewayError(400, 2, 'Too many usernames.')
  const data = names.flatMap((name: unknown) => {
    const user = typeof name === 'string' ? world.findUser(name) : undefined
    if (user === undefined) return []
    const { userId: id, username, displayName } = user
    return [{ requestedUsername: name, hasVerifiedBadge: false, id, name: username, displayName }]
  })
  return ok({ data })
}
