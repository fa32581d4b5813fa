// Nouns, help and exit codes.
import { Command, CommanderError } from 'commander'
import { addAccount } from './commands/account'
import { addApplication } from './commands/application'
import { addAudit } from './commands/audit'
import { addMedals } from './commands/medal'
import { addBackup } from './commands/backup'
import { addBatch } from './commands/batch'
import { addBlacklist } from './commands/blacklist'
import { addCommunity } from './commands/community'
import { addDataRights } from './commands/privacy'
import { addEvents } from './commands/event'
import { addKey } from './commands/key'
import { addNotification } from './commands/notification'
import { addOperations } from './commands/operations'
import { addPlan } from './commands/plan'
import { addPlatform } from './commands/platform'
import { addRank } from './commands/rank'
import { addSecrets } from './commands/secrets'
import { addSubscription } from './commands/subscription'
import { addSuspension } from './commands/suspension'
import { addWarning } from './commands/warning'
import { addWebhook } from './commands/webhook'
import { explainFailure, withoutValues } from './failure'
import type { Terminal } from './output'
import { Noun } from './verbs'

const COMMAND = 'npm run admin --'

const example = `
Examples: set up a community and create a key for a game server:
  ${COMMAND} community create --name "Northern Watch"
  ${COMMAND} platform connect --community cmt_… --group 5812734 --api-key -
  ${COMMAND} medal create --community cmt_… --name Valor
  ${COMMAND} key create --community cmt_… --name "game server" --scopes all

Every noun and verb has --help. With --json the output is one line of JSON; run npm with --silent then:
  npm run --silent admin -- community list --json

The command uses the database of DATABASE_URL, or else the embedded one in DATA_DIR. The server need not run.`

/** @returns the exit code */
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await makeProgram(terminal).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // printed by commander
    if (error instanceof CommanderError) return error.exitCode
    terminal.stderr.write(`error: ${explainFailure(error)}\n`)
    if (terminal.env['LOG_LEVEL'] === 'debug') terminal.stderr.write(`${(error as Error).stack}\n`)
    return 1
  }
}

export function makeProgram(terminal: Terminal): Command {
  const program = new Command(COMMAND)
    .description('Administers the communities of this server.')
    .usage('<noun> <verb> [flags]')
    .commandsGroup('Nouns:')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(withoutValues(text)),
    })
    .showHelpAfterError(`See ${COMMAND} --help`)
    .addHelpText('after', example)
  for (const add of nouns) add((name, summary) => new Noun(program, terminal, name, summary))
  return program
}

const nouns = [
  ...[addCommunity, addKey, addSubscription, addPlan, addPlatform, addRank, addMedals, addBatch],
  ...[addOperations, addSuspension, addBlacklist, addWarning, addEvents],
  ...[addAccount, addApplication, addDataRights, addNotification, addAudit, addWebhook, addBackup, addSecrets],
]
