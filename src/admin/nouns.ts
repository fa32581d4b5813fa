// The nouns. The file of one is loaded when a command uses it: loading all takes longer than most commands.
import type { Command } from 'commander'
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
  member: { file: 'member', summary: 'members: find, show, award, rank' },
  rank: { file: 'rank', summary: 'ranks and AutoRank thresholds' },
  medal: { file: 'medal', summary: 'the medals of a community' },
  qualification: { file: 'medal', summary: 'the qualifications of a community' },
  batch: { file: 'batch', summary: 'bulk awards of the API' },
  operations: { file: 'operations', summary: 'the queue of rank changes' },
  suspension: { file: 'suspension', summary: 'suspensions of members' },
  blacklist: { file: 'blacklist', summary: 'accounts and groups that may not apply or be promoted' },
  warning: { file: 'warning', summary: 'warnings of members' },
  'event-type': { file: 'event', summary: 'types of events' },
  event: { file: 'event', summary: 'events of a community' },
  account: { file: 'account', summary: 'verification and restriction of platform accounts' },
  identity: { file: 'identity', summary: 'ids of players in universes and applications, and their accounts' },
  application: { file: 'application', summary: 'application forms' },
  response: { file: 'response', summary: 'responses to application forms: review them' },
  'data-rights': { file: 'privacy', summary: 'export and erasure of accounts, in all communities' },
  notification: { file: 'notification', summary: 'notifications of the dashboard' },
  audit: { file: 'audit', summary: 'the audit log' },
  webhook: { file: 'webhook', summary: 'webhook endpoints and deliveries' },
  backup: { file: 'backup', summary: 'back up all data to a file, and restore it' },
  distribute: { file: 'distribute', summary: 'distribute the database over the nodes of a Citus cluster' },
  secrets: { file: 'secrets', summary: 'encryption of platform credentials and webhook secrets' },
}

interface CommandFile {
  readonly addNouns: (noun: AddNoun) => void
}

/** Adds the nouns of a file, with their verbs. */
export function loadNouns(program: Command, terminal: Terminal, file: string): void {
  /* eslint-disable @typescript-eslint/no-require-imports -- at once, where import() is asynchronous */
  const { Noun } = require('./verbs') as typeof Verbs
  const { addNouns } = require(`./commands/${file}`) as CommandFile
  addNouns((noun) => new Noun(program, terminal, noun, nouns[noun]?.summary ?? ''))
}
