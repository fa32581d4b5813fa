// Settings and plans in the form of the contract.
import type { Schema } from '../contract/types'
import type { CommunitySettings, listHeldPlans } from './queries'

export const toCommunitySettings = (settings: Required<CommunitySettings>): Schema<'CommunitySettings'> => ({
  name: settings.name,
  experienceAwardLimit: settings.experienceAwardLimit,
  quotaAwardLimit: settings.quotaAwardLimit,
  singleRank: settings.singleRank,
  alarmChangesPerMinute: settings.alarmChangesPerMinute,
})

type HeldPlan = Awaited<ReturnType<typeof listHeldPlans>>[number]

export const toPlan = ({ kind, plan, ends_at, ...held }: HeldPlan, now: Date): Schema<'CommunityPlan'> => ({
  kind,
  plan,
  live: ends_at === null || Date.parse(ends_at) > now.getTime(),
  endsAt: ends_at,
  apiAccess: held.api_access,
  automaticGrading: held.automatic_grading,
  features: [...held.features],
})
