// Whether openapi.yaml is a document that the dispatcher takes: asked when it is generated from, so that a start need not.
import { OpenAPIBackend, type Document } from 'openapi-backend'

/** @throws when the document is not valid OpenAPI 3.0, with each place that is not */
export async function assertValidContract(document: Document): Promise<void> {
  await new OpenAPIBackend({ definition: structuredClone(document), strict: true, validate: false }).init()
}
