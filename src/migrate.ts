// `npm run migrate`.
import { readConfig } from './config'
import { StartError } from './errors'
import { updateDatabase } from './open-database'

const help = `npm run migrate

Migrates the database of DATABASE_URL, or the embedded one in DATA_DIR. With DATABASE_MIGRATION_URL it connects as that role and
grants the role of DATABASE_URL its rights. A server whose role owns the tables migrates when it starts; run this command first
when several servers start at the same time.
`

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(help)
  await updateDatabase(readConfig(), (message) => console.log(message))
  console.log('the database is up to date')
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
