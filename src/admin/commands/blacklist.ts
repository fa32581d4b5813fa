// `blacklist`: add, lift.
import type { Ctx } from '../../context'
import { addToBlacklist, liftBlacklistEntry, liftFromBlacklist } from '../../moderation/blacklist/actions'
import type { EntryRow } from '../../moderation/blacklist/queries'
import type { Subject } from '../../moderation/blacklist/rules'
import { toBlacklistEntry } from '../../moderation/blacklist/views'
import { expiryOf } from '../../moderation/rules'
import { member, blacklistEntryId, duration, futureTime, link, positiveId, reason } from '../arguments'
import { UsageError } from '../failure'
import { account } from '../names'
import type { Answer } from '../output'
import { optional } from '../options'
import type { AddNoun, Verb } from '../verbs'

interface SubjectFlags {
  readonly user?: number
  readonly group?: number
}
type AddFlags = SubjectFlags & {
  readonly reason?: string
  readonly evidence?: string
  readonly expires?: string
  readonly for?: number
}
type LiftFlags = SubjectFlags & { readonly entry?: string; readonly reason?: string }

const subjectFlags = () => [
  optional('--user <id|name>', 'a platform account, by its user id or username', member('write')),
  optional('--group <id>', 'a group of the platform, with all its accounts', positiveId).conflicts('user'),
]

export function addNouns(noun: AddNoun): void {
  noun('blacklist').communityVerb(adding()).communityVerb(lifting())
}

const adding = (): Verb<Ctx, AddFlags> => ({
  verb: 'add',
  summary: 'forbid an account, or all accounts of a group, to apply or to be promoted',
  flags: [
    ...subjectFlags(),
    optional('--reason <text>', 'the reason', reason),
    optional('--evidence <url>', 'URL of the evidence, with http or https', link),
    optional('--expires <time>', 'end time, such as 2027-01-31T18:00:00Z', futureTime).conflicts('for'),
    optional('--for <duration>', 'duration, such as 7d', duration(1)),
  ],
  examples: [
    '--community cmt_… --user 90210 --reason "left twice" --evidence https://example.com/17',
    '--community cmt_… --group 5812734 --for 30d',
  ],
  help: 'Members keep their rank. While a group is blacklisted, every application needs a request to the platform.',
  run: add,
})

const lifting = (): Verb<Ctx, LiftFlags> => ({
  verb: 'lift',
  summary: 'end an entry; it stays on record',
  flags: [
    ...subjectFlags(),
    optional('--entry <id>', 'the entry, instead of --user or --group', blacklistEntryId).conflicts(['user', 'group']),
    optional('--reason <text>', 'the reason', reason),
  ],
  examples: ['--community cmt_… --user 90210 --reason "appeal granted"', '--community cmt_… --entry ble_…'],
  run: lift,
})

function subjectOf({ user, group }: SubjectFlags): Subject {
  if (user !== undefined) return { kind: 'account', id: user }
  if (group !== undefined) return { kind: 'group', id: group }
  throw new UsageError('the account or group is missing; give --user ID, or --group ID')
}

async function add(ctx: Ctx, { reason, evidence, expires, for: seconds, ...subject }: AddFlags): Promise<Answer> {
  const expiresAt = expiryOf({ expiresAt: expires, durationSeconds: seconds }, ctx.now())
  const terms = { reason: reason ?? null, evidenceUrl: evidence ?? null, expiresAt }
  const { entry } = await addToBlacklist(ctx, subjectOf(subject), terms)
  return {
    json: toBlacklistEntry(entry),
    human: {
      fields: [
        ['entry', entry.blacklist_entry_id],
        [entry.user_id === null ? 'group' : 'user', account(entry.user_id) ?? entry.group_id],
        ['expires', expiresAt],
      ],
    },
  }
}

async function lift(ctx: Ctx, { entry, reason, ...flags }: LiftFlags): Promise<Answer> {
  if (entry !== undefined) return lifted((await liftBlacklistEntry(ctx, entry, reason ?? null)).entry)
  const subject = subjectOf(flags)
  const written = await liftFromBlacklist(ctx, subject, reason ?? null)
  if (written !== null) return lifted(written.entry)
  const [name, id] = subject.kind === 'account' ? ['user', subject.id] : ['group', subject.id]
  return {
    json: { [`${name}Id`]: String(id), lifted: false },
    human: { fields: [[String(name), id ?? null]], note: 'It was not on the blacklist.' },
  }
}

function lifted({ user_id, group_id }: EntryRow): Answer {
  const isGroup = user_id === null
  return {
    json: { ...(isGroup ? { groupId: String(group_id) } : { userId: String(user_id) }), lifted: true },
    human: {
      fields: [[isGroup ? 'group' : 'user', user_id ?? group_id]],
      note: isGroup ? 'Its accounts may apply again.' : 'It may apply again.',
    },
  }
}
