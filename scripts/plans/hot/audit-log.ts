// Statements on the audit log and its sealing.
import * as audit from '../../../src/audit/queries'
import type { EntryFilter, FeedOrder } from '../../../src/audit/rules'
import type { TxCtx } from '../../../src/context'
import * as reversals from '../../../src/reversals/queries'
import { FIRST_POSITION } from '../seed'
import { busyUser, limit, one, pages, type HotStatement } from './statement'

const entryFilters: readonly (readonly [string, EntryFilter])[] = [
  ['', {}],
  ['.user', { userId: busyUser }],
  ['.action', { action: 'member.rank' }],
  ['.actions', { action: 'member.' }],
  ['.user_action', { userId: busyUser, action: 'member.rank' }],
  ['.actor', { actorKind: 'job' }],
]

const bounded = 'bounded by the previous statement (MAX_SCANNED)'
export const auditStatements: readonly HotStatement[] = (
  ['feed', 'newest'] as const satisfies readonly FeedOrder[]
).flatMap((order) =>
  entryFilters.flatMap(([filterName, filter]) =>
    [null, { position: FIRST_POSITION + 300, auditId: 300 }].map((after) => ({
      name: `audit_${order}${filterName}${after ? '.later' : ''}`,
      of: audit.readAuditEntries,
      isPage: true,
      send: (ctx: TxCtx) => audit.readAuditEntries(ctx, filter, { order, after, limit }),
      ...(filter.action !== undefined || filter.actorKind !== undefined ? { sorts: bounded, filters: bounded } : {}),
    })),
  ),
)

export const maintenanceStatements: readonly HotStatement[] = [
  ...pages('list_reversals', reversals.listReversals, 'rev', reversals.listReversals),
  one('read_audit_horizon', audit.readHorizon, (ctx) => audit.readHorizon(ctx)),
  one('insert_audit_entry', audit.insertAuditEntry, (ctx) => audit.insertAuditEntry(ctx, { action: 'member.rank' })),
  one(
    'list_communities_with_old_entries',
    audit.listCommunitiesWithOldEntries,
    ({ db }) => audit.listCommunitiesWithOldEntries(db, 400),
    {
      acrossCommunities: 'a job on the first entries of each community',
    },
  ),
]
