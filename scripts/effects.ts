// Reads x-effects, x-gives and x-gives-stored: what operations give, now or later, beyond their own scope and feature.

/** Of a property: the effect that it gives, whether (with these values only) it widens who gets what is stored, or nothing. */
export type Gives = string | { readonly widens: readonly unknown[] } | null

interface SchemaObject {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly items?: SchemaObject
  readonly additionalProperties?: boolean | SchemaObject
  readonly allOf?: readonly SchemaObject[]
  readonly oneOf?: readonly SchemaObject[]
  readonly anyOf?: readonly SchemaObject[]
  readonly 'x-gives'?: Readonly<Record<string, Gives>>
  readonly 'x-gives-stored'?: readonly string[]
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
          Record<string, { readonly operation: string; readonly bound?: Bound; readonly names: readonly string[] }>
        >
      }
    }
  }
}

/** What bounds on ranks apply to: the rank or role given, the role of a medal, or the rank that was held. */
export type Bound = 'rank' | 'role' | 'former'

/** Scope and feature of the operation that exists for the effect. */
export interface Requirement {
  readonly scope: string
  readonly feature: string | null
  readonly bound: Bound | null
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
  /** By operation that stores what gives later. */
  readonly stores: Readonly<Record<string, Stored>>
}

export interface Stored {
  /** Its gifts. One that no property of the body has is at its own name. */
  readonly gives: readonly Given[]
  /** Who gets them. `to`: only these values widen it; null: any change. */
  readonly decides: readonly { readonly at: readonly string[]; readonly to: readonly unknown[] | null }[]
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
    Object.entries(declared).map(([name, { operation, bound = null }]) => [
      name,
      { ...requirementOf(operations, operation), bound },
    ]),
  )
  const bodyOf = ({ requestBody }: EffectsOperation): SchemaObject | undefined =>
    requestBody?.content['application/json'].schema
  const gives = operations.flatMap((operation): (readonly [string, OperationEffects])[] => {
    const { operationId = '' } = operation
    const body = bodyOf(operation)
    const given = body ? markedIn(contract, body, []).flatMap(toGiven) : []
    const stored = operation['x-gives-stored'] ?? []
    const own = (effect: string): boolean => isOwn(operation, known(effects, effect, operationId))
    const facts: OperationEffects = {
      body: given.filter(({ effect }) => !own(effect)),
      stored: stored.filter((effect) => !own(effect)),
      each: operation['x-gives-each'] ?? null,
    }
    return facts.body.length + facts.stored.length > 0 ? [[operationId, facts]] : []
  })
  const stores = operations.flatMap((operation): (readonly [string, Stored])[] => {
    const { operationId = '' } = operation
    const body = bodyOf(operation)
    const effects = body ? (dereferenced(contract, body)['x-gives-stored'] ?? []) : []
    return body && effects.length > 0 ? [[operationId, storedOf(markedIn(contract, body, []), effects)]] : []
  })
  return { effects, gives: Object.fromEntries(gives), stores: Object.fromEntries(stores) }
}

interface Marked {
  readonly mark: Gives
  readonly at: readonly string[]
}

const toGiven = ({ mark, at }: Marked): Given[] =>
  typeof mark === 'string' && mark !== WIDENS ? [{ effect: mark, at }] : []

function storedOf(marked: readonly Marked[], effects: readonly string[]): Stored {
  const gives = marked.flatMap(toGiven)
  const others = effects.filter((effect) => !gives.some((one) => one.effect === effect))
  return {
    gives: [...gives, ...others.map((effect) => ({ effect, at: [effect] }))],
    decides: marked.flatMap(({ mark, at }): Stored['decides'] => {
      if (mark === WIDENS) return [{ at, to: null }]
      return typeof mark === 'object' && mark !== null ? [{ at, to: mark.widens }] : []
    }),
  }
}

export const WIDENS = 'widens'

const dereferenced = ({ components }: EffectsDocument, schema: SchemaObject): SchemaObject =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

function requirementOf(operations: readonly EffectsOperation[], operationId: string): Omit<Requirement, 'bound'> {
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

/** Properties below a marked one belong to it. */
function markedIn(contract: EffectsDocument, schema: SchemaObject, at: readonly string[]): Marked[] {
  if (schema.$ref !== undefined) return markedIn(contract, dereferenced(contract, schema), at)
  const { properties = {}, items, additionalProperties, 'x-gives': gives = {} } = schema
  const inner = Object.entries(properties).flatMap(([name, property]): Marked[] => {
    const place = [...at, name]
    const mark = gives[name]
    return mark === undefined || mark === null ? markedIn(contract, property, place) : [{ mark, at: place }]
  })
  const others = [
    ...(items ? markedIn(contract, items, [...at, '*']) : []),
    ...(typeof additionalProperties === 'object' ? markedIn(contract, additionalProperties, [...at, '*']) : []),
    ...[schema.allOf, schema.oneOf, schema.anyOf].flatMap((many) =>
      (many ?? []).flatMap((one) => markedIn(contract, one, at)),
    ),
  ]
  return unique([...inner, ...others])
}

/** Alternatives of a `oneOf` mark the same places. */
const unique = (marked: readonly Marked[]): Marked[] => [
  ...new Map(marked.map((one) => [one.at.join(' '), one] as const)).values(),
]
