// Nouns, help and exit codes.
import { Command, CommanderError } from 'commander'
import { addCompletion } from './completion'
import { explainFailure, FAILURE, USAGE, withoutValues } from './failure'
import type { Terminal } from './output'
import { contractOfServer } from './derived/schema'
import { addNouns } from './nouns'
import { escapeLines } from './table'
import { adminCommand } from '../base/commands'
import { build } from '../base/version'

const COMMAND = adminCommand
const isNpm = COMMAND.startsWith('npm ')

const exampleOf = (name: string): string => `
Examples: set up a community and create a key for a game server:
  ${name} community create --name "Northern Watch"
  ${name} platform connect --group 5812734 --api-key -
  ${name} medal create --name Valor
  ${name} key create --name "game server" --scopes all

A command acts in the only community. With several, name one by its id or its name with --community, or in the
variable COMMUNITY. What cuts others off or cannot be undone prints the community first, and asks.

Every noun and verb has --help. With --json the output is one line of JSON, and with --csv lists are comma-separated
values${isNpm ? '; run npm with --silent then' : ''}:
  ${isNpm ? 'npm run --silent admin --' : name} community list --json

The command uses the database of DATABASE_URL, or else the embedded one in DATA_DIR. The server need not run.
It exits with 0, with 1 when the command fails or is refused, and with 2 for wrong usage.`

export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await makeProgram(terminal, args[0] ?? '').parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    terminal.stderr.write(`error: ${escapeLines(explainFailure(error))}\n`)
    if (terminal.env['LOG_LEVEL'] === 'debug') terminal.stderr.write(`${(error as Error).stack}\n`)
    return FAILURE
  }
}

export function makeProgram(terminal: Terminal, used?: string, contract = contractOfServer()): Command {
  const name = terminal.command ?? COMMAND
  const program = new Command(name)
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
    .version(build.version, '--version', 'print the version')
    .showHelpAfterError(`See ${name} --help`)
    .addHelpText('after', exampleOf(name))
  addNouns(program, terminal, used, contract)
  addCompletion(program, terminal, () => makeProgram(terminal))
  return program
}
