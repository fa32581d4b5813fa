// Operations on AutoRank, and on the ranks that it gives.
import { assertInReach } from '../../auth/bounds/rules'
import { assertMayStore } from '../../auth/stored/actions'
import { boundsAfter } from '../../auth/stored/rules'
import { DomainError, invalid } from '../../base/errors'
import { updateAutoRank } from '../../communities/actions'
import { findAutoRankSettings } from '../../communities/queries'
import { boundsOfCaller, type Ctx } from '../../context'
import type { Handlers, Schema } from '../../contract/types'
import { requireRank, updateRank, type RankChange, type Threshold } from '../../ranks/actions'
import { listRanks } from '../../ranks/queries'
import { OWNER } from '../../ranks/rules'
import { toRank, toRankSummary } from '../../ranks/views'
import { explainAutoRank, previewAutoRank } from './actions'
import { toExplanation, toPreview } from './views'

export const autoRank = {
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
} satisfies Handlers

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
