// Handlers of the tag `ranks`.
import { assertInReach } from '../auth/bounds/rules'
import { assertMayStore } from '../auth/stored/actions'
import { boundsAfter } from '../auth/stored/rules'
import { boundsOfCaller, type Ctx } from '../context'
import type { HandlersFor, Schema } from '../contract/types'
import { updateAutoRank } from '../communities/actions'
import { findAutoRankSettings } from '../communities/queries'
import { DomainError, invalid } from '../base/errors'
import { requireRank, updateRank, type RankChange, type Threshold } from './actions'
import { once } from '../idempotency/actions'
import { syncRanksOnce } from '../platform-connection/actions'
import { listRanks } from './queries'
import { OWNER, type RankGoal } from './rules'
import { changeRank } from '../operations/enqueue/submit-and-wait'
import { requireMember, resolveUserId, type Target } from '../members/actions'
import { toMember } from '../members/views'
import { explainAutoRank, previewAutoRank } from '../awards/auto-rank/actions'
import { toExplanation, toPreview } from '../awards/auto-rank/views'
import { toRank, toRankSummary } from './views'

export const ranks: HandlersFor<'ranks'> = {
  async listRanks(ctx) {
    return { status: 200, body: { data: (await listRanks(ctx)).map(toRank) } }
  },

  async setMemberRank(ctx, { path, query, body }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'set', ...(body as RankId) }) }
  },

  async promoteMember(ctx, { path, query }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'promote' }) }
  },

  async demoteMember(ctx, { path, query }) {
    return { status: 200, body: await change(ctx, { ...path, ...query }, { kind: 'demote' }) }
  },

  async syncRanks(ctx) {
    return once(
      ctx,
      () => syncRanksOnce(ctx),
      ({ counts, ranks }) => ({ status: 200, body: { data: ranks.map(toRank), meta: { ...counts } } }),
    )
  },

  async getRank(ctx, { path }) {
    return { status: 200, body: { data: toRank(await requireRank(ctx, Number(path.uniqueId))) } }
  },

  async updateRank(ctx, { path, body }) {
    await assertMayChangeRank(ctx, path.uniqueId, body)
    const { autoRank } = body
    const recorded = await assertMayStore(ctx, 'updateRank', null, {
      autoRank: autoRank && { ...autoRank, rankUniqueId: path.uniqueId },
    })
    const change = { ...toChange(body), authorBounds: boundsAfter(recorded) }
    const { rank, unreachable, auditId } = await updateRank(ctx, path.uniqueId, change)
    return { status: 200, body: { data: toRank(rank), meta: { auditId, unreachable: unreachable.map(toRankSummary) } } }
  },

  async getAutoRankSettings(ctx) {
    return { status: 200, body: { data: await findAutoRankSettings(ctx) } }
  },

  async updateAutoRankSettings(ctx, { body }) {
    await assertMayStore(ctx, 'updateAutoRankSettings', null, {
      ...body,
      enabled: body.enabled ? await allThatGives(ctx) : false,
    })
    const { settings, auditId } = await updateAutoRank(ctx, body)
    return { status: 200, body: { data: settings, meta: { auditId } } }
  },

  async explainAutoRank(ctx, { path, query }) {
    return { status: 200, body: { data: toExplanation(await explainAutoRank(ctx, { ...path, ...query })) } }
  },

  async previewAutoRank(ctx, { body }) {
    const change = { ...body, thresholds: toThresholds(body.thresholds) }
    return { status: 200, body: { data: toPreview(await previewAutoRank(ctx, change)) } }
  },
}

/** AutoRank gives every rank with a threshold. */
const allThatGives = async (ctx: Ctx): Promise<(true | number)[]> => [
  true,
  ...(await listRanks(ctx)).flatMap((rank) => (rank.auto_rank_experience === null ? [] : rank.unique_id)),
]

/**
 * A key gives itself nothing: it may leave a rank to people, and never take one back.
 * @throws DomainError 403 `rank_out_of_bounds`: AutoRank would give the rank, `authority_exceeded`
 */
async function assertMayChangeRank(ctx: Ctx, uniqueId: number, { assignable }: Schema<'RankUpdate'>): Promise<void> {
  if (assignable === true && ctx.caller.kind === 'key') throw peopleDecide()
  const bounds = boundsOfCaller(ctx)
  if (bounds === null) return
  const { rank_id } = await requireRank(ctx, uniqueId)
  if (rank_id !== OWNER) assertInReach(bounds, rank_id)
}

const peopleDecide = (): DomainError =>
  new DomainError(
    'authority_exceeded',
    'No key decides that keys give a rank. Ask a person with ranks.write, or the operator (rank set-assignable).',
    { details: { assignable: false } },
  )

function toChange({ autoRank, removeAutoRank, managed, assignable }: Schema<'RankUpdate'>): RankChange {
  if (autoRank && removeAutoRank) {
    throw invalid('/body', 'maxProperties', 'must not contain both autoRank and removeAutoRank')
  }
  const isThreshold = autoRank !== undefined || removeAutoRank === true
  return { ...(isThreshold ? { experience: autoRank?.experience ?? null } : {}), managed, assignable }
}

/** The contract converts ids to numbers. */
type WithNumbers = readonly { readonly uniqueId: number; readonly experience?: number | null }[]

/** @throws DomainError 400 `validation_failed` for a rank that is named twice */
function toThresholds(given: Schema<'AutoRankPreviewRequest'>['thresholds']): Threshold[] {
  const thresholds = (given as WithNumbers).map(({ uniqueId, experience = null }) => ({ uniqueId, experience }))
  const ids = thresholds.map(({ uniqueId }) => uniqueId)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (twice < 0) return thresholds
  throw invalid(`/body/thresholds/${twice}/uniqueId`, 'uniqueItems', 'must not be named twice')
}

/** The contract requires exactly one, which the type cannot express. */
type RankId = { readonly rankUniqueId: number } | { readonly rankId: number }

async function change(ctx: Ctx, target: Target, goal: RankGoal): Promise<Schema<'RankChanged'>> {
  const userId = await resolveUserId(ctx, target, 'write')
  const meta = await changeRank(ctx, userId, goal)
  return { data: toMember(await requireMember(ctx, userId)), meta: { ...meta } }
}
