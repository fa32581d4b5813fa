// `npm run migrate`: brings the database up to date and ends.
import { readConfig } from './config'
import { StartError } from './errors'
import { openStore } from './store'

async function main(): Promise<void> {
  const store = await openStore(readConfig(), (message) => console.log(message))
  await store.close()
  console.log('the database is up to date')
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
