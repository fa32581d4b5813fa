// The nouns. The file of one is loaded when a command uses it, because loading all takes longer than most commands.
import type { Command } from 'commander'
import type { Document } from 'openapi-backend'
import { deriveVerbs, summaryOfNoun, type DerivedVerb } from './derived/names'
import type * as Derived from './derived/verbs'
import type { Terminal } from './output'
import type { AddNoun } from './verbs'
import type * as Verbs from './verbs'

export interface NounEntry {
  /** In `commands`. */
  readonly file: string
  readonly summary: string
}

export const nouns: Readonly<Record<string, NounEntry>> = {
  community: { file: 'community', summary: 'communities and their settings' },
  key: { file: 'key', summary: 'API keys' },
  subscription: { file: 'subscription', summary: 'subscriptions and trials of communities' },
  plan: { file: 'plan', summary: 'plans of communities' },
  platform: { file: 'platform', summary: "the connection to the community's group on the game platform" },
  member: { file: 'member', summary: 'members: find, show, award, change ranks' },
  operations: { file: 'operations', summary: 'the queue of rank changes' },
  suspension: { file: 'suspension', summary: 'suspensions of members' },
  account: { file: 'account', summary: 'verification and restriction of platform accounts' },
  identity: { file: 'identity', summary: 'ids of players in universes and applications, and their accounts' },
  application: { file: 'application', summary: 'application forms' },
  response: { file: 'response', summary: 'responses to application forms: review them' },
  'data-rights': { file: 'privacy', summary: 'export and erasure of accounts, in all communities' },
  audit: { file: 'audit', summary: 'the audit log' },
  webhook: { file: 'webhook', summary: 'webhook endpoints and deliveries' },
  migrate: { file: 'migrate', summary: 'bring the tables of the database up to date' },
  backup: { file: 'backup', summary: 'back up all data to a file, and restore it' },
  distribute: { file: 'distribute', summary: 'distribute the database over the nodes of a Citus cluster' },
  secrets: { file: 'secrets', summary: 'encryption of platform credentials and webhook secrets' },
}

interface CommandFile {
  readonly addNouns: (noun: AddNoun) => void
}

/**
 * Nouns by hand, then those that only the contract has.
 * @param used the noun to load with its verbs, others have only a name and a summary; undefined: load all
 */
export function addNouns(program: Command, terminal: Terminal, used: string | undefined, contract: Document): void {
  const derived = byNoun(deriveVerbs(contract))
  const isUsed = (noun: string): boolean => used === undefined || noun === used
  /* eslint-disable @typescript-eslint/no-require-imports -- at once, where import() is asynchronous */
  const load = (noun: string, summary: string): Verbs.Noun => {
    const { Noun } = require('./verbs') as typeof Verbs
    return new Noun(program, terminal, noun, summary)
  }
  const addDerived = (noun: Verbs.Noun, name: string): void => {
    const { toVerb } = require('./derived/verbs') as typeof Derived
    for (const verb of derived.get(name) ?? []) if (!noun.has(verb.verb)) noun.communityVerb(toVerb(contract, verb))
  }
  const addFile = (file: string): void => {
    const made = new Map<string, Verbs.Noun>()
    const { addNouns: addByHand } = require(`./commands/${file}`) as CommandFile
    addByHand((name) => made.set(name, load(name, nouns[name]?.summary ?? '')).get(name) as Verbs.Noun)
    for (const [name, noun] of made) addDerived(noun, name)
  }
  for (const [noun, { file, summary }] of Object.entries(nouns)) {
    // a file may have several
    if (program.commands.some((command) => command.name() === noun)) continue
    if (used === undefined || nouns[used]?.file === file) addFile(file)
    else program.command(noun).description(summary)
  }
  for (const [noun, [first]] of derived) {
    if (noun in nouns || !first) continue
    const summary = summaryOfNoun(contract, first)
    if (isUsed(noun)) addDerived(load(noun, summary), noun)
    else program.command(noun).description(summary)
  }
}

function byNoun(verbs: readonly DerivedVerb[]): Map<string, DerivedVerb[]> {
  const found = new Map<string, DerivedVerb[]>()
  for (const verb of verbs) found.set(verb.noun, [...(found.get(verb.noun) ?? []), verb])
  return found
}
