// Rules about tags, scopes, error codes, read scopes, effects.
import {
  bodyOf,
  operationsOf,
  resolved,
  type Contract,
  type ErrorHelp,
  type Fault,
  type Found,
  type Rule,
  type Schema,
} from './document'

const version: Rule = ({ openapi }) =>
  openapi === '3.0.3'
    ? []
    : [{ where: ['openapi'], rule: `The document is OpenAPI ${openapi}.`, fix: 'Set openapi: 3.0.3.' }]

const tags: Rule = (contract) => {
  const operations = operationsOf(contract)
  const used = new Set(operations.flatMap(({ node }) => node.tags ?? []))
  const declared = contract.tags.map(({ name }) => name)
  return [
    ...contract.tags.flatMap(({ name, description }, index): Fault[] => [
      ...(used.has(name)
        ? []
        : [{ where: ['tags', index], rule: `No operation has the tag ${name}.`, fix: 'Remove it.' }]),
      ...(/\S/.test(description ?? '')
        ? []
        : [{ where: ['tags', index], rule: `The tag ${name} has no description.`, fix: 'Add description: … to it.' }]),
    ]),
    ...operations.flatMap(({ at, node }) =>
      (node.tags ?? [])
        .filter((name) => !declared.includes(name))
        .map((name) => ({
          where: [...at, 'tags'],
          rule: `The tag ${name} is not declared.`,
          fix: 'Add it to tags, with a description.',
        })),
    ),
  ]
}

const X_SCOPES = ['components', 'securitySchemes', 'bearerAuth', 'x-scopes']

const scopes: Rule = (contract) => {
  const used = new Set(operationsOf(contract).map(({ node }) => node['x-required-scope']))
  return Object.keys(contract.components.securitySchemes.bearerAuth['x-scopes'])
    .filter((scope) => !used.has(scope))
    .map((scope) => ({ where: [...X_SCOPES, scope], rule: `No operation requires ${scope}.`, fix: 'Remove it.' }))
}

type OfCodes = 'x-error-status' | 'x-error-effect' | 'x-error-help'

/** A keyword of ErrorCode with an entry for each code, and no other. */
const ofCodes =
  (
    keyword: OfCodes,
    what: string,
    isMissing: (entry: unknown) => boolean,
    rule: string,
    fix: (code: string) => string,
  ): Rule =>
  ({ components }) => {
    const { enum: codes, [keyword]: entries } = components.schemas.ErrorCode
    const at = ['components', 'schemas', 'ErrorCode']
    const missing = codes.filter((code) => isMissing((entries as Readonly<Record<string, unknown>>)[code]))
    const extra = Object.keys(entries).filter((code) => !codes.includes(code))
    return [
      ...missing.map((code) => ({
        ...{ where: [...at, 'enum', codes.indexOf(code)], rule: `The code ${code} ${rule}.`, fix: fix(code) },
      })),
      ...extra.map((code) => ({
        ...{ where: [...at, keyword, code], rule: `The ${what} of ${code} is of no code.` },
        fix: 'Add the code to enum, or remove it here.',
      })),
    ]
  }

const errorStatuses = ofCodes(
  ...(['x-error-status', 'status'] as const),
  (status) => status === undefined,
  'has no status',
  () => 'Add it to x-error-status.',
)

const errorEffects = ofCodes(
  ...(['x-error-effect', 'effect'] as const),
  (effect) => effect !== 'none' && effect !== 'possible',
  'does not say whether its request may have had an effect',
  (code) =>
    `Add ${code}: none to x-error-effect, or possible if a write may have been committed when the code is sent.`,
)

const isText = (text: unknown): boolean => typeof text === 'string' && /\S/.test(text)
const errorHelp = ofCodes(
  ...(['x-error-help', 'text'] as const),
  (help) =>
    !isText((help as Partial<ErrorHelp> | undefined)?.cause) ||
    !isText((help as Partial<ErrorHelp> | undefined)?.remedy),
  'has no text for its page',
  (code) => `Add ${code}: { cause: <what happened>, remedy: <what to do> } to x-error-help.`,
)

const readScopes: Rule = ({ components }) => {
  const known = components.securitySchemes.bearerAuth['x-scopes']
  const unknown = (['AuditEntry', 'WebhookTypes'] as const).flatMap((name) =>
    Object.entries(components.schemas[name]['x-read-scopes'])
      .filter(([, scope]) => !(scope in known))
      .map(([area, scope]) => ({
        where: ['components', 'schemas', name, 'x-read-scopes', area],
        rule: `${scope} is no scope.`,
        fix: 'Name one of components.securitySchemes.bearerAuth.x-scopes.',
      })),
  )
  const { 'x-read-scopes': ofTypes } = components.schemas.WebhookTypes
  const missing = components.schemas.WebhookType.enum
    .filter((type) => type !== '*' && !(type in ofTypes))
    .map((type) => ({
      where: ['components', 'schemas', 'WebhookTypes', 'x-read-scopes'],
      rule: `The message ${type} has no scope.`,
      fix: `Add ${type}: <the scope that reads its content>.`,
    }))
  return [...unknown, ...missing]
}

