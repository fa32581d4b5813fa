// The dispatcher accepts the document; the server does not check at start.
import { OpenAPIBackend, type Document } from 'openapi-backend'
import type { Contract, Fault } from './document'

interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params?: object
}

/** Violations of OpenAPI 3.0. */
export async function openapiFaults(contract: Contract): Promise<Fault[]> {
  const definition = structuredClone(contract) as unknown as Document
  try {
    await new OpenAPIBackend({ definition, strict: true, validate: false }).init()
    return []
  } catch (error) {
    return faultsIn(error instanceof Error ? error.message : String(error))
  }
}

const fix = 'See https://spec.openapis.org/oas/v3.0.3.'

/** At the end of the message. */
function faultsIn(message: string): Fault[] {
  const list = /validation errors:\n(\[[^]*\])$/.exec(message)?.[1]
  if (list === undefined) return [{ where: [], rule: `The document is not valid OpenAPI: ${message}`, fix }]
  const errors = JSON.parse(list) as readonly SchemaError[]
  // each error repeats for every alternative
  const own = errors.filter(({ keyword, params }) => keyword !== 'oneOf' && !JSON.stringify(params).includes('$ref'))
  return (own.length > 0 ? own : errors).map(({ instancePath, message: what = 'is wrong', params }) => ({
    where: instancePath.split('/').slice(1).map(unescaped),
    rule: `The document is not valid OpenAPI: ${what} ${JSON.stringify(params)}.`,
    fix,
  }))
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
