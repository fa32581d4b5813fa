// `npm run upgrade`: runs the previous release on this schema, during the migration and beside new servers.
import { runCommand } from '../command'

const help = `npm run upgrade

Builds the previous release from the git history and runs its server while this release's migrations are applied, and then
beside this release's server, on a temporary PostgreSQL. Exits with 1 when a request failed, and with 3 when the checkout has
no history.
`

runCommand(help, {}, async () => {
  const { tryUpgrade } = await import('./trial.js')
  await tryUpgrade()
})
