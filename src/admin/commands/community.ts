// The noun `community`.
import { MAX_LIVE_KEYS } from '../../auth/authority'
import { given } from '../../base/given'
import { createCommunity, setCommunity, type Base } from '../../communities/actions'
import { describeCommunities, type CommunityRow } from '../../communities/queries'
import { setStorageLimit } from '../../communities/storage/actions'
import { listStorage } from '../../communities/storage/queries'
import type { Ctx } from '../../context'
import { setSuspendedRank } from '../../moderation/suspensions/actions'
import { MAX_ENDPOINTS } from '../../webhooks/rules'
import { communityName, name, onOff, planName, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import { rankNamed } from '../names'
import type { Answer } from '../output'
import { optional, required } from '../options'
import type { Noun } from '../verbs'
import { readHealth } from './community-health'
import { addMoveVerbs } from './community-move'

const limit = wholeNumber(0, Number.MAX_SAFE_INTEGER)
const numberOrNone = (text: string): number | 'none' => (text === 'none' ? text : wholeNumber(1, 1_000_000)(text))
const limitOrDefault =
  (most: number) =>
  (text: string): number | 'default' =>
    text === 'default' ? text : wholeNumber(0, most)(text)

export function addVerbs(noun: Noun): void {
  noun
    .verb<{ name: string; plan: string }>({
      verb: 'create',
      createsDatabase: true,
      summary: 'create a community with a subscription; prints its id',
      flags: [
        required('--name <name>', 'display name', communityName),
        optional('--plan <plan>', 'its plan; see plan list', planName).default('standard'),
      ],
      examples: ['--name "Northern Watch"', '--name "Northern Watch" --plan pro --json'],
      run: create,
    })
    .verb({ verb: 'list', csv: true, summary: 'all communities, oldest first', run: listAll })
    .verb({
      verb: 'health',
      csv: true,
      summary: 'all communities, worst first: connection, queue, failures, webhooks, storage, keys that expire',
      examples: ['', '--json', '--csv'],
      run: readHealth,
    })
  addSettingVerbs(noun)
  addMoveVerbs(noun)
}

function addSettingVerbs(noun: Noun): void {
  noun
    .communityVerb({
      verb: 'show',
      summary: 'show a community and its settings',
      examples: [''],
      run: show,
    })
    .communityVerb<SetFlags>({
      verb: 'set',
      summary: 'change settings',
      flags: setFlags(),
      confirm: (_, { api }) => (api === false ? 'all API keys of this community stop within a second' : null),
      examples: ['--api off --yes', '--experience-award-limit 500', '--queue-limit 1000'],
      run: set,
    })
    .communityVerb({
      verb: 'storage',
      summary: 'show storage use and limits',
      examples: [''],
      run: showStorage,
    })
    .communityVerb<{ quota: string; limit: number | 'default' }>({
      verb: 'set-storage',
      summary: 'set a storage limit, or reset it to the default',
      flags: [
        required('--quota <quota>', 'the quota; see community storage', name),
        required(
          '--limit <n|default>',
          'bytes or items; see community storage',
          limitOrDefault(Number.MAX_SAFE_INTEGER),
        ),
      ],
      examples: ['--quota templates --limit 134217728', '--quota forms --limit default'],
      run: setStorage,
    })
}

const setFlags = () => [
  optional('--name <name>', 'display name', communityName),
  optional('--api <on|off>', 'the API switch: off disables all keys', onOff),
  optional('--experience-award-limit <n>', 'maximum experience per API call', limit),
  optional('--quota-award-limit <n>', 'maximum quota points per API call', limit),
  optional('--queue-limit <n|default>', 'maximum queued rank changes', limitOrDefault(10_000_000)),
  optional('--key-limit <n|default>', 'maximum live keys that keys created', limitOrDefault(1_000)),
  optional('--webhook-limit <n|default>', 'maximum webhook endpoints', limitOrDefault(MAX_ENDPOINTS)),
  optional('--auto-rank <on|off>', 'whether AutoRank changes ranks', onOff),
  optional('--auto-rank-demotes <on|off>', 'whether AutoRank may demote', onOff),
  optional('--single-rank <on|off>', 'whether every role is a rank, so that a rank change takes all others', onOff),
  optional(
    '--alarm-changes-per-minute <n|none>',
    'the rank changes, removals and bans by hand in a minute beyond which the alarm of the group is raised',
    numberOrNone,
  ),
  optional('--suspended-rank <rank|none>', 'the rank of suspended members, by its name or unique id'),
]

async function showStorage(ctx: Ctx): Promise<Answer> {
  const quotas = await listStorage(ctx.db, ctx.community.communityId)
  return {
    json: { quotas },
    human: {
      table: {
        columns: ['QUOTA', 'USED', 'LIMIT', 'UNIT', 'OWN LIMIT'],
        rows: quotas.map(({ quota, used, limit: most, unit, own }) => [quota, used, most, unit, own]),
      },
    },
  }
}

async function setStorage(ctx: Ctx, flags: { quota: string; limit: number | 'default' }): Promise<Answer> {
  const known = (await listStorage(ctx.db, ctx.community.communityId)).map(({ quota }) => quota)
  if (!known.includes(flags.quota)) throw new UsageError(`unknown quota ${flags.quota}; use ${known.join(', ')}`)
  await setStorageLimit(ctx, flags.quota, flags.limit === 'default' ? null : flags.limit)
  return showStorage(ctx)
}

async function create(base: Base, flags: { name: string; plan: string }): Promise<Answer> {
  const { communityId } = await createCommunity(base, flags.name, flags.plan)
  return { json: { communityId }, human: { fields: { community: communityId } } }
}

async function listAll(base: Base): Promise<Answer> {
  const rows = await describeCommunities(base.db, null)
  return {
    json: { communities: rows.map(toJson) },
    human: {
      table: {
        columns: ['COMMUNITY', 'API', 'SUBSCRIPTION', 'TRIAL', 'PLATFORM', 'NAME'],
        rows: rows.map((row) => [
          row.community_id,
          row.moved_at === null ? row.api_enabled : 'moved',
          row.subscription_plan,
          row.trial_plan,
          row.connection,
          row.name,
        ]),
      },
      note: rows.length === 0 ? 'There are no communities; create one with community create.' : undefined,
    },
  }
}

interface SetFlags {
  readonly name?: string
  readonly api?: boolean
  readonly experienceAwardLimit?: number
  readonly quotaAwardLimit?: number
  readonly queueLimit?: number | 'default'
  readonly keyLimit?: number | 'default'
  readonly webhookLimit?: number | 'default'
  readonly autoRank?: boolean
  readonly autoRankDemotes?: boolean
  readonly singleRank?: boolean
  readonly alarmChangesPerMinute?: number | 'none'
  readonly suspendedRank?: string
}

const orNull = (limit: number | 'default' | undefined) => (limit === 'default' ? null : limit)

async function set(ctx: Ctx, flags: SetFlags): Promise<Answer> {
  const { name, api, experienceAwardLimit, quotaAwardLimit, autoRank, autoRankDemotes, suspendedRank } = flags
  const { queueLimit, keyLimit, webhookLimit, singleRank, alarmChangesPerMinute } = flags
  const settings = given({
    name,
    apiEnabled: api,
    experienceAwardLimit,
    quotaAwardLimit,
    autoRankEnabled: autoRank,
    autoRankDemotes,
    singleRank,
    alarmChangesPerMinute: alarmChangesPerMinute === 'none' ? null : alarmChangesPerMinute,
    queueLimit: orNull(queueLimit),
    keyLimit: orNull(keyLimit),
    webhookLimit: orNull(webhookLimit),
  })
  const hasSettings = Object.keys(settings).length > 0
  if (!hasSettings && suspendedRank === undefined)
    throw new UsageError('nothing to set; give at least one flag besides --community')
  // first, because it can fail
  if (suspendedRank !== undefined) {
    await setSuspendedRank(ctx, suspendedRank === 'none' ? null : await rankNamed(ctx, suspendedRank))
  }
  if (hasSettings) await setCommunity(ctx, settings)
  return show(ctx)
}

async function show(ctx: Ctx): Promise<Answer> {
  const [row] = await describeCommunities(ctx.db, ctx.community.communityId)
  if (!row) throw new Error('the community is gone')
  const now = ctx.now().getTime()
  return {
    json: toJson(row),
    human: {
      fields: {
        community: row.community_id,
        name: row.name,
        API: row.moved_at === null ? row.api_enabled : `moved away ${row.moved_at}`,
        subscription: describePlan(row.subscription_plan, row.subscription_ends_at, now),
        trial: describePlan(row.trial_plan, row.trial_ends_at, now),
        platform: row.connection,
        'experience award limit': row.experience_award_limit,
        'quota award limit': row.quota_award_limit,
        'queue limit': orDefault(row.queue_limit, ctx.settings.queueLimit),
        'key limit': orDefault(row.key_limit, MAX_LIVE_KEYS),
        'webhook limit': orDefault(row.webhook_limit, MAX_ENDPOINTS),
        AutoRank: row.auto_rank_enabled,
        'AutoRank demotes': row.auto_rank_demotes,
        'single rank': row.single_rank,
        'alarm at changes a minute': row.alarm_changes_per_minute ?? 'no alarm',
        'last alarm': row.alarmed_at,
        'writes paused since': row.platform_paused_at,
        'suspended rank': row.suspended_rank_unique_id,
        created: row.created_at,
      },
    },
  }
}

const orDefault = (own: number | null, other: number): string | number => own ?? `${other} (default)`

function describePlan(plan: string | null, endsAt: string | null, now: number): string | null {
  if (plan === null) return null
  if (endsAt === null) return `${plan}, until further notice`
  return `${plan}, ${Date.parse(endsAt) > now ? 'until' : 'ended'} ${endsAt}`
}

function toJson(row: CommunityRow) {
  const { subscription_plan, subscription_ends_at, trial_plan, trial_ends_at } = row
  return {
    communityId: row.community_id,
    name: row.name,
    apiEnabled: row.api_enabled,
    subscription: subscription_plan === null ? null : { plan: subscription_plan, endsAt: subscription_ends_at },
    trial: trial_plan === null ? null : { plan: trial_plan, endsAt: trial_ends_at },
    connection: row.connection,
    experienceAwardLimit: row.experience_award_limit,
    quotaAwardLimit: row.quota_award_limit,
    queueLimit: row.queue_limit,
    keyLimit: row.key_limit,
    webhookLimit: row.webhook_limit,
    autoRankEnabled: row.auto_rank_enabled,
    autoRankDemotes: row.auto_rank_demotes,
    singleRank: row.single_rank,
    alarmChangesPerMinute: row.alarm_changes_per_minute,
    alarmedAt: row.alarmed_at,
    platformPausedAt: row.platform_paused_at,
    suspendedRankUniqueId: row.suspended_rank_unique_id,
    createdAt: row.created_at,
    movedAt: row.moved_at,
  }
}
