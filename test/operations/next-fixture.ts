// One execution of a rank change that nothing blocks.
import type { State } from '../../src/operations/dispatch/state'
import type { OperationRow } from '../../src/operations/queries'

/** The target, where the test names no other. */
const TARGET = 4
export const NOW = Date.parse('2026-01-01T00:00:00Z')

/** A claimed rank change of a key. */
export const operation = (values: Partial<OperationRow>): OperationRow => ({
  ...{ community_id: 'c', operation_id: 'op', kind: 'rank.set', user_id: 7, target_unique_id: TARGET },
  ...{ status: 'dispatching', reason: null, awaited: false, urgent: false, worker_id: 'w', claims: 1, sent: false },
  ...{ settle_at: null, steps: [], failures: 0, actor_kind: 'key', actor_id: 'k', required_scope: 'ranks.write' },
  ...{ required_feature: null, request_id: null, created_at: '', deadline_at: '', dispatched_at: null },
  ...{ completed_at: null, error_code: null, error_message: null, retry_after_seconds: null, result: null },
  ...{ roles_written: null, reversal: null, on_behalf_of: null },
  ...values,
})

const plan = { apiAccess: true, automaticGrading: false, features: [], endsAt: null }
const community: State['authority']['community'] = {
  ...{ communityId: 'c', apiEnabled: true, experienceAwardLimit: 1, quotaAwardLimit: 1, autoRankEnabled: true },
  ...{
    autoRankDemotes: false,
    singleRank: false,
    ranksDeclared: true,
    queueLimit: null,
    keyLimit: null,
    webhookLimit: null,
  },
  ...{ connection: 'connected', plans: [plan] },
}
/** Nothing blocks it. */
export const authority: State['authority'] = {
  ...{ community, key: { scopes: ['ranks.write'], enabled: true, expiresAt: null } },
  bounds: null,
  ...{ suspended: false, blacklisted: false, blacklistedGroups: [], unmanaged: [], unfinished: [] },
}
