// `npm run migrate`.
import { readConfig } from './process/config'
import { readFlags } from './base/flags'
import { makeLogger } from './base/logger'
import { updateDatabase } from './process/open-database'
import { endFailed, makeStartLines } from './process/start-lines'

const help = `npm run migrate [-- --verbose]

Migrates the database of DATABASE_URL, or the embedded one in DATA_DIR. With DATABASE_MIGRATION_URL it connects as that role and
grants the role of DATABASE_URL its rights. A server whose role owns the tables migrates when it starts; run this command first
when several servers start at the same time. --verbose (or LOG_LEVEL=debug) names each migration; --version prints the version.
`

async function main(): Promise<void> {
  const flags = readFlags(help, ['verbose'])
  if (flags === null) return
  const config = readConfig()
  const level = flags.has('verbose') ? 'debug' : config.logLevel
  const { progress } = makeStartLines(makeLogger(level), level)
  await updateDatabase(config, progress)
  progress('the database is up to date')
}

main().catch(endFailed)
