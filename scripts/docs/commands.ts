// The list of commands in docs/operations/cli.md, made from the command line itself.
import { makeProgram } from '../../src/admin/program'
import { renderTable } from './marked'

export interface ListedCommand {
  /** Noun and verb. */
  readonly name: string
  readonly description: string
  readonly flags: readonly { readonly long: string; readonly usage: string; readonly required: boolean }[]
}

/** All verbs of `npm run admin` with their flags, `--json` left out. */
export function listCommands(): ListedCommand[] {
  const { stdin, stdout, stderr, env } = process
  return makeProgram({ stdin, stdout, stderr, env }).commands.flatMap((noun) =>
    noun.commands.map((verb) => ({
      name: `${noun.name()} ${verb.name()}`,
      description: verb.description(),
      flags: verb.options
        .filter(({ long }) => long !== '--json')
        .map(({ long, flags, mandatory }) => ({ long: long ?? '', usage: flags, required: mandatory })),
    })),
  )
}

/** One table of all commands. */
export function renderCommands(): string {
  const rows = listCommands().map(({ name, description, flags }) => [
    `\`${name}\``,
    flags.map(({ usage, required }) => (required ? `\`${usage}\`` : `\`[${usage}]\``)).join(' '),
    description,
  ])
  return renderTable(['Command', 'Flags', 'Does'], rows)
}
