// Reports keys and people who give to unusually many members. Nothing is stopped: everything can be taken back.
import { insertAuditEntry } from '../../audit/queries'
import { findCommunity } from '../../communities/queries'
import { inTransaction, type Ctx } from '../../context'
import { markTold } from '../takes/queries'
import { listBusyCommunities, listGivers } from './queries'

/** Members in an hour; a busy game server reaches it, and so does a leaked key in a small community. */
export const MANY_MEMBERS = 500

type Base = Omit<Ctx, 'community' | 'actor' | 'requestId'>

/** Once an hour for each key and person, as an audit entry, which becomes a message of webhooks. */
export async function tellOfGifts(base: Base): Promise<void> {
  for (const communityId of await listBusyCommunities(base.db)) {
    const givers = await listGivers(base.db, communityId, MANY_MEMBERS)
    const community = givers.length === 0 ? null : await findCommunity(base.db, communityId)
    if (!community) continue
    for (const { owner, kind, id, members } of givers) {
      const actor = { kind: kind === 'key' ? 'key' : 'person', id } as const
      await inTransaction({ ...base, community, actor, requestId: null }, async (tx) => {
        if (!(await markTold(tx.db, { communityId, owner }, 'gifts_told_at'))) return
        const after = { [`${actor.kind}Id`]: id, members, limit: MANY_MEMBERS }
        await insertAuditEntry(tx, { action: `${actor.kind}.many-members`, after })
      })
    }
  }
}
