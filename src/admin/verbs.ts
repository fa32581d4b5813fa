// Declares nouns and verbs: flags, help, output, errors.
import type { Command, Option } from 'commander'
import type { Base } from '../communities/actions'
import { findSettings } from '../communities/queries'
import type { Ctx } from '../context'
import type { Access } from '../members/names/resolve'
import { actorName, member } from './arguments'
import { confirm } from './confirm'
import { CheckFailed, USAGE, UsageError } from './failure'
import { withNames, withUserIds } from './names'
import { communityFlag, optional, required } from './options'
import { print, type Answer, type Printed, type Terminal } from './output'
import { withBase, type Acting, type OpenStore } from './session'
import { escapeControls, escapeLines } from './table'
import { communityIdOf, whichCommunity } from './which-community'

export interface Verb<Context, Flags> {
  readonly verb: string
  /** Run by the noun alone. */
  readonly isDefault?: true
  readonly summary: string
  readonly flags?: readonly Option[]
  readonly examples?: readonly string[]
  /** Runs also with an encryption key that is not the database's. */
  readonly anyKey?: true
  /** Runs also before the embedded database exists, and creates it. */
  readonly createsDatabase?: true
  /** The answer has a table, which `--csv` prints. */
  readonly csv?: true
  /**
   * What the verb does to others, as a sentence: it then needs `--yes` or a confirmation at the terminal. Null: asks
   * nothing.
   */
  readonly confirm?: (context: Context, flags: Flags) => Promise<string | null> | string | null
  /** The community of the thing that the flags name. */
  readonly communityOf?: (base: Base, flags: Flags) => Promise<string>
  /** Text after the flags. */
  readonly help?: string
  readonly run: (context: Context, flags: Flags, terminal: Terminal, store: OpenStore) => Promise<Answer>
}

/** @param access reads accept previous usernames */
export const memberFlag = (access: Access): Option =>
  required('--user <id|name>', 'the member, by its user id or username', member(access))

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

  has(verb: string): boolean {
    return this.command.commands.some((command) => command.name() === verb)
  }

  verb<Flags = object>(verb: Verb<Base, Flags>): this {
    return this.add<Flags>(verb, async (base, flags, store) => {
      const community = await communityIdOf(base, (flags as { community?: string }).community)
      const resolved = { ...(flags as Flags & object), ...(community === undefined ? {} : { community }) }
      const answer = await this.runVerb(verb, base, await withUserIds(base, resolved), store)
      return { ...answer, human: await withNames(null, answer.human) }
    })
  }

  communityVerb<Flags = object>(verb: Verb<Ctx, Flags>): this {
    const { communityOf } = verb
    const otherwise = communityOf ? 'that of what the command names' : 'COMMUNITY, or the only one'
    const flags = [communityFlag(`the community; default: ${otherwise}`), ...(verb.flags ?? [])]
    return this.add<Flags & CommonFlags & { community?: string }>({ ...verb, flags }, async (base, given, store) => {
      const ofThing = communityOf && (() => communityOf(base, given))
      const ctx = await whichCommunity(base, { flag: given.community, ofThing, variable: store.community })
      const answer = await this.runVerb(verb, ctx, await withUserIds(ctx, given), store)
      return { ...answer, human: await withNames(given.json ? null : ctx, answer.human) }
    })
  }

  /** First, because the community may come from the environment. */
  private async sayCommunity(ctx: Ctx): Promise<void> {
    const { name } = await findSettings(ctx)
    this.terminal.stderr.write(`community ${escapeControls(name)} (${ctx.community.communityId})\n`)
  }

  /** Opens the database by itself, or needs none. */
  ownVerb(verb: Omit<Verb<never, never>, 'run'>, run: (terminal: Terminal) => Promise<Printed>): this {
    this.declare(verb).action(async (flags: CommonFlags) => {
      print(this.terminal, await run(this.terminal), flags.json ? 'json' : 'text')
    })
    return this
  }

  private async runVerb<Context, Flags>(
    verb: Verb<Context, Flags>,
    context: Context,
    flags: Flags,
    store: OpenStore,
  ): Promise<Answer> {
    const effect = await verb.confirm?.(context, flags)
    const { yes = false, json = false } = flags as { yes?: boolean; json?: boolean }
    if (effect) {
      if (!json && isOfCommunity(context)) await this.sayCommunity(context)
      await confirm(this.terminal, effect, yes)
    }
    return verb.run(context, flags, this.terminal, store)
  }

  private add<Flags>(
    verb: Omit<Verb<never, never>, 'run'>,
    run: (base: Base, flags: Flags, store: OpenStore) => Promise<Printed>,
  ): this {
    const command = this.declare(verb)
    command.action((flags: Flags & CommonFlags) =>
      // before closing: the answer may contain a key that is not stored
      withBase(this.terminal, actingOf(verb, flags), async (base, store) => {
        const answer = await run(base, flags, store)
        const { stderr } = this.terminal
        const terminal = answer.isStdoutUsed ? { ...this.terminal, stdout: stderr } : this.terminal
        print(terminal, answer, flags.json ? 'json' : flags.csv ? 'csv' : 'text')
        if (answer.failure !== undefined) throw new CheckFailed(answer.failure)
      }).catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error
        command.error(escapeLines(`error: ${error.message}`), { exitCode: USAGE })
      }),
    )
    return this
  }

  private declare(verb: Omit<Verb<never, never>, 'run'>): Command {
    const options = { isDefault: verb.isDefault === true }
    const command = this.command.command(verb.verb, options).description(verb.summary).usage('[flags]')
    const json = optional('--json', 'print one JSON document instead of text')
    for (const option of verb.flags ?? []) command.addOption(option)
    if (verb.confirm) command.addOption(optional('--yes', 'confirm; without a terminal it is required'))
    command.addOption(json)
    if (verb.csv) command.addOption(optional('--csv', 'print comma-separated values instead of text').conflicts('json'))
    command.addOption(optional('--as <name>', 'who acts, for the audit log; default: your login', actorName))
    command.showHelpAfterError(`See ${pathOf(command)} --help`)
    if (verb.help !== undefined) command.addHelpText('after', `\n${verb.help}`)
    command.addHelpText('after', examplesOf(command, verb.examples ?? ['']))
    return command
  }
}

const isOfCommunity = (context: unknown): context is Ctx => 'community' in (context as object)

const actingOf = (verb: Omit<Verb<never, never>, 'run'>, { as }: CommonFlags): Acting => ({
  as,
  anyKey: verb.anyKey === true,
  createsDatabase: verb.createsDatabase === true,
})

interface CommonFlags {
  readonly json?: boolean
  readonly csv?: boolean
  readonly as?: string
}

function examplesOf(command: Command, examples: readonly string[]): string {
  const lines = examples.map((example) => `  ${pathOf(command)} ${example}`.trimEnd())
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}`
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}
