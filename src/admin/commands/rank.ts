// `rank`: list, sync, explain, set-managed, set-threshold.
import type { Ctx } from '../../context'
import { setRankThreshold, updateRank } from '../../ranks/actions'
import { syncRanks } from '../../platform-connection/actions'
import { listRanks } from '../../ranks/queries'
import { explainAutoRank } from '../../awards/auto-rank/actions'
import { toExplanation } from '../../awards/auto-rank/views'
import { toRank } from '../../ranks/views'
import { onOff, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import { account } from '../names'
import type { Answer } from '../output'
import { sentenceOf } from '../sentences'
import { memberFlag, optional, required, type AddNoun } from '../verbs'

const MOST = Number.MAX_SAFE_INTEGER

interface ManagedFlags {
  readonly rank: number
  readonly managed: boolean
}

interface ThresholdFlags {
  readonly rank: number
  readonly experience?: number
  readonly none?: boolean
}

export function addNouns(noun: AddNoun): void {
  noun('rank')
    .communityVerb({
      verb: 'list',
      csv: true,
      summary: 'list the ranks, lowest first',
      examples: ['--community cmt_…'],
      run: listAll,
    })
    .communityVerb({
      verb: 'sync',
      summary: 'sync the ranks with the platform now; the server does so every ten minutes',
      examples: ['--community cmt_…'],
      run: sync,
    })
    .communityVerb<{ user: number }>({
      verb: 'explain',
      summary: 'show what AutoRank would decide for a member, without changing it',
      flags: [memberFlag('read')],
      examples: ['--community cmt_… --user 90210'],
      run: explain,
    })
    .communityVerb<ManagedFlags>({
      verb: 'set-managed',
      summary: 'declare whether a role is a rank; rank changes never give or take a role that is not',
      flags: [
        required('--rank <uniqueId>', 'the role, by its unique id; see rank list', wholeNumber(1, MOST)),
        required('--managed <on|off>', 'on: the role is a rank; off: it is a role beside the ranks', onOff),
      ],
      examples: ['--community cmt_… --rank 99513399 --managed off'],
      run: setManaged,
    })
    .communityVerb<ThresholdFlags>({
      verb: 'set-threshold',
      summary: 'set the experience from which AutoRank assigns a rank',
      flags: [
        required('--rank <uniqueId>', 'the rank, by its unique id; see rank list', wholeNumber(1, MOST)),
        optional('--experience <n>', 'the required experience', wholeNumber(-MOST, MOST)).conflicts('none'),
        optional('--none', 'AutoRank never assigns the rank'),
      ],
      examples: ['--community cmt_… --rank 99513314 --experience 1000', '--community cmt_… --rank 99513314 --none'],
      run: setThreshold,
    })
}

async function listAll(ctx: Ctx): Promise<Answer> {
  const ranks = (await listRanks(ctx)).map(toRank)
  return {
    json: { ranks },
    human: {
      table: {
        columns: ['UNIQUE ID', 'RANK ID', 'MEMBERS', 'AUTORANK FROM', 'MANAGED', 'NAME'],
        rows: ranks.map((rank) => [
          rank.uniqueId,
          rank.rankId,
          rank.memberCount,
          rank.autoRank?.experience ?? null,
          rank.managed ? 'yes' : 'no',
          rank.assignable ? rank.name : `${rank.name} (not assignable)`,
        ]),
      },
      ...(ranks.length === 0 ? { note: 'There are no ranks; connect the group with platform connect.' } : {}),
    },
  }
}

async function sync(ctx: Ctx): Promise<Answer> {
  const { added, changed, removed } = await syncRanks(ctx)
  const ranks = (await listRanks(ctx)).length
  return {
    json: { ranks, added, changed, removed },
    human: { fields: Object.entries({ ranks, added, changed, removed }) },
  }
}

async function explain(ctx: Ctx, { user }: { readonly user: number }): Promise<Answer> {
  const explained = toExplanation(await explainAutoRank(ctx, { userId: String(user) }))
  const { rank, outcome, reason, target, next, experience, ladder } = explained
  return {
    json: explained,
    human: {
      fields: [
        ['user', account(user)],
        ['experience', experience],
        ['rank', rank?.name ?? null],
        ['AutoRank', `${outcome}: ${sentenceOf(reason)}`],
        ['earned', target?.name ?? null],
        ['next', next ? `${next.rank.name} from ${next.experience}, ${next.experienceMissing} missing` : null],
      ],
      table: {
        columns: ['FROM', 'MET', 'RANK'],
        rows: ladder.map((step) => [step.experience, step.met ? 'yes' : 'no', step.rank.name]),
      },
    },
  }
}

async function setManaged(ctx: Ctx, { rank: uniqueId, managed }: ManagedFlags): Promise<Answer> {
  const { rank } = await updateRank(ctx, uniqueId, { managed })
  const shown = toRank(rank)
  return {
    json: { uniqueId, managed: shown.managed },
    human: {
      fields: [
        ['role', `${shown.name} (${uniqueId})`],
        ['managed', shown.managed],
      ],
    },
  }
}

async function setThreshold(ctx: Ctx, { rank: uniqueId, experience, none }: ThresholdFlags): Promise<Answer> {
  if (experience === undefined && !none)
    throw new UsageError('the threshold is missing; give --experience N, or --none')
  const set = await setRankThreshold(ctx, uniqueId, experience ?? null)
  const { autoRank } = toRank(set.rank)
  const names = set.unreachable.map(({ name }) => name)
  const note = `AutoRank never assigns ${names.join(', ')}: a higher rank requires no more experience.`
  return {
    json: { uniqueId, autoRank, unreachable: set.unreachable.map((rank) => rank.unique_id) },
    human: {
      fields: [
        ['rank', uniqueId],
        ['AutoRank from', autoRank?.experience ?? null],
      ],
      ...(names.length > 0 ? { note } : {}),
    },
  }
}
