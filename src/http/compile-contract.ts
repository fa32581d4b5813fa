// Compiles the contract.
import { OpenAPIBackend, type Document, type Handler, type Operation } from 'openapi-backend'
import { operationTable, signInTable } from '../../generated/operations'
import { makeAjv } from '../contract/ajv'
import { withTaggedUnions } from '../contract/document'
import { ReplyCheck } from '../contract/replies'
import { IndexedRouter } from '../contract/router'
import type { ServedId } from '../contract/types'
import { RequestValidator } from '../contract/validator'
import type { CompiledContract } from './api'
import { factsOf, KEYS, takesOf } from './credentials'
import { deprecationsOf } from './deprecation'

/** @throws Error when no step checks an operation's credentials, or the document lacks an operation of the code */
export async function compileContract(
  document: Document,
  dispatch: (operationId: ServedId) => Handler,
): Promise<CompiledContract> {
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
  for (const operationId of Object.keys({ ...operationTable, ...signInTable }) as ServedId[])
    backend.register(operationId, dispatch(operationId))
  const strict = makeAjv({ discriminator: true })
  const listing = makeAjv({ discriminator: true, allErrors: true })
  return {
    backend,
    router,
    validator: new RequestValidator(backend.definition, router, strict, listing),
    replies: new ReplyCheck(document, makeAjv()),
    deprecations: deprecationsOf(document),
  }
}

/** handle-request.ts checks credentials; the library would check them again. */
function checkSecurity(operation: Operation): void {
  const { operationId = '', security = [] } = operation
  const schemes = security.map((asked) => Object.keys(asked).sort().join(' and ')).join(' or ')
  if (schemes !== checkedSchemes(operationId)) {
    throw new Error(`${operationId} asks for ${schemes || 'no credentials'}: no step of the request checks them`)
  }
  operation.security = []
}

function checkedSchemes(operationId: string): string {
  const known = operationId in signInTable || operationId in operationTable
  const takes = known ? takesOf(operationId as ServedId, factsOf(operationId as ServedId)) : KEYS
  if (takes === 'nothing') return ''
  if (takes === 'signature') return 'platformSignature'
  const schemes = [
    ...(takes.keys ? ['bearerAuth and communityId'] : []),
    ...(takes.sessions ? ['session'] : []),
    ...(takes.applicants ? ['applicant'] : []),
  ]
  return schemes.join(' or ')
}
