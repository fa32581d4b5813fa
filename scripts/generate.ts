// Writes generated/ from openapi.yaml, sql/ and the prepared statements of src/, and the generated sections of docs/ from the contract and from src/; reports the
// parts that both demand of other files. With --check writes nothing and fails on a difference.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  checksumListName,
  functionsEntry,
  readChecksums,
  readFunctionsEntry,
  readSchemaEntry,
  schemaName,
  unixLines,
  withNewFiles,
} from '../src/db/migrations/checksums'
import { listMigrations, readMigrations } from '../src/db/migrations/files'
import { readFunctions } from '../src/db/migrations/functions'
import { renderDiagram } from './architecture/diagram'
import { missingParts, printMissing } from './completeness'
import { printStatementFaults } from './completeness/statements'
import { readCatalogue } from './completeness/catalogue'
import { banner, contractFiles } from './contract-files'
import { contractFaults, danglingReferences, readable, type Contract } from './contract-rules'
import { printFaults, readYaml } from './contract-rules/lines'
import { refineTypes } from './database-types'
import { renderCommands } from './docs/commands'
import { renderConfiguration } from './docs/configuration'
import { replaceMarked } from './docs/marked'
import { renderStorage } from './docs/storage'
import { renderOperations, renderScopes, type ListedContract } from './docs/operations'
import { GenerateRun } from './generate-run'
import { memberFunction } from './member-json'
import { printUndeclared, undeclared } from './migration-faults'
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database'
import { everyStatement } from './statements/statements'
import { allDeclared, refusals, statementTypes } from './statements/types'

const help = `npm run generate [-- --check]

Writes generated/ from openapi.yaml and sql/, and the generated sections of docs/: the diagram of the imports, the operations, the
configuration, the commands and the ends of tables. Adds new migrations and the revision of the functions to sql/checksums.json. Needs no database: it starts a temporary PostgreSQL.
Prints a line for each fault of openapi.yaml, and for each part that a query or a table needs elsewhere
(docs/adding-an-operation.md); exits with 1 when there is one.

  --check   writes nothing, and exits with 1 when something differs too
`

const root = path.resolve(__dirname, '..')

/** Checksums of the migrations, of which only new files are added, and the revision of the functions. */
function checksumList(): string {
  const directory = path.join(root, 'sql')
  const open = undeclared(directory).map(({ name }) => name)
  const declared = listMigrations(directory).filter(({ name }) => !open.includes(name))
  const texts = declared.map(({ name, file }) => [name, unixLines(fs.readFileSync(file, 'utf8'))])
  const list = withNewFiles(readChecksums(directory), Object.fromEntries(texts) as Record<string, string>)
  const functions = functionsEntry(readFunctionsEntry(directory), readFunctions(directory).files)
  const schema = readSchemaEntry(directory)
  return `${JSON.stringify({ ...list, functions, ...(schema && { [schemaName]: schema }) }, null, 2)}\n`
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
    'docs/operations/storage.md': { tables: renderStorage() },
  }
  return Object.fromEntries(
    Object.entries(sections).map(([name, texts]) => {
      const page = fs.readFileSync(path.join(root, name), 'utf8')
      return [name, Object.entries(texts).reduce((text, [mark, section]) => replaceMarked(text, mark, section), page)]
    }),
  )
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
    const written = readable(contract)
    await run.phase(() => {
      const faults = contractFaults(contract)
      if (faults.length > 0) run.errors.push(printFaults('openapi.yaml', faults, yaml))
    }, 'The rules of openapi.yaml')
    // a contract that breaks a rule has types too, so that the compiler reports its faults beside those of the rules
    for (const [name, text] of Object.entries(contractFiles(written)))
      await run.phase(async () => run.write({ [name]: await text() }), name)
    // before the database, which applies them
    await run.phase(() => run.write(memberFunction(root)))
    await run.phase(() => {
      const migrations = undeclared(path.join(root, 'sql'))
      if (migrations.length > 0) run.errors.push(printUndeclared(migrations, readMigrations(path.join(root, 'sql'))))
    })
    await run.phase(() => withMigratedDatabase((database) => ofDatabase(run, database)))
    await run.phase(() => run.write(generatedPages(written as unknown as ListedContract)), 'docs/')
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