type GivingSchema = Schema & { readonly 'x-gives'?: Readonly<Record<string, string | null>> }
type XEffects = Readonly<Record<string, { readonly operation: string; readonly names: readonly string[] }>>

const effectsOf = ({ components }: Contract): XEffects =>
  (components.securitySchemes.bearerAuth as unknown as { readonly 'x-effects': XEffects })['x-effects']

const effectOperations: Rule = (contract) => {
  const withScope = operationsOf(contract).filter(({ node }) => node['x-required-scope'])
  return Object.entries(effectsOf(contract))
    .filter(([, { operation }]) => !withScope.some(({ id }) => id === operation))
    .map(([name, { operation }]) => ({
      where: ['components', 'securitySchemes', 'bearerAuth', 'x-effects', name],
      rule: `${operation} is no operation with a scope.`,
      fix: 'Name the operation whose only purpose is this effect.',
    }))
}

const storedEffects: Rule = (contract) =>
  operationsOf(contract).flatMap(({ at, node }) =>
    (node['x-gives-stored'] ?? [])
      .filter((effect) => !(effect in effectsOf(contract)))
      .map((effect) => ({
        where: [...at, 'x-gives-stored'],
        rule: `${effect} is no effect.`,
        fix: 'Name one of components.securitySchemes.bearerAuth.x-effects.',
      })),
  )

/** Declared in x-gives. */
const givenEffects: Rule = (contract) => {
  const effects = effectsOf(contract)
  const seen = new Set<Schema>()
  const visit = (found: Found<Schema>): Fault[] => {
    const { at, node } = resolved(contract, found)
    if (seen.has(node)) return []
    seen.add(node)
    const { properties = {}, items, additionalProperties, 'x-gives': gives = {} } = node as GivingSchema
    const inner = [
      ...(items ? [{ at: [...at, 'items'], node: items }] : []),
      ...(typeof additionalProperties === 'object'
        ? [{ at: [...at, 'additionalProperties'], node: additionalProperties }]
        : []),
      ...(['allOf', 'oneOf', 'anyOf'] as const).flatMap((kind) =>
        (node[kind] ?? []).map((one, index) => ({ at: [...at, kind, index], node: one })),
      ),
      // properties below belong to it
      ...Object.entries(properties)
        .filter(([name]) => !gives[name])
        .map(([name, one]) => ({ at: [...at, 'properties', name], node: one })),
    ]
    return [...ownFaults(at, properties, gives, effects), ...inner.flatMap(visit)]
  }
  return operationsOf(contract)
    .flatMap(bodyOf)
    .flatMap(({ at, node }) => visit({ at: [...at, 'schema'], node: node.schema }))
}

function ownFaults(
  at: Found<Schema>['at'],
  properties: Readonly<Record<string, Schema>>,
  gives: Readonly<Record<string, string | null>>,
  effects: XEffects,
): Fault[] {
  const declared = Object.entries(gives).flatMap(([name, effect]): Fault[] => {
    const where = [...at, 'x-gives', name]
    if (!(name in properties))
      return [{ where, rule: `x-gives names ${name}, which is no property.`, fix: 'Remove it.' }]
    const fix = 'Name one of components.securitySchemes.bearerAuth.x-effects, or null.'
    return effect === null || effect in effects ? [] : [{ where, rule: `${effect} is no effect.`, fix }]
  })
  const missing = Object.entries(effects).flatMap(([effect, { names }]) =>
    names
      .filter((name) => name in properties && !(name in gives))
      .map((name) => ({
        where: [...at, 'properties', name],
        rule: `${name} may give ${effect}, and x-gives does not say.`,
        fix: `Add x-gives: { ${name}: ${effect} } beside properties, or ${name}: null where it gives nothing.`,
      })),
  )
  return [...declared, ...missing]
}

export const registryRules: Readonly<Record<string, Rule>> = {
  'the document is OpenAPI 3.0.3': version,
  'a tag is described and used': tags,
  'a scope is required by an operation': scopes,
  'an error code has a status': errorStatuses,
  'an error code has an effect': errorEffects,
  'an error code has a text': errorHelp,
  'details of the audit log and webhooks have a read scope': readScopes,
  'an effect names its operation': effectOperations,
  'what an operation gives from storage is an effect': storedEffects,
  'a body declares the effects it gives': givenEffects,
}
