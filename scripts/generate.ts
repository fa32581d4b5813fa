// Writes generated/ from openapi.yaml, sql/ and the prepared statements of src/, and the generated sections of docs/ from the contract and from src/; reports the
// parts that both demand of other files. With --check writes nothing and fails on a difference.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTs, { astToString, NUMBER, type OpenAPITSOptions } from 'openapi-typescript'
import {
  checksumListName,
  functionsEntry,
  readChecksums,
  readFunctionsEntry,
  unixLines,
  withNewFiles,
} from '../src/db/migrations/checksums'
import { readMigrations } from '../src/db/migrations/files'
import { readFunctions } from '../src/db/migrations/functions'
import { renderDiagram } from './architecture/diagram'
import { bodyLimitsOf, type BodySchema } from './body-limits'
import { missingParts, printMissing } from './completeness'
import { printStatementFaults } from './completeness/statements'
import { readCatalogue } from './completeness/catalogue'
import type { Contract as ClientContract } from './contract'
import { luauModel, luauModule } from './clients/luau'
import { typescriptOperations } from './clients/operations'
import { pythonContract } from './clients/python'
import { contractFaults, danglingReferences, type Contract } from './contract-rules'
import { printFaults, readYaml } from './contract-rules/lines'
import { refineTypes } from './database-types'
import { renderCommands } from './docs/commands'
import { renderConfiguration } from './docs/configuration'
import { replaceMarked } from './docs/marked'
import { renderSite } from './docs/site'
import { renderOperations, renderScopes, type ListedContract } from './docs/operations'
import { readEffects, type EffectsDocument } from './effects'
import { GenerateRun } from './generate-run'
import { toOpenApi31, type RenderedContract } from './openapi-31'
import { memberFunction } from './member-json'
import { printUndeclared, undeclared } from './migration-faults'
import { secretNames } from './secret-names'
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database'
import { everyStatement } from './statements/statements'
import { allDeclared, refusals, statementTypes } from './statements/types'

const help = `npm run generate [-- --check]

Writes generated/ from openapi.yaml and sql/, and the generated sections of docs/: the diagram of the imports, the operations, the
configuration and the commands. Adds new migrations and the revision of the functions to sql/checksums.json. Needs no database: it starts a temporary PostgreSQL.
Prints a line for each fault of openapi.yaml, and for each part that a query or a table needs elsewhere
(docs/adding-an-operation.md); exits with 1 when there is one.

  --check   writes nothing, and exits with 1 when something differs too
`

