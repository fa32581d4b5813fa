// `blacklist`: add, lift, list.
import { addToBlacklist, liftFromBlacklist } from '../../accounts/actions'
import { listBlacklistEntries } from '../../accounts/queries'
import type { Ctx } from '../../context'
import { futureTime, positiveId, reason } from '../arguments'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface UserFlags {
  readonly user: number
}
type AddFlags = UserFlags & { readonly reason?: string; readonly expires?: string }
type Entry = Awaited<ReturnType<typeof listBlacklistEntries>>[number]

const userFlag = () => required('--user <id>', 'the platform account, by its global user id', positiveId)

/** Adds the noun. */
export function addBlacklist(noun: AddNoun): void {
  noun('blacklist', 'whom a community lets no longer apply')
    .communityVerb<AddFlags>({
      verb: 'add',
      says: 'keep an account from applying to the community',
      flags: [
        userFlag(),
        optional('--reason <text>', 'why', reason),
        optional('--expires <time>', 'when it ends, such as 2027-01-31T18:00:00Z', futureTime),
      ],
      examples: [
        '--community cmt_… --user 90210 --reason "left twice"',
        '--community cmt_… --user 90210 --expires 2027-01-31T18:00:00Z',
      ],
      run: add,
    })
    .communityVerb<UserFlags>({
      verb: 'lift',
      says: 'let an account apply again',
      flags: [userFlag()],
      examples: ['--community cmt_… --user 90210'],
      run: lift,
    })
    .communityVerb({
      verb: 'list',
      says: 'the entries with those that ended, newest first',
      examples: ['--community cmt_…'],
      run: listAll,
    })
}

async function add(ctx: Ctx, { user, reason, expires }: AddFlags): Promise<Answer> {
  const entry = { userId: user, reason: reason ?? null, expiresAt: expires ?? null }
  const blacklistEntryId = await addToBlacklist(ctx, entry)
  return {
    json: { blacklistEntryId, userId: String(user), expiresAt: entry.expiresAt },
    human: {
      fields: [
        ['entry', blacklistEntryId],
        ['user', user],
        ['expires', entry.expiresAt],
      ],
    },
  }
}

async function lift(ctx: Ctx, { user }: UserFlags): Promise<Answer> {
  const lifted = await liftFromBlacklist(ctx, user)
  return {
    json: { userId: String(user), lifted },
    human: { fields: [['user', user]], note: lifted ? 'It may apply again.' : 'It was not on the blacklist.' },
  }
}

async function listAll(ctx: Ctx): Promise<Answer> {
  const entries = await listBlacklistEntries(ctx)
  return {
    json: { blacklist: entries.map((entry) => toJson(entry, ctx.now())) },
    human: {
      table: {
        columns: ['ENTRY', 'USER', 'STATE', 'ADDED', 'EXPIRES', 'REASON'],
        rows: entries.map((entry) => [
          entry.blacklist_entry_id,
          entry.user_id,
          stateOf(entry, ctx.now()),
          entry.created_at,
          entry.expires_at,
          entry.reason,
        ]),
      },
      ...(entries.length === 0 ? { note: 'Nobody is on the blacklist.' } : {}),
    },
  }
}

function stateOf({ lifted_at, expires_at }: Entry, now: Date): 'lifted' | 'expired' | 'live' {
  if (lifted_at !== null) return 'lifted'
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'live'
}

function toJson(entry: Entry, now: Date) {
  return {
    blacklistEntryId: String(entry.blacklist_entry_id),
    userId: String(entry.user_id),
    state: stateOf(entry, now),
    reason: entry.reason,
    createdAt: entry.created_at,
    expiresAt: entry.expires_at,
    liftedAt: entry.lifted_at,
  }
}
