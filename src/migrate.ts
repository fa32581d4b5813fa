// `npm run migrate`.
import { readConfig } from './process/config'
import { StartError } from './base/errors'
import { makeLogger } from './base/logger'
import { updateDatabase } from './process/open-database'
import { makeStartLines } from './process/start-lines'
import { build } from './base/version'

const help = `npm run migrate

Migrates the database of DATABASE_URL, or the embedded one in DATA_DIR. With DATABASE_MIGRATION_URL it connects as that role and
grants the role of DATABASE_URL its rights. A server whose role owns the tables migrates when it starts; run this command first
when several servers start at the same time. --version prints the version.
`

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(help)
  if (process.argv.includes('--version')) return void process.stdout.write(`${build.version}\n`)
  const config = readConfig()
  const { progress } = makeStartLines(makeLogger(config.logLevel))
  await updateDatabase(config, progress)
  progress('the database is up to date')
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
