// `npm run migrate`: brings the database up to date and ends.
import { readConfig } from './config'
import { StartError } from './errors'
import { openStore } from './store'

const help = `npm run migrate

Brings the database of DATABASE_URL up to date, and ends; without one, the PostgreSQL in DATA_DIR. A server does the same when
it starts: run it before, where servers are started many at a time.
`

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(help)
  const store = await openStore(readConfig(), (message) => console.log(message))
  await store.close()
  console.log('the database is up to date')
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
