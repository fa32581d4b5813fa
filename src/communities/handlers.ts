// Operations tagged `settings`.
import type { Handlers } from '../contract/types'
import { given } from '../base/given'
import { setCommunity } from './actions'
import { findSettings, listAssignedPlans } from './queries'
import { toPlan, toCommunitySettings } from './views'

export const settings = {
  async getSettings(ctx) {
    return { status: 200, body: { data: toCommunitySettings(await findSettings(ctx)) } }
  },

  async updateSettings(ctx, { body }) {
    const { name, experienceAwardLimit, quotaAwardLimit, singleRank, alarmChangesPerMinute } = body
    const change = given({ name, experienceAwardLimit, quotaAwardLimit, singleRank, alarmChangesPerMinute })
    const { settings: changed, auditId } = await setCommunity(ctx, change)
    return { status: 200, body: { data: toCommunitySettings(changed), meta: { auditId } } }
  },

  async listPlans(ctx) {
    return { status: 200, body: { data: (await listAssignedPlans(ctx)).map((plan) => toPlan(plan, ctx.now())) } }
  },
} satisfies Handlers
