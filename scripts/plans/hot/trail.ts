// The audit trail, and what clocks keep in order.
import * as audit from '../../../src/audit/queries'
import type { EntryFilter, FeedOrder } from '../../../src/audit/rules'
import type { TxCtx } from '../../../src/context'
import { TRAIL_FROM } from '../seed'
import { busyUser, limit, one, type HotStatement } from './statement'

const entryFilters: readonly (readonly [string, EntryFilter])[] = [
  ['', {}],
  ['.user', { userId: String(busyUser) }],
  ['.action', { action: 'member.rank' }],
  ['.actions', { action: 'member.' }],
  ['.user_action', { userId: String(busyUser), action: 'member.rank' }],
  ['.actor', { actorKind: 'job' }],
]

const bounded = 'what the look before it has bounded (LOOKED_AT)'
export const trail: readonly HotStatement[] = (['feed', 'newest'] as const satisfies readonly FeedOrder[]).flatMap(
  (order) =>
    entryFilters.flatMap(([filterName, filter]) =>
      [null, { position: TRAIL_FROM + 300, auditId: 300 }].map((after) => ({
        name: `audit_${order}${filterName}${after ? '.later' : ''}`,
        of: audit.readAuditEntries,
        isPage: true,
        send: (ctx: TxCtx) => audit.readAuditEntries(ctx, filter, { order, after, limit }),
        ...(filter.action !== undefined || filter.actorKind !== undefined ? { sorts: bounded, filters: bounded } : {}),
      })),
    ),
)

export const keeping: readonly HotStatement[] = [
  one('insert_audit_entry', audit.insertAuditEntry, (ctx) => audit.insertAuditEntry(ctx, { action: 'member.rank' })),
  one('list_communities_to_forget', audit.listCommunitiesToForget, ({ db }) => audit.listCommunitiesToForget(db, 400), {
    acrossCommunities: 'a job: the beginning of each trail',
  }),
]
