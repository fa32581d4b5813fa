// A request that the platform signed.
import { assertSigned, unconfigured } from '../auth/platform-signature'
import type { Api, Route } from './api'
import { parseJson, readRawBody } from './body'
import { hasBody, type RequestContext } from './request-context'

/** Reads the body, which the signature covers. @throws DomainError 401 */
export async function verifySignature({ facts, request }: Route, context: RequestContext, api: Api): Promise<void> {
  if (api.platformSecrets.length === 0) throw unconfigured()
  const bytes = hasBody(context.request)
    ? await readRawBody(context.request, context.response, facts.maxBodyBytes)
    : Buffer.alloc(0)
  const signature = context.request.headers['roblox-signature'] as string | undefined
  assertSigned({ signature, bytes }, api.platformSecrets, api.now().getTime())
  context.signed = bytes
  request.requestBody = parseJson(bytes, facts.maxBodyValues)
}
