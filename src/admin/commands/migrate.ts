// `migrate`: for an installed package, which has no npm scripts, and for a container.
import { readConfig } from '../../process/config'
import { updateDatabase } from '../../process/open-database'
import type { Printed, Terminal } from '../output'
import { progressOfLongWork } from '../progress'
import type { Noun } from '../verbs'

const help = `With DATABASE_MIGRATION_URL it connects as that role, and grants the role of DATABASE_URL its rights. Needs no ENCRYPTION_KEY.
A server whose role owns the tables migrates when it starts; run this first when several servers start at the same time.`

export function addVerbs(noun: Noun): void {
  noun.ownVerb(
    {
      verb: 'run',
      isDefault: true,
      summary: 'bring the tables up to date, and grant the server role its rights',
      help,
    },
    run,
  )
}

async function run(terminal: Terminal): Promise<Printed> {
  const progress = progressOfLongWork(terminal)
  await updateDatabase(readConfig(terminal.env), progress.say).finally(progress.end)
  return { json: { migrated: true }, human: { note: 'The database is up to date.' } }
}
