// The noun `member`.
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { award, remove } from '../../awards/medals/actions'
import type { Kind } from '../../awards/medals/queries'
import { requireMember } from '../../members/actions'
import { findMembersNamed, readMembers } from '../../members/listing/actions'
import type { MemberRow } from '../../members/queries'
import { toMember } from '../../members/views'
import { awardExperience, awardQuotaPoints } from '../../awards/points/actions'
import { refreshMember } from '../../awards/points/fetch-member'
import { changeRank } from '../../operations/enqueue/submit-and-wait'
import type { RankGoal } from '../../ranks/rules'
import { entryPlace, name, oneOf, positiveId, reason, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import { account, rankNamed } from '../names'
import type { Answer } from '../output'
import { sentenceOf } from '../sentences'
import { optional } from '../options'
import { memberFlag, type AddNoun, type Verb } from '../verbs'
import { listPage as listHistory, type ListFlags as HistoryFlags } from './audit'

const MOST = Number.MAX_SAFE_INTEGER

interface MemberFlags {
  readonly user: number
}
interface FindFlags {
  readonly name?: string
  readonly rank?: number
  readonly medal?: string
  readonly qualification?: string
  readonly minExperience?: number
  readonly sort: 'userId' | 'experience' | 'updatedAt'
  readonly limit: number
  readonly cursor?: string
}
type AwardFlags = MemberFlags & {
  readonly experience?: number
  readonly quotaPoints?: number
  readonly medal?: string
  readonly qualification?: string
  readonly take?: true
  readonly reason?: string
}
type RankFlags = MemberFlags & { readonly to?: string; readonly promote?: true; readonly demote?: true }

export function addNouns(noun: AddNoun): void {
  noun('member')
    .communityVerb(finding())
    .communityVerb<MemberFlags & { refresh?: true }>({
      verb: 'show',
      summary: 'show a member: rank, points, medals and qualifications',
      flags: [memberFlag('read'), optional('--refresh', 'sync the member with the platform first, and run AutoRank')],
      examples: ['--community cmt_… --user Builder', '--community cmt_… --user 90210 --refresh'],
      run: async (ctx, { user, refresh }) =>
        shown((refresh ? await refreshMember(ctx, user) : await stored(ctx, user)).member),
    })
    .communityVerb(awarding())
    .communityVerb<RankFlags>({
      verb: 'rank',
      summary: 'set the rank of a member on the platform, or move it by one',
      flags: [
        memberFlag('write'),
        optional('--to <rank>', 'the rank, by its name or unique id; see rank list').conflicts(['promote', 'demote']),
        optional('--promote', 'to the next rank').conflicts('demote'),
        optional('--demote', 'to the previous rank'),
      ],
      examples: ['--community cmt_… --user Builder --to Corporal', '--community cmt_… --user 90210 --promote'],
      help: 'It goes through the queue of rank changes, so a worker must run. See operations list for those that wait.',
      run: rank,
    })
    .communityVerb<MemberFlags & HistoryFlags>({
      verb: 'history',
      csv: true,
      summary: 'list what was done to a member, by whom and why, newest first',
      flags: [
        memberFlag('read'),
        optional('--limit <n>', 'maximum number of entries', wholeNumber(1, 1_000)).default(50),
        optional('--before <place>', 'cursor of the previous page', entryPlace),
      ],
      examples: ['--community cmt_… --user Builder'],
      run: listHistory,
    })
}

const finding = (): Verb<Ctx, FindFlags> => ({
  verb: 'find',
  csv: true,
  summary: 'find members by a part of their names, or by rank, medal, qualification and experience',
  flags: [
    optional('--name <text>', 'a part of the username or the display name', name).conflicts([
      ...['rank', 'medal', 'qualification', 'minExperience', 'cursor'],
    ]),
    optional('--rank <unique id>', 'only members with this rank; see rank list', positiveId),
    optional('--medal <name>', 'only members with this medal', name),
    optional('--qualification <name>', 'only members with this qualification', name),
    optional('--min-experience <n>', 'only members with at least this experience', wholeNumber(0, MOST)),
    optional('--sort <by>', 'userId, experience or updatedAt', oneOf(['userId', 'experience', 'updatedAt'])).default(
      'userId',
    ),
    optional('--limit <n>', 'maximum number', wholeNumber(1, 100)).default(50),
    optional('--cursor <cursor>', 'cursor of the previous page'),
  ],
  examples: ['--community cmt_… --name build', '--community cmt_… --sort experience --limit 10 --csv'],
  run: find,
})

async function find(ctx: Ctx, { name: text, ...flags }: FindFlags): Promise<Answer> {
  if (text !== undefined) return listed(await findMembersNamed(ctx, text, flags.limit), null)
  const { sort, rank, minExperience, limit, ...more } = flags
  const { rows, nextCursor } = await readMembers(ctx, {
    ...more,
    sort,
    order: sort === 'userId' ? 'asc' : 'desc',
    limit,
    ...(rank === undefined ? {} : { rankUniqueId: rank }),
    ...(minExperience === undefined ? {} : { minExperience }),
  })
  return listed(rows.map(toMember), nextCursor)
}

type Member = ReturnType<typeof toMember>

function listed(members: readonly Member[], nextCursor: string | null): Answer {
  const none = members.length === 0 ? 'No member was found.' : undefined
  const note = nextCursor === null ? none : `Next page: --cursor ${nextCursor}`
  return {
    json: { members, nextCursor },
    human: {
      table: {
        columns: ['USER', 'USERNAME', 'DISPLAY NAME', 'RANK', 'EXPERIENCE', 'QUOTA POINTS'],
        rows: members.map((member) => [
          ...[member.userId, member.username, member.displayName, member.rank?.name ?? null],
          ...[member.experience, member.quotaPoints],
        ]),
      },
      ...(note === undefined ? {} : { note }),
    },
  }
}

const stored = async (ctx: Ctx, user: number) => ({ member: await requireMember(ctx, user) })

function shown(row: MemberRow): Answer {
  const member = toMember(row)
  return { json: member, human: { fields: factsOf(member) } }
}

function factsOf(member: Member) {
  const { medals, qualifications } = member
  return [
    ['user', member.userId],
    ['username', member.username],
    ['display name', member.displayName],
    ['rank', member.rank?.name ?? null],
    ['experience', member.experience],
    ['quota points', member.quotaPoints],
    ['medals', medals.map(({ name: medal, count }) => (count > 1 ? `${medal} (${count})` : medal)).join(', ') || null],
    ['qualifications', qualifications.map(({ name: held }) => held).join(', ') || null],
    ['member since', member.createdAt],
    ['synced', member.syncedAt],
  ] as const
}

const awarding = (): Verb<Ctx, AwardFlags> => ({
  verb: 'award',
  summary: 'award experience, quota points, a medal or a qualification; the account becomes a member if needed',
  flags: [
    memberFlag('write'),
    optional('--experience <n>', 'experience; a negative number takes it', wholeNumber(-MOST, MOST)),
    optional('--quota-points <n>', 'quota points; a negative number takes them', wholeNumber(-MOST, MOST)),
    optional('--medal <name>', 'a medal; see medal list', name),
    optional('--qualification <name>', 'a qualification; see qualification list', name),
    optional('--take', 'take the medal or the qualification'),
    optional('--reason <text>', 'the reason, for points', reason),
  ],
  examples: [
    '--community cmt_… --user Builder --experience 50 --reason "led a training"',
    '--community cmt_… --user 90210 --medal Valor',
    '--community cmt_… --user 90210 --qualification Pilot --take',
  ],
  help: 'AutoRank runs after a change of experience. Points are limited by the award limits of the community.',
  run: awardOne,
})

async function awardOne(ctx: Ctx, flags: AwardFlags): Promise<Answer> {
  const { experience, quotaPoints, medal, qualification } = flags
  const given = [experience, quotaPoints, medal, qualification].filter((flag) => flag !== undefined)
  if (given.length !== 1) throw new UsageError('give one of --experience, --quota-points, --medal and --qualification')
  if (medal !== undefined) return awardNamed(ctx, 'medal', medal, flags)
  if (qualification !== undefined) return awardNamed(ctx, 'qualification', qualification, flags)
  if (flags.take) throw new UsageError('--take is for --medal and --qualification; give a negative number')
  return experience === undefined
    ? changeQuotaPoints(ctx, flags, quotaPoints ?? 0)
    : changeExperience(ctx, flags, experience)
}

async function awardNamed(ctx: Ctx, kind: Kind, award_: string, { user, take, reason }: AwardFlags): Promise<Answer> {
  if (reason !== undefined) throw new UsageError('--reason is for --experience and --quota-points')
  const { member, change, auditId } = await (take ? remove : award)(ctx, kind, user, award_)
  return {
    json: { ...toMember(member), change, auditId },
    human: { fields: factsOf(toMember(member)), ...(change === 0 ? { note: 'No change.' } : {}) },
  }
}

const pointsOf = ({ reason }: AwardFlags, amount: number) => ({
  op: amount < 0 ? ('decrement' as const) : ('increment' as const),
  amount: Math.abs(amount),
  reason,
})

async function changeExperience(ctx: Ctx, flags: AwardFlags, amount: number): Promise<Answer> {
  const { member, row, autoRank } = await awardExperience(ctx, flags.user, pointsOf(flags, amount))
  return changed(member, row.value_after - row.value_before, amount, { autoRank })
}

async function changeQuotaPoints(ctx: Ctx, flags: AwardFlags, amount: number): Promise<Answer> {
  const { member, row } = await awardQuotaPoints(ctx, flags.user, pointsOf(flags, amount))
  return changed(member, row.value_after - row.value_before, amount, {})
}

function changed(
  row: MemberRow,
  change: number,
  wanted: number,
  more: { readonly autoRank?: Schema<'AutoRankOutcome'> },
): Answer {
  const { autoRank } = more
  const limit = `A limit applied: ${change} of ${wanted}. See community show for the award limits.`
  return {
    json: { ...toMember(row), change, ...more },
    human: {
      fields: [
        ['change', change === wanted ? change : limit],
        ...factsOf(toMember(row)),
        ...(autoRank ? [['AutoRank', autoRankLine(autoRank)] as const] : []),
      ],
    },
  }
}

const autoRankLine = ({ outcome, reason }: Schema<'AutoRankOutcome'>): string =>
  reason === undefined ? outcome : `${outcome}: ${sentenceOf(reason)}`

async function rank(ctx: Ctx, { user, ...flags }: RankFlags): Promise<Answer> {
  const goal = await goalOf(ctx, flags)
  const meta = await changeRank(ctx, user, goal)
  const member = toMember(await requireMember(ctx, user))
  return {
    json: { ...member, ...meta },
    human: {
      fields: [
        ['user', account(user)],
        ['rank', member.rank?.name ?? null],
      ],
      note: meta.changed ? 'The platform has applied the change.' : 'The member held this rank already.',
    },
  }
}

async function goalOf(ctx: Ctx, { to, promote, demote }: Omit<RankFlags, 'user'>): Promise<RankGoal> {
  if (promote) return { kind: 'promote' }
  if (demote) return { kind: 'demote' }
  if (to === undefined) throw new UsageError('the rank is missing; give --to RANK, --promote or --demote')
  return { kind: 'set', rankUniqueId: await rankNamed(ctx, to) }
}
