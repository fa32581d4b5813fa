// SQL of the members that a key or a person gave something in the last hour.
import { sql } from 'kysely'
import type { Db } from '../../context'
import { statement, type RowOf } from '../../db/statements'

/** Entries of one community that are read; bounds the cost, whatever the community did. */
const NEWEST_ENTRIES = 20_000

const giversStatement = statement(
  'list_givers',
  `select coalesce(k.origin_key_id, e.actor_id) as "owner!", e.actor_kind as "kind!", max(e.actor_id) as "id!",
     count(distinct e.user_id) as "members!"
   from (select actor_kind, actor_id, user_id, action, at from audit_entry where community_id = :communityId
     order by position desc, audit_id desc limit ${NEWEST_ENTRIES}) e
   left join api_key k on k.community_id = :communityId and k.key_id = e.actor_id
   where e.at > now() - interval '1 hour' and e.actor_kind in ('key', 'person') and e.user_id is not null
     and e.action in ('member.experience', 'member.quotaPoints', 'member.medal.award', 'member.qualification.award',
       'member.rank', 'member.role',
       -- its end gives the rank back
       'suspension.update', 'suspension.lift')
   group by 1, 2 having count(distinct e.user_id) > :most::integer`,
)

export type Giver = RowOf<typeof giversStatement>

/** The keys, by the first one of a chain of rotations, and people who changed more than `most` members within an hour. */
export function listGivers(db: Db, communityId: string, most: number): Promise<Giver[]> {
  return giversStatement(db, { communityId, most })
}

/** Communities of which a key or a session was used in the last ten minutes. */
export async function listBusyCommunities(db: Db): Promise<string[]> {
  const since = sql<string>`now() - interval '10 minutes'`
  const rows = await db
    .selectFrom('api_key')
    .select('community_id')
    .where('last_used_at', '>', since)
    .union(db.selectFrom('person_session').select('community_id').where('last_used_at', '>', since))
    .execute()
  return rows.map((row) => row.community_id)
}
