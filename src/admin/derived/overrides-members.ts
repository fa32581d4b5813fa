// Members: what they have, awards and ranks.
import type { Schema } from '../../contract/types'
import { member, oneOf, wholeNumber } from '../arguments'
import type { NamedHuman } from '../output'
import { optional, required } from '../options'
import { sentenceOf } from '../sentences'
import type { Override, Overrides, OwnFlag, Values } from './override'

type Member = Schema<'Member'>
type Changed = Member & Partial<Schema<'AwardChangedMeta'> & Schema<'ExperienceChangedMeta'>>

function toHuman(answer: Values): NamedHuman {
  const { change, clamped, autoRank, ...held } = answer as unknown as Changed
  const limit = `A limit applied: ${change}. See community show for the award limits.`
  const { outcome = '', reason } = autoRank ?? {}
  return {
    fields: {
      ...(clamped !== undefined && { change: clamped ? limit : (change ?? null) }),
      ...factsOf(held),
      ...(autoRank && { AutoRank: reason === undefined ? outcome : `${outcome}: ${sentenceOf(reason)}` }),
    },
    note: clamped === undefined && change === 0 ? 'No change.' : undefined,
  }
}

const factsOf = ({ medals, qualifications, rank, ...member }: Member) => ({
  user: member.userId,
  username: member.username,
  'display name': member.displayName,
  rank: rank?.name ?? null,
  experience: member.experience,
  'quota points': member.quotaPoints,
  medals: medals.map(({ name, count }) => (count > 1 ? `${name} (${count})` : name)).join(', ') || null,
  qualifications: qualifications.map(({ name }) => name).join(', ') || null,
  'member since': member.createdAt,
  synced: member.syncedAt,
})

const MOST = Number.MAX_SAFE_INTEGER

function pointsOverride(what: string): Override {
  const amount: OwnFlag = {
    names: ['body/amount', 'body/op'],
    option: optional('--amount <n>', `${what}; a negative number takes`, wholeNumber(-MOST, MOST)),
    sets: (given) => ({
      'body/op': (given as number) < 0 ? 'decrement' : 'increment',
      'body/amount': Math.abs(given as number),
    }),
  }
  const total: OwnFlag = {
    names: ['body/amount', 'body/op'],
    option: optional('--set <n>', `the ${what} that the member then has`, wholeNumber(0, MOST)).conflicts('amount'),
    sets: (given) => ({ 'body/op': 'set', 'body/amount': given }),
  }
  return {
    summary: `give or take ${what}; the account becomes a member if needed`,
    own: [amount, total],
    human: toHuman,
    examples: ['--user Builder --amount 50 --reason "led a training"', '--user 90210 --amount -5'],
  }
}

const awarding = (kind: string): Override => ({
  summary: `award a ${kind}; the account becomes a member if needed`,
  human: toHuman,
})

const removing = (kind: string): Override => ({ summary: `take a ${kind} of a member`, human: toHuman, confirm: null })

const rankOverride = (summary: string): Override => ({
  summary,
  human: toRankHuman,
  metaNames: { roles: 'rolesWritten' },
  help: 'It goes through the queue of rank changes, so a worker must run. See operations list for those that wait.',
})

function toRankHuman(answer: Values): NamedHuman {
  const { userId, rank, changed } = answer as unknown as Member & Schema<'RankChangedMeta'>
  return {
    fields: { user: { account: Number(userId) }, rank: rank?.name ?? null },
    note: changed ? 'The platform has applied the change.' : 'The member held this rank already.',
  }
}

const sorts = ['userId', 'experience', 'updatedAt'] as const

export const memberOverrides: Overrides = {
  listMembers: {
    summary: 'list the members, by rank, medal, qualification and experience',
    columns: ['userId', 'username', 'displayName', 'rank', 'experience', 'quotaPoints'],
    none: 'No member was found.',
    own: [
      {
        names: ['query/sort'],
        option: optional('--sort <by>', 'userId, or experience or updatedAt with the largest first', oneOf(sorts)),
        sets: (sort) => ({ 'query/sort': sort, 'query/order': sort === 'userId' ? 'asc' : 'desc' }),
      },
    ],
    examples: ['--sort experience --limit 10 --csv', '--rank Corporal --all'],
  },
  getMember: {
    summary: 'show a member: rank, points, medals and qualifications',
    own: [
      {
        names: ['path/userId'],
        option: required('--user <id|name>', 'the member, by its user id or username', member('read')),
        sets: 'member',
      },
      {
        names: ['query/refresh'],
        option: optional('--refresh', 'sync the member with the platform first, and run AutoRank'),
        sets: () => ({ 'query/refresh': 'true' }),
      },
    ],
    human: toHuman,
    help: 'A profile that is older than PROFILE_STALENESS_SECONDS is synced too.',
    examples: ['--user Builder', '--user 90210 --refresh'],
  },
  changeExperience: pointsOverride('experience'),
  changeQuotaPoints: pointsOverride('quota points'),
  awardMedal: awarding('medal'),
  removeMedal: removing('medal'),
  awardQualification: awarding('qualification'),
  removeQualification: removing('qualification'),
  setMemberRank: rankOverride('set the rank of a member on the platform'),
  promoteMember: rankOverride('move a member to the next rank on the platform'),
  demoteMember: rankOverride('move a member to the previous rank on the platform'),
  lookUpMembers: { verb: 'look-up' },
}
