// Commands of docs/operations/cli.md.
import { makeProgram } from '../../src/admin/program'
import { renderTable } from './marked'

export interface ListedCommand {
  /** Noun and verb, such as `key create`. */
  readonly name: string
  readonly description: string
  readonly flags: readonly { readonly long: string; readonly usage: string; readonly required: boolean }[]
}

/** All commands with their own flags, without those that every command has. */
export function listCommands(): ListedCommand[] {
  const { stdin, stdout, stderr, env } = process
  return makeProgram({ stdin, stdout, stderr, env }).commands.flatMap((noun) =>
    noun.commands.map((verb) => ({
      name: `${noun.name()} ${verb.name()}`,
      description: verb.description().replaceAll('\n', ' '),
      flags: verb.options
        .filter(({ long }) => !['--json', '--csv', '--as'].includes(long ?? ''))
        .map(({ long, flags, mandatory }) => ({ long: long ?? '', usage: flags, required: mandatory })),
    })),
  )
}

export function renderCommands(): string {
  const rows = listCommands().map(({ name, description, flags }) => [
    `\`${name}\``,
    flags.map(({ usage, required }) => (required ? `\`${usage}\`` : `\`[${usage}]\``)).join(' '),
    description,
  ])
  return renderTable(['Command', 'Flags', 'Does'], rows)
}
