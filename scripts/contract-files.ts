// The files that openapi.yaml alone gives, and the list of audit actions for the console.
import fs from 'node:fs'
import path from 'node:path'
import { bodyLimitsOf, type BodySchema } from './body-limits'
import type { Contract as ClientContract } from './contract'
import type { Contract } from './contract-rules'
import type { ErrorFacts } from './contract-rules/document'
import { luauFiles, luauModule } from './clients/luau'
import { typescriptOperations } from './clients/operations'
import { pythonContract } from './clients/python'
import { auditActions } from '../src/audit/names'
import { readEffects, type EffectsDocument } from './effects'
import { fieldLimitsModule } from './field-limits'
import { secretNames } from './secret-names'

const root = path.resolve(__dirname, '..')
export const banner = (from: string): string => `// Generated from ${from} by \`npm run generate\`. Do not edit.\n`

interface OperationObject {
  security?: Record<string, unknown>[]
  operationId?: string
  tags?: string[]
  'x-required-scope'?: string | null
  'x-feature'?: string | null
  requestBody?: { content: { 'application/json': { schema: BodySchema } } }
  'x-access-limited'?: boolean
  'x-needs-proof'?: boolean
  'x-read-replica'?: boolean
  'x-repeatable'?: string
  'x-safe-repeat'?: string
  parameters?: { $ref?: string }[]
  responses?: Record<string, unknown>
}
interface BuiltInRole {
  readonly takesPerHourLimit: number
  readonly scopes: readonly string[]
}
interface ContractDocument {
  'x-max-body-bytes': number
  paths: Record<string, Record<string, OperationObject>>
  components: {
    securitySchemes: { bearerAuth: { 'x-scopes': Record<string, string> } }
    schemas: {
      ErrorCode: { 'x-errors': Record<string, ErrorFacts> }
      KeyPreset: { 'x-presets': Record<string, unknown> }
      StaffRole: { 'x-staff-roles': Record<string, BuiltInRole> }
      AuditEntry: { 'x-read-scopes': Record<string, string> }
      WebhookTypes: { 'x-read-scopes': Record<string, string> }
    }
  }
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** The operation table: what dispatcher and tests need beside the schemas. */
function operationsModule(contract: ContractDocument): string {
  const scopes = contract.components.securitySchemes.bearerAuth['x-scopes']
  const rows = Object.entries(contract.paths).flatMap(([route, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => operationRow(route, method, operation, contract)),
  )
  return [
    banner('openapi.yaml'),
    "import type { components, operations } from './openapi'\n",
    "type MessageType = Exclude<components['schemas']['WebhookType'], '*'>\n",
    '/** Operations for keys and the platform. */',
    'export const operationTable = {',
    ...rows.filter(({ isOfBrowser }) => !isOfBrowser).map((row) => `  ${row.operationId}: ${literal(row.facts)},`),
    '} as const satisfies Partial<Record<keyof operations, unknown>>\n',
    '/** Operations of a browser: the sign-in, and the own session. */',
    'export const signInTable = {',
    ...rows.filter(({ isOfBrowser }) => isOfBrowser).map((row) => `  ${row.operationId}: ${literal(row.facts)},`),
    '} as const satisfies Partial<Record<keyof operations, unknown>>\n',
    '/** What may be granted to a key, with the words an operator reads. */',
    `export const scopes = ${literal(scopes)} as const\n`,
    '/** What each preset of keys stands for. */',
    `export const presets = ${literal(contract.components.schemas.KeyPreset['x-presets'])} as const satisfies Record<components['schemas']['KeyPreset'],
  { readonly scopes: readonly (keyof typeof scopes)[]; readonly takesPerHourLimit: number; readonly actFor: boolean }>\n`,
    ...staffRolesOf(contract),
    ...effectsOf(contract),
    ...readScopesOf(contract),
  ].join('\n')
}

/** The built-in staff roles, each with the scopes of those before it; the last one has all. */
function staffRolesOf({ components }: ContractDocument): string[] {
  const all = Object.keys(components.securitySchemes.bearerAuth['x-scopes'])
  const roles = Object.entries(components.schemas.StaffRole['x-staff-roles'])
  const complete = roles.map(([name, { takesPerHourLimit }], at) => {
    const scopes = roles.slice(0, at + 1).flatMap(([, role]) => role.scopes)
    return [name, { takesPerHourLimit, scopes: at === roles.length - 1 ? all : scopes }] as const
  })
  return [
    '/** The built-in staff roles: the takes of a new person, and the scopes. */',
    `export const staffRoles = ${literal(Object.fromEntries(complete))} as const satisfies Record<string,
  { readonly takesPerHourLimit: number; readonly scopes: readonly (keyof typeof scopes)[] }>\n`,
  ]
}

/** Effects of operations beyond their own scope (x-effects). */
function effectsOf(contract: ContractDocument): string[] {
  const { effects, gives, stores } = readEffects(contract as unknown as EffectsDocument)
  return [
    '/** What each effect needs, however it is given. */',
    `export const effects = ${literal(effects)} as const\n`,
    '/** What an operation gives: by properties of its body, and what was stored before. */',
    'export const gives = {',
    ...Object.entries(gives).map(([operationId, facts]) => `  ${operationId}: ${literal(facts)},`),
    '} as const satisfies Partial<Record<keyof operations, unknown>>\n',
    '/** What an operation stores that gives later: its gifts, and what decides who gets them. */',
    'export const stores = {',
    ...Object.entries(stores).map(([operationId, facts]) => `  ${operationId}: ${literal(facts)},`),
    '} as const satisfies Partial<Record<keyof operations, unknown>>\n',
  ]
}

/** Scopes for reading audit entries and webhook messages (x-read-scopes). */
function readScopesOf({ components }: ContractDocument): string[] {
  const { AuditEntry, WebhookTypes } = components.schemas
  return [
    '/** The scope that reads the details of audit entries, by the beginning of their action. */',
    `export const auditReadScopes = ${literal(AuditEntry['x-read-scopes'])} as const satisfies Record<string, keyof typeof scopes>\n`,
    '/** The scope that reads what a webhook message tells, by its type. */',
    `export const webhookReadScopes = ${literal(WebhookTypes['x-read-scopes'])} as const satisfies Record<MessageType, keyof typeof scopes>\n`,
  ]
}

function operationRow(route: string, method: string, operation: OperationObject, contract: ContractDocument) {
  const { operationId = '', tags = [], 'x-required-scope': scope, 'x-feature': feature, requestBody } = operation
  const limits = bodyLimitsOf(requestBody?.content['application/json'].schema, contract, contract['x-max-body-bytes'])
  const accessLimited = operation['x-access-limited'] === true
  const readReplica = operation['x-read-replica'] === true
  const has = (name: string) =>
    operation.parameters?.some(({ $ref }) => $ref === `#/components/parameters/${name}`) ?? false
  const takes = (scheme: string) => operation.security?.some((schemes) => scheme in schemes) ?? false
  const guardedBy = has('IfMatch') ? (contract.paths[route]?.['get']?.operationId ?? null) : null
  const facts = {
    method,
    path: route,
    tag: tags[0],
    scope,
    feature,
    takesSession: takes('session'),
    takesApplicant: takes('applicant'),
    ...limits,
    accessLimited,
    needsProof: operation['x-needs-proof'] === true,
    readReplica,
    takesKey: has('RetryKey'),
    // secrets in its answers
    secrets: secretNames(contract, operation.responses ?? {}),
    repeatable: operation['x-repeatable'] !== undefined,
    safeRepeat: operation['x-safe-repeat'] ?? null,
    hasEtag: has('IfNoneMatch'),
    guardedBy,
  }
  return { operationId, facts, isOfBrowser: scope === null && !takes('platformSignature') }
}

function errorsModule(contract: ContractDocument): string {
  const each = (name: 'status' | 'effect'): string => literal(errorFactsOf(contract, name))
  return [
    banner('openapi.yaml'),
    "import type { components } from './openapi'\n",
    '/** The status each error code is sent with. */',
    `export const errorStatus = ${each('status')} as const satisfies Record<components['schemas']['ErrorCode'], number>\n`,
    '/** Whether a request that is answered with the code may have had an effect: `none` holds without `details.committed`. */',
    `export const errorEffect = ${each('effect')} as const satisfies Record<components['schemas']['ErrorCode'], 'none' | 'possible'>\n`,
  ].join('\n')
}

/** Without types of the server or its other tables: pages import it. */
const sentencesModule = (contract: ContractDocument): string =>
  [
    banner('openapi.yaml'),
    "import type { components } from './openapi'\n",
    '/** What each error code means, for a person who knows no API: what happened, and what to do. */',
    `export const errorSentences: Readonly<Record<components['schemas']['ErrorCode'], string>> = ${JSON.stringify(errorFactsOf(contract, 'sentence'), null, 2)}\n`,
  ].join('\n')

/** For the console, whose table of sentences does not compile without one of each. */
const auditActionsModule = (): string =>
  [
    banner('src/audit/names.ts'),
    '/** What an entry of the audit log may have as its action. */',
    `export type AuditAction =\n${auditActions.map((action) => `  | '${action}'`).join('\n')}\n`,
  ].join('\n')

function errorFactsOf(contract: ContractDocument, name: keyof ErrorFacts): Readonly<Record<string, unknown>> {
  const { 'x-errors': errors } = contract.components.schemas.ErrorCode
  return Object.fromEntries(Object.entries(errors).map(([code, facts]) => [code, facts[name]]))
}

const literal = (value: unknown): string => JSON.stringify(value)

/** @param isValidated the types of handlers, for whom the validator converts strings of digits */
async function openapiModule(isValidated: boolean): Promise<string> {
  // not at the top: jest does not take it
  const { default: openapiTs, astToString, NUMBER } = await import('openapi-typescript')
  const ast = await openapiTs(new URL(`file://${path.join(root, 'openapi.yaml')}`), {
    defaultNonNullable: false,
    transform: (schema) => (isValidated && 'x-integer-id' in schema ? NUMBER : undefined),
  })
  return `${banner('openapi.yaml')}\n${astToString(ast)}`
}

type FileTexts = Readonly<Record<string, () => string | Promise<string>>>

/** The generated files of the published clients. */
function clientFiles(contract: Contract & ClientContract): FileTexts {
  const readLuau = (name: string): string => fs.readFileSync(path.join(root, 'clients/luau', name), 'utf8')
  const luau = (): string => luauModule(readLuau('CommunityClient.luau'), contract)
  return {
    'clients/typescript/src/schema.ts': () => openapiModule(false),
    'clients/typescript/src/operations.ts': () => banner('openapi.yaml') + typescriptOperations(contract),
    'clients/luau/CommunityClient.luau': luau,
    ...luauFiles(luau, readLuau),
    'clients/python/src/community_management/contract.py': () =>
      banner('openapi.yaml').replace('//', '#') + pythonContract(contract),
  }
}

/** What the contract alone gives, each file for itself: one that cannot be written keeps no other from it. */
export function contractFiles(contract: Contract): FileTexts {
  const document = contract as unknown as ContractDocument
  return {
    // JSON, because parsing YAML would take a third of the server's start
    'generated/contract.json': () => `${JSON.stringify(contract)}\n`,
    'generated/openapi.ts': () => openapiModule(true),
    ...clientFiles(contract as unknown as Contract & ClientContract),
    'generated/operations.ts': () => operationsModule(document),
    'generated/errors.ts': () => errorsModule(document),
    'generated/field-limits.ts': () => `${banner('openapi.yaml')}\n${fieldLimitsModule(contract)}`,
    'generated/error-sentences.ts': () => sentencesModule(document),
    'generated/audit-actions.ts': auditActionsModule,
  }
}
