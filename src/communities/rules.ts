// What a community is entitled to at a moment: pure.
import type { Community, PlanHeld } from '../context'

/** The plans that are live now. @param now milliseconds since the epoch */
export function livePlans(community: Community, now: number): PlanHeld[] {
  return community.plans.filter((plan) => plan.endsAt === null || plan.endsAt > now)
}

/** Whether Pro is active: responses are graded at submission. */
export function hasAutomaticGrading(community: Community, now: number): boolean {
  return livePlans(community, now).some((plan) => plan.automaticGrading)
}
