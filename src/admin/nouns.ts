// The nouns: those with commands by hand, then those that only the contract has.
import type { Command } from 'commander'
import type { Document } from 'openapi-backend'
import * as account from './commands/account'
import * as application from './commands/application'
import * as audit from './commands/audit'
import * as backup from './commands/backup'
import * as community from './commands/community'
import * as distribute from './commands/distribute'
import * as identity from './commands/identity'
import * as key from './commands/key'
import * as member from './commands/member'
import * as migrate from './commands/migrate'
import * as operations from './commands/operations'
import * as plan from './commands/plan'
import * as platform from './commands/platform'
import * as dataRights from './commands/privacy'
import * as response from './commands/response'
import * as secrets from './commands/secrets'
import * as subscription from './commands/subscription'
import * as suspension from './commands/suspension'
import * as webhook from './commands/webhook'
import { deriveVerbs, summaryOfNoun } from './derived/names'
import { toVerb } from './derived/verbs'
import type { Terminal } from './output'
import { Noun } from './verbs'

interface NounByHand {
  readonly summary: string
  readonly addVerbs: (noun: Noun) => void
}

const byHand: Readonly<Record<string, NounByHand>> = {
  community: { summary: 'communities and their settings', addVerbs: community.addVerbs },
  key: { summary: 'API keys', addVerbs: key.addVerbs },
  subscription: { summary: 'subscriptions and trials of communities', addVerbs: subscription.addVerbs },
  plan: { summary: 'plans of communities', addVerbs: plan.addVerbs },
  platform: { summary: "the connection to the community's group on the game platform", addVerbs: platform.addVerbs },
  member: { summary: 'members: find, show, award, change ranks', addVerbs: member.addVerbs },
  operations: { summary: 'the queue of rank changes', addVerbs: operations.addVerbs },
  suspension: { summary: 'suspensions of members', addVerbs: suspension.addVerbs },
  account: { summary: 'verification and restriction of platform accounts', addVerbs: account.addVerbs },
  identity: {
    summary: 'ids of players in universes and applications, and their accounts',
    addVerbs: identity.addVerbs,
  },
  application: { summary: 'application forms', addVerbs: application.addVerbs },
  response: { summary: 'responses to application forms: review them', addVerbs: response.addVerbs },
  'data-rights': { summary: 'export and erasure of accounts, in all communities', addVerbs: dataRights.addVerbs },
  audit: { summary: 'the audit log', addVerbs: audit.addVerbs },
  webhook: { summary: 'webhook endpoints and deliveries', addVerbs: webhook.addVerbs },
  migrate: { summary: 'bring the tables of the database up to date', addVerbs: migrate.addVerbs },
  backup: { summary: 'back up all data to a file, and restore it', addVerbs: backup.addVerbs },
  distribute: { summary: 'distribute the database over the nodes of a Citus cluster', addVerbs: distribute.addVerbs },
  secrets: { summary: 'encryption of platform credentials and webhook secrets', addVerbs: secrets.addVerbs },
}

/** @param used the noun that gets its verbs, others have only a name and a summary; undefined: all */
export function addNouns(program: Command, terminal: Terminal, used: string | undefined, contract: Document): void {
  const derived = deriveVerbs(contract)
  for (const name of new Set([...Object.keys(byHand), ...derived.map(({ noun }) => noun)])) {
    const ofContract = derived.filter(({ noun }) => noun === name)
    const own = byHand[name]
    const summary = own?.summary ?? (ofContract[0] ? summaryOfNoun(contract, ofContract[0]) : '')
    if (used !== undefined && name !== used) {
      program.command(name).description(summary)
      continue
    }
    const noun = new Noun(program, terminal, name, summary)
    own?.addVerbs(noun)
    for (const verb of ofContract) if (!noun.has(verb.verb)) noun.communityVerb(toVerb(contract, verb))
  }
}
