// openapi-backend as dispatcher of validated requests.
import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend'
import { operationTable } from '../../generated/operations'
import { withTaggedUnions } from '../contract/document'
import { IndexedRouter } from '../contract/router'
import type { OperationId } from '../contract/types'

/** @throws Error when no step checks an operation's credentials */
export async function makeBackend(document: Document): Promise<{ backend: OpenAPIBackend; router: IndexedRouter }> {
  const definition = withTaggedUnions(structuredClone(document))
  for (const item of Object.values(definition.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as Operation[])
      if (operation.operationId) checkSecurity(operation)
  }
  // `npm run generate` has validated the document
  const backend = new OpenAPIBackend({ definition, strict: true, quick: true, validate: false })
  await backend.init()
  const router = new IndexedRouter(backend.definition)
  backend.router = router
  return { backend, router }
}

/** handle-request.ts checks it; the library would check again. */
function checkSecurity(operation: Operation): void {
  const { operationId, security: [asked = {}, ...others] = [] } = operation
  const schemes = Object.keys(asked).sort().join(' and ')
  const isSigned = operationTable[operationId as OperationId]?.scope === null
  if (others.length > 0 || schemes !== (isSigned ? 'platformSignature' : 'bearerAuth and communityId')) {
    throw new Error(`${operationId} asks for ${schemes || 'no credentials'}: no step of the request checks them`)
  }
  operation.security = []
}
