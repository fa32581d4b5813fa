// Reads x-effects and x-gives: what operations give beyond their own scope and feature.

interface SchemaObject {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly items?: SchemaObject
  readonly additionalProperties?: boolean | SchemaObject
  readonly allOf?: readonly SchemaObject[]
  readonly oneOf?: readonly SchemaObject[]
  readonly anyOf?: readonly SchemaObject[]
  readonly 'x-gives'?: Readonly<Record<string, string | null>>
}

export interface EffectsOperation {
  readonly operationId?: string
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: SchemaObject } } }
  readonly 'x-required-scope'?: string | null
  readonly 'x-feature'?: string | null
  readonly 'x-gives-stored'?: readonly string[]
  readonly 'x-gives-each'?: string
}

export interface EffectsDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, EffectsOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly securitySchemes: {
      readonly bearerAuth: {
        readonly 'x-effects': Readonly<
          Record<string, { readonly operation: string; readonly names: readonly string[] }>
        >
      }
    }
  }
}

/** Scope and feature of the operation that exists for the effect. */
export interface Requirement {
  readonly scope: string
  readonly feature: string | null
}

/** A body property with an effect; `*` in `at` means each item of a list. */
export interface Given {
  readonly effect: string
  readonly at: readonly string[]
}

export interface Effects {
  readonly effects: Readonly<Record<string, Requirement>>
  /** By operation, for those with effects. */
  readonly gives: Readonly<Record<string, OperationEffects>>
}

export interface OperationEffects {
  readonly body: readonly Given[]
  readonly stored: readonly string[]
  /** The list of the body whose entries are refused individually; null: the request is refused as a whole. */
  readonly each: string | null
}

/**
 * The requirements of each effect, and the operations that have it.
 * @throws Error when a property with the name of an effect lacks `x-gives`, or `x-gives` names an unknown effect
 */
export function readEffects(contract: EffectsDocument): Effects {
  const declared = contract.components.securitySchemes.bearerAuth['x-effects']
  const operations = Object.values(contract.paths).flatMap((item) =>
    Object.values(item).filter(({ operationId }) => operationId !== undefined),
  )
  const effects = Object.fromEntries(
    Object.entries(declared).map(([name, { operation }]) => [name, requirementOf(operations, operation)]),
  )
  const gives = operations.flatMap((operation): (readonly [string, OperationEffects])[] => {
    const { operationId = '' } = operation
    const body = operation.requestBody?.content['application/json'].schema
    const given = body ? givenIn(contract, body, []) : []
    const stored = operation['x-gives-stored'] ?? []
    const own = (effect: string): boolean => isOwn(operation, known(effects, effect, operationId))
    const facts: OperationEffects = {
      body: given.filter(({ effect }) => !own(effect)),
      stored: stored.filter((effect) => !own(effect)),
      each: operation['x-gives-each'] ?? null,
    }
    return facts.body.length + facts.stored.length > 0 ? [[operationId, facts]] : []
  })
  return { effects, gives: Object.fromEntries(gives) }
}

function requirementOf(operations: readonly EffectsOperation[], operationId: string): Requirement {
  const found = operations.find((operation) => operation.operationId === operationId)
  const scope = found?.['x-required-scope']
  if (!found || !scope)
    throw new Error(`openapi.yaml: x-effects names ${operationId}, which is not an operation with a scope`)
  return { scope, feature: found['x-feature'] ?? null }
}

function known(effects: Effects['effects'], effect: string, where: string): Requirement {
  const requirement = effects[effect]
  if (!requirement) throw new Error(`openapi.yaml: ${where} gives ${effect}, which x-effects does not list`)
  return requirement
}

/** Whether the operation itself requires what the effect requires. */
const isOwn = (operation: EffectsOperation, { scope, feature }: Requirement): boolean =>
  operation['x-required-scope'] === scope && (feature === null || operation['x-feature'] === feature)

/** All properties with effects. Properties below one belong to it. */
function givenIn(contract: EffectsDocument, schema: SchemaObject, at: readonly string[]): Given[] {
  if (schema.$ref !== undefined) {
    return givenIn(contract, contract.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, at)
  }
  const { properties = {}, items, additionalProperties, 'x-gives': gives = {} } = schema
  const inner = Object.entries(properties).flatMap(([name, property]): Given[] => {
    const place = [...at, name]
    const effect = gives[name]
    return effect ? [{ effect, at: place }] : givenIn(contract, property, place)
  })
  const others = [
    ...(items ? givenIn(contract, items, [...at, '*']) : []),
    ...(typeof additionalProperties === 'object' ? givenIn(contract, additionalProperties, [...at, '*']) : []),
    ...[schema.allOf, schema.oneOf, schema.anyOf].flatMap((many) =>
      (many ?? []).flatMap((one) => givenIn(contract, one, at)),
    ),
  ]
  return [...inner, ...others]
}
