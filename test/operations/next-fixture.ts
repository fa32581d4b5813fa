// A rank change that nothing blocks, and the ranks of its group.
import type { MembershipSnapshot, State } from '../../src/operations/dispatch/state'
import type { OperationRow } from '../../src/operations/queries'
import type { RankRow } from '../../src/ranks/queries'

/** The target unless the test names another. */
const TARGET = 4
export const NOW = Date.parse('2026-01-01T00:00:00Z')

/** A claimed rank change of a key. */
export const operation = (values: Partial<OperationRow>): OperationRow => ({
  community_id: 'c',
  operation_id: 'op',
  kind: 'rank.set',
  user_id: 7,
  target_unique_id: TARGET,
  status: 'dispatching',
  reason: null,
  awaited: false,
  urgent: false,
  worker_id: 'w',
  claims: 1,
  sent: false,
  settle_at: null,
  steps: [],
  failures: 0,
  actor_kind: 'key',
  actor_id: 'k',
  required_scope: 'ranks.write',
  required_feature: null,
  request_id: null,
  created_at: '',
  deadline_at: '',
  dispatched_at: null,
  completed_at: null,
  error_code: null,
  error_message: null,
  retry_after_seconds: null,
  result: null,
  roles_written: null,
  reversal: null,
  on_behalf_of: null,
  ...values,
})

const plan = { apiAccess: true, automaticGrading: false, features: [], endsAt: null }
const community: State['authority']['community'] = {
  communityId: 'c',
  apiEnabled: true,
  experienceAwardLimit: 1,
  quotaAwardLimit: 1,
  autoRankEnabled: true,
  autoRankDemotes: false,
  singleRank: false,
  ranksDeclared: true,
  queueLimit: null,
  keyLimit: null,
  webhookLimit: null,
  connection: 'connected',
  plans: [plan],
}
/** An authority by which nothing blocks the change. */
export const authority: State['authority'] = {
  community,
  key: { scopes: ['ranks.write'], enabled: true, expiresAt: null },
  bounds: null,
  suspended: false,
  blacklisted: false,
  blacklistedGroups: [],
  unmanaged: [],
  unfinished: [],
}

const rank = (unique_id: number, rank_id: number, auto_rank_experience: number | null = null): RankRow => ({
  unique_id,
  rank_id,
  name: `rank ${rank_id}`,
  member_count: null,
  auto_rank_experience,
  managed: true,
})
export const [guest, recruit, soldier, sergeant, owner] = [
  ...[rank(1, 0), rank(2, 1, 0), rank(3, 10, 100), rank(4, 50), rank(5, 255)],
] as [RankRow, RankRow, RankRow, RankRow, RankRow]
const ranks = [guest, recruit, soldier, sergeant, owner]

export const holding = (held: RankRow, ...more: RankRow[]): MembershipSnapshot => ({
  membership: {
    membershipId: 'm',
    highestRole: held.unique_id,
    roles: [recruit, held, ...more].map(({ unique_id }) => unique_id),
  },
  ranks,
  held,
})

export const state = (values: Partial<State> = {}, of: Partial<OperationRow> = {}): State => ({
  operation: operation(of),
  authority,
  suspension: null,
  experience: 0,
  codes: 'scheduler',
  settleSeconds: 5,
  sent: of.sent ?? false,
  steps: of.steps ?? [],
  unsent: [],
  applied: [],
  before: null,
  latest: null,
  actingRank: null,
  request: null,
  target: null,
  inBlacklistedGroup: null,
  notFound: null,
  ...values,
})
