// Renders the contract as OpenAPI 3.1, with webhooks from the callback of createWebhook.

type Json = null | boolean | number | string | readonly Json[] | Fields
interface Fields {
  readonly [name: string]: Json
}

interface Callback {
  readonly post: Fields & {
    readonly requestBody: Fields & { readonly content: Readonly<Record<string, Fields>> }
  }
}
export interface RenderedContract {
  readonly openapi: string
  readonly info: Fields
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly callbacks?: { readonly message?: Record<string, Callback> } }>>>
  >
  readonly components: { readonly schemas: { readonly WebhookType?: { readonly enum: readonly string[] } } }
}

const JSON_TYPE = 'application/json'

/** @param json the contract, OpenAPI 3.0 */
export const openApi31Of = (json: string): string => JSON.stringify(toOpenApi31(JSON.parse(json) as RenderedContract))

/** @param contract OpenAPI 3.0, or a subset of it */
export function toOpenApi31(contract: RenderedContract): Fields {
  const webhooks = webhooksOf(contract)
  const extended = { ...contract, openapi: '3.1.0', ...(Object.keys(webhooks).length > 0 && { webhooks }) }
  return convert(extended as unknown as Fields, false) as Fields
}

/** `example` and `examples` hold values, not schemas. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const'])
const maps = new Set(['properties', 'schemas'])

function convert(node: Json, isSchema: boolean): Json {
  if (Array.isArray(node)) return (node as readonly Json[]).map((one) => convert(one, isSchema))
  if (node === null || typeof node !== 'object') return node
  const { nullable, ...fields } = node as Fields
  const entries = Object.entries(fields).map(([name, value]): [string, Json] => {
    if (isSchema && name === 'type' && nullable === true) return [name, [value, 'null']]
    if (isSchema && name === 'example') return ['examples', [value]]
    if (values.has(name) || name.startsWith('x-')) return [name, value]
    if (maps.has(name)) return [name, mapValues(value as Fields, (one) => convert(one, true))]
    return [name, convert(value, isSchema || name === 'schema')]
  })
  return Object.fromEntries(isSchema || nullable === undefined ? entries : [...entries, ['nullable', nullable]])
}

const mapValues = <From, To>(map: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]))

/** One for each type of message; none without the operation that has the callback. */
function webhooksOf(contract: RenderedContract): Record<string, unknown> {
  const operations = Object.values(contract.paths).flatMap((item) => Object.values(item))
  const callback = operations.flatMap(({ callbacks }) => Object.values(callbacks?.message ?? {}))[0]
  if (!callback) return {}
  const types = contract.components.schemas.WebhookType?.enum.filter((type) => type !== '*') ?? []
  return Object.fromEntries(types.map((type) => [type, { post: webhookOf(type, callback) }]))
}

function webhookOf(type: string, { post }: Callback): unknown {
  const { schema, examples } = post.requestBody.content[JSON_TYPE] ?? {}
  const ofType = Object.entries((examples ?? {}) as Record<string, { value: { type: string } }>).filter(
    ([, { value }]) => value.type === type,
  )
  const narrowed = { allOf: [schema, { type: 'object', properties: { type: { const: type } } }] }
  const media = { schema: narrowed, ...(ofType.length > 0 && { examples: Object.fromEntries(ofType) }) }
  const operationId = `receive${type.replace(/(?:^|\.)([a-z])/g, (_, first: string) => first.toUpperCase())}`
  return {
    ...post,
    operationId,
    summary: `Receive ${type}`,
    requestBody: { ...post.requestBody, content: { [JSON_TYPE]: media } },
  }
}
