// Settings and plans in the form of the contract.
import type { Schema } from '../contract/types'
import type { CommunitySettings, listAssignedPlans } from './queries'

export const toCommunitySettings = (settings: Required<CommunitySettings>): Schema<'CommunitySettings'> => ({
  name: settings.name,
  experienceAwardLimit: settings.experienceAwardLimit,
  quotaAwardLimit: settings.quotaAwardLimit,
  singleRank: settings.singleRank,
  alarmChangesPerMinute: settings.alarmChangesPerMinute,
})

type AssignedPlanRow = Awaited<ReturnType<typeof listAssignedPlans>>[number]

export const toPlan = ({ kind, plan, ends_at, ...grants }: AssignedPlanRow, now: Date): Schema<'CommunityPlan'> => ({
  kind,
  plan,
  live: ends_at === null || Date.parse(ends_at) > now.getTime(),
  endsAt: ends_at,
  apiAccess: grants.api_access,
  automaticGrading: grants.automatic_grading,
  features: [...grants.features],
})
