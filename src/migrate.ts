// `npm run migrate`: brings the database up to date and ends.
import { readConfig } from './config'
import { StartError } from './errors'
import { updateDatabase } from './open-database'

const help = `npm run migrate

Brings the database of DATABASE_URL up to date, and ends; without one, the PostgreSQL in DATA_DIR. With DATABASE_MIGRATION_URL it
connects as that role and gives the role of DATABASE_URL its rights. A server whose role owns the tables does the same when it
starts: run it before, where servers are started many at a time.
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
