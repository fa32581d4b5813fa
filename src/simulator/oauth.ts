// OAuth 2.0 token endpoint, with `client_secret_post` authentication.
import { oauthError } from './sign-ins'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import type { World } from './world'

/** `POST /oauth/v1/token`: rotates the refresh token, or takes the code of a sign-in. */
export function issueTokens(world: World, request: SimulatorRequest): SimulatorReply {
  const form = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '')
  if (field('grant_type') === 'authorization_code') return world.signIns.exchange(request)
  if (field('grant_type') !== 'refresh_token') return oauthError(400, 'unsupported_grant_type')
  const clientId = field('client_id')
  if (!world.grants.hasClient(clientId, field('client_secret'))) return oauthError(401, 'invalid_client')
  const pair = world.grants.exchange(clientId, field('refresh_token'))
  if (pair === null) return oauthError(400, 'invalid_grant')
  return ok({
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    token_type: 'Bearer',
    expires_in: pair.expiresInSeconds,
    scope: 'group:read group:write legacy-group:manage',
  })
}
