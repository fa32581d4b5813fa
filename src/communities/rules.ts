// The plans and features of a community at a given time. Pure.
import type { Community, PlanHeld } from '../context'

export function livePlans(community: Community, now: number): PlanHeld[] {
  return community.plans.filter((plan) => plan.endsAt === null || plan.endsAt > now)
}

/** Whether a plan with automatic grading is live: responses are graded at submission. */
export function hasAutomaticGrading(community: Community, now: number): boolean {
  return livePlans(community, now).some((plan) => plan.automaticGrading)
}
