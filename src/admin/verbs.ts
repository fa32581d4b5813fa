// Declares nouns and verbs: flags, help, output, errors.
import { Option, type Command } from 'commander'
import type { Base } from '../communities/actions'
import type { Ctx } from '../context'
import { communityId } from './arguments'
import { CheckFailed } from './failure'
import { print, type Answer, type Terminal } from './output'
import { inCommunity, withBase, type OpenStore } from './session'

export interface Verb<Context, Flags> {
  readonly verb: string
  readonly summary: string
  readonly flags?: readonly Option[]
  readonly examples?: readonly string[]
  /** Text after the flags. */
  readonly help?: string
  readonly run: (context: Context, flags: Flags, terminal: Terminal, store: OpenStore) => Promise<Answer>
}

export type AddNoun = (noun: string, summary: string) => Noun

/** A mandatory flag. */
export function required<T>(flag: string, summary: string, parse?: (text: string) => T): Option {
  return optional(flag, summary, parse).makeOptionMandatory()
}

/** An optional flag. */
export function optional<T>(flag: string, summary: string, parse?: (text: string) => T): Option {
  const option = new Option(flag, summary)
  return parse === undefined ? option : option.argParser(parse)
}

export class Noun {
  private readonly command: Command

  constructor(
    program: Command,
    private readonly terminal: Terminal,
    noun: string,
    summary: string,
  ) {
    this.command = program.command(noun).description(summary).usage('<verb> [flags]').helpCommand(false)
    this.command.commandsGroup('Verbs:')
    this.command.showHelpAfterError(`See ${pathOf(this.command)} --help`)
  }

  verb<Flags = object>(verb: Verb<Base, Flags>): this {
    return this.add<Flags>(verb, verb.run)
  }

  communityVerb<Flags = object>(verb: Verb<Ctx, Flags>): this {
    const flags = [required('--community <id>', 'the community', communityId), ...(verb.flags ?? [])]
    return this.add<Flags & { community: string }>({ ...verb, flags }, async (base, given, _, store) =>
      verb.run(await inCommunity(base, given.community), given, this.terminal, store),
    )
  }

  private add<Flags>(declared: Omit<Verb<never, Flags>, 'run'>, run: Verb<Base, Flags>['run']): this {
    const command = this.command.command(declared.verb).description(declared.summary).usage('[flags]')
    for (const option of declared.flags ?? []) command.addOption(option)
    command.option('--json', 'print one JSON document instead of text')
    command.showHelpAfterError(`See ${pathOf(command)} --help`)
    if (declared.help !== undefined) command.addHelpText('after', `\n${declared.help}`)
    command.addHelpText('after', examplesOf(command, declared.examples ?? ['']))
    command.action((flags: Flags & { json?: boolean }) =>
      // before closing: the answer may contain a key that is not stored
      withBase(this.terminal, async (base, store) => {
        const answer = await run(base, flags, this.terminal, store)
        print(this.terminal, answer, flags.json === true)
        if (answer.failure !== undefined) throw new CheckFailed(answer.failure)
      }),
    )
    return this
  }
}

function examplesOf(command: Command, examples: readonly string[]): string {
  const lines = examples.map((example) => `  ${pathOf(command)} ${example}`.trimEnd())
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}`
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}
