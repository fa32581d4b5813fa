// Reads from openapi.yaml what each operation gives beside what its own scope and feature allow (x-effects, x-gives).

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
      readonly apiKey: {
        readonly 'x-effects': Readonly<
          Record<string, { readonly operation: string; readonly names: readonly string[] }>
        >
      }
    }
  }
}

/** The scope and the feature of the operation whose only purpose the effect is. */
export interface Requirement {
  readonly scope: string
  readonly feature: string | null
}

/** A property of a body that gives something; `*` in `at` is each item of a list. */
export interface Given {
  readonly effect: string
  readonly at: readonly string[]
}

export interface Effects {
  readonly effects: Readonly<Record<string, Requirement>>
  /** By operation, only of those that give something. */
  readonly gives: Readonly<Record<string, OperationEffects>>
}

export interface OperationEffects {
  readonly body: readonly Given[]
  readonly stored: readonly string[]
  /** The list of the body whose entries are refused one by one; null: the request is refused. */
  readonly each: string | null
}

/**
 * What each effect asks for, and which operations have it.
 * @throws when a body has a property of an effect's name without `x-gives`, or an `x-gives` names what is not there
 */
export function readEffects(contract: EffectsDocument): Effects {
  const declared = contract.components.securitySchemes.apiKey['x-effects']
  const operations = Object.values(contract.paths).flatMap((item) =>
    Object.values(item).filter(({ operationId }) => operationId !== undefined),
  )
  const effects = Object.fromEntries(
    Object.entries(declared).map(([name, { operation }]) => [name, requirementOf(operations, operation)]),
  )
  const gives = operations.flatMap((operation): (readonly [string, OperationEffects])[] => {
    const { operationId = '' } = operation
    const body = operation.requestBody?.content['application/json'].schema
    const given = body ? givenIn(contract, body, operationId, []) : []
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
    throw new Error(`openapi.yaml: x-effects names ${operationId}, which is no operation with a scope`)
  return { scope, feature: found['x-feature'] ?? null }
}

function known(effects: Effects['effects'], effect: string, where: string): Requirement {
  const requirement = effects[effect]
  if (!requirement) throw new Error(`openapi.yaml: ${where} gives ${effect}, which x-effects does not list`)
  return requirement
}

/** The operation itself asks for everything the effect asks for. */
const isOwn = (operation: EffectsOperation, { scope, feature }: Requirement): boolean =>
  operation['x-required-scope'] === scope && (feature === null || operation['x-feature'] === feature)

/** Every property of a body that gives something; what lies below one belongs to it. */
function givenIn(contract: EffectsDocument, schema: SchemaObject, where: string, at: readonly string[]): Given[] {
  if (schema.$ref !== undefined) {
    return givenIn(contract, contract.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, where, at)
  }
  const { properties = {}, items, additionalProperties, 'x-gives': gives = {} } = schema
  const unknown = Object.keys(gives).filter((name) => !(name in properties))
  if (unknown.length > 0) throw new Error(`openapi.yaml: x-gives in ${where} names ${unknown.join(', ')}, no property`)
  const inner = Object.entries(properties).flatMap(([name, property]): Given[] => {
    const place = [...at, name]
    const effect = gives[name]
    if (effect === undefined) assertGivesNothing(contract, where, place)
    return effect ? [{ effect, at: place }] : givenIn(contract, property, where, place)
  })
  const others = [
    ...(items ? givenIn(contract, items, where, [...at, '*']) : []),
    ...(typeof additionalProperties === 'object' ? givenIn(contract, additionalProperties, where, [...at, '*']) : []),
    ...[schema.allOf, schema.oneOf, schema.anyOf].flatMap((many) =>
      (many ?? []).flatMap((one) => givenIn(contract, one, where, at)),
    ),
  ]
  return [...inner, ...others]
}

/** A name that an effect claims must say what it gives; null says that it gives nothing. */
function assertGivesNothing(contract: EffectsDocument, where: string, place: readonly string[]): void {
  const name = place.at(-1) ?? ''
  for (const [effect, { names }] of Object.entries(contract.components.securitySchemes.apiKey['x-effects'])) {
    if (!names.includes(name)) continue
    throw new Error(
      `openapi.yaml: ${where} takes ${place.join('.')}, which may give ${effect}. Declare it beside the properties: ` +
        `x-gives: { ${name}: ${effect} }, or ${name}: null where it gives nothing.`,
    )
  }
}