const root = path.resolve(__dirname, '..')
const banner = (from: string): string => `// Generated from ${from} by \`npm run generate\`. Do not edit.\n`

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
interface ContractDocument {
  'x-max-body-bytes': number
  paths: Record<string, Record<string, OperationObject>>
  components: {
    securitySchemes: { bearerAuth: { 'x-scopes': Record<string, string> } }
    schemas: {
      ErrorCode: {
        enum: string[]
        'x-error-status': Record<string, number>
        'x-error-effect': Record<string, string>
      }
      KeyPreset: { 'x-presets': Record<string, unknown> }
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
    ...effectsOf(contract),
    ...readScopesOf(contract),
  ].join('\n')
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
  const { 'x-error-status': status, 'x-error-effect': effect } = contract.components.schemas.ErrorCode
  return [
    banner('openapi.yaml'),
    "import type { components } from './openapi'\n",
    '/** The status each error code is sent with. */',
    `export const errorStatus = ${literal(status)} as const satisfies Record<components['schemas']['ErrorCode'], number>\n`,
    '/** Whether a request that is answered with the code may have had an effect: `none` holds without `details.committed`. */',
    `export const errorEffect = ${literal(effect)} as const satisfies Record<components['schemas']['ErrorCode'], 'none' | 'possible'>\n`,
  ].join('\n')
}

const literal = (value: unknown): string => JSON.stringify(value)

/** @param transform default: the types of the contract */
async function openapiModule(transform: OpenAPITSOptions['transform'] = () => undefined): Promise<string> {
  const contract = new URL(`file://${path.join(root, 'openapi.yaml')}`)
  const ast = await openapiTs(contract, { defaultNonNullable: false, transform })
  return `${banner('openapi.yaml')}\n${astToString(ast)}`
}

/** What handlers get: the validator converts strings of digits. */
const asValidated: OpenAPITSOptions['transform'] = (schema) => ('x-integer-id' in schema ? NUMBER : undefined)

/** Checksums of the migrations, of which only new files are added, and the revision of the functions. */
function checksumList(): string {
  const directory = path.join(root, 'sql')
  const open = undeclared(directory).map(({ name }) => name)
  const names = fs.readdirSync(directory).filter((name) => name.endsWith('.sql') && !open.includes(name))
  const texts = names.sort().map((name) => [name, unixLines(fs.readFileSync(path.join(directory, name), 'utf8'))])
  const list = withNewFiles(readChecksums(directory), Object.fromEntries(texts) as Record<string, string>)
  const functions = functionsEntry(readFunctionsEntry(directory), readFunctions(directory).files)
  return `${JSON.stringify({ ...list, functions }, null, 2)}\n`
}

/** Table types, read back from an empty database with sql/ applied. */
async function databaseModule({ url, client, folder }: MigratedDatabase): Promise<string> {
  const outFile = path.join(folder, 'database.ts')
  await promisify(execFile)(process.execPath, [
    path.join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    outFile,
    '--date-parser',
    'string',
    '--type-mapping',
    '{"int8":"number","timestamptz":"string"}',
    '--exclude-pattern',
    '*(schema_migration|graphile_worker.*|_private_*)',
  ])
  const module = fs.readFileSync(outFile, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
  return `${banner('sql/')}\n${await refineTypes(module, client)}`
}

/** The pages of docs/ with generated sections. */
function generatedPages(contract: ListedContract): Record<string, string> {
  const sections = {
    'docs/architecture.md': { diagram: renderDiagram() },
    'docs/api-overview.md': { operations: renderOperations(contract), scopes: renderScopes(contract) },
    'docs/operations/configuration.md': { configuration: renderConfiguration() },
    'docs/operations/cli.md': { commands: renderCommands() },
  }
  return Object.fromEntries(
    Object.entries(sections).map(([name, texts]) => {
      const page = fs.readFileSync(path.join(root, name), 'utf8')
      return [name, Object.entries(texts).reduce((text, [mark, section]) => replaceMarked(text, mark, section), page)]
    }),
  )
}

/** The generated files of the published clients. */
async function clientFiles(contract: ClientContract): Promise<Record<string, string>> {
  const written = fs.readFileSync(path.join(root, 'clients/luau/CommunityClient.luau'), 'utf8')
  const luau = luauModule(written, contract)
  return {
    'clients/typescript/src/schema.ts': await openapiModule(),
    'clients/typescript/src/operations.ts': banner('openapi.yaml') + typescriptOperations(contract),
    'clients/luau/CommunityClient.luau': luau,
    'clients/luau/CommunityClient.rbxmx': luauModel(luau),
    'clients/python/src/community_management/contract.py':
      banner('openapi.yaml').replace('//', '#') + pythonContract(contract),
  }
}

/** What the contract alone gives. */
async function contractFiles(contract: ContractDocument): Promise<Record<string, string>> {
  return {
    // JSON, because parsing YAML would take a third of the server's start
    'generated/contract.json': `${JSON.stringify(contract)}\n`,
    'generated/openapi-3.1.json': `${JSON.stringify(toOpenApi31(contract as unknown as RenderedContract))}\n`,
    'generated/openapi.ts': await openapiModule(asValidated),
    ...(await clientFiles(contract as unknown as ClientContract)),
    'generated/operations.ts': operationsModule(contract),
    'generated/errors.ts': errorsModule(contract),
  }
}

async function databaseFiles(database: MigratedDatabase): Promise<Record<string, string>> {
  return {
    [`sql/${checksumListName}`]: checksumList(),
    'generated/database.ts': await databaseModule(database),
  }
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(help)
  const run = new GenerateRun(process.argv.includes('--check'))
  const yaml = readYaml(fs.readFileSync(path.join(root, 'openapi.yaml'), 'utf8'))
  const contract = yaml.value as Contract
  const dangling = danglingReferences(contract)
  if (dangling.length > 0) run.errors.push(printFaults('openapi.yaml', dangling, yaml))
  else {
    await run.phase(() => {
      const faults = contractFaults(contract)
      if (faults.length > 0) run.errors.push(printFaults('openapi.yaml', faults, yaml))
    })
    // a contract that breaks a rule has types too, so that the compiler reports its faults beside those of the rules
    await run.phase(async () => run.write(await contractFiles(yaml.value as ContractDocument)))
    // before the database, which applies them
    await run.phase(() => run.write(memberFunction(root)))
    await run.phase(() => {
      const migrations = undeclared(path.join(root, 'sql'))
      if (migrations.length > 0) run.errors.push(printUndeclared(migrations, readMigrations(path.join(root, 'sql'))))
    })
    await run.phase(() => withMigratedDatabase((database) => ofDatabase(run, database)))
    // written before the site, which contains them
    await run.phase(() => run.write(generatedPages(yaml.value as ListedContract)))
    await run.phase(() => run.write({ 'generated/site.json': renderSite(contract) }))
  }
  if (!run.report()) process.exitCode = 1
}

async function ofDatabase(run: GenerateRun, database: MigratedDatabase): Promise<void> {
  await run.phase(async () => run.write(await databaseFiles(database)))
  await run.phase(async () => {
    const statements = await statementTypes(database.client, allDeclared())
    const refused = await refusals(database.client, (await everyStatement()).statements)
    const wrong = [...statements.faults, ...refused]
    if (wrong.length > 0) run.errors.push(printStatementFaults(wrong))
    run.write({ 'generated/statements.ts': statements.text })
  })
  await run.phase(async () => {
    const missing = await missingParts(await readCatalogue((text) => database.client.query(text)))
    if (missing.length > 0) run.errors.push(printMissing(missing))
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
