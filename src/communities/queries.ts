// The community as the server remembers it, in one expression that both the key lookup and the jobs use.
import { sql } from 'kysely'
import type { Community, Db, PlanHeld } from '../context'

/** `community c` as JSON with its plans and its connection; `toCommunity` reads it. */
export const communityFacts = `json_build_object(
  'communityId', c.community_id, 'apiEnabled', c.api_enabled,
  'experienceAwardLimit', c.experience_award_limit, 'quotaAwardLimit', c.quota_award_limit,
  'autoRankDemotes', c.auto_rank_demotes,
  'connection', coalesce((select pc.status from platform_connection pc where pc.community_id = c.community_id), 'none'),
  'plans', coalesce((
    select json_agg(json_build_object('apiAccess', p.api_access, 'automaticGrading', p.automatic_grading,
      'features', p.features, 'endsAt', round(extract(epoch from s.ends_at) * 1000)))
    from subscription s join plan p on p.name = s.plan
    where s.community_id = c.community_id), '[]'))`

export interface CommunityFactsRow {
  readonly communityId: string
  readonly apiEnabled: boolean
  readonly experienceAwardLimit: number
  readonly quotaAwardLimit: number
  readonly autoRankDemotes: boolean
  readonly connection: Community['connection']
  readonly plans: readonly PlanHeld[]
}

/** The community, or null when there is none of that id. */
export async function findCommunity(db: Db, communityId: string): Promise<Community | null> {
  const { rows } = await sql<{ facts: CommunityFactsRow }>`
    select ${sql.raw(communityFacts)} as facts from community c where c.community_id = ${communityId}`.execute(db)
  return rows[0]?.facts ?? null
}

/** The communities that have a platform connection: the sync job's work list (an operator's view across communities). */
export async function listConnectedCommunities(db: Db): Promise<Community[]> {
  const { rows } = await sql<{ facts: CommunityFactsRow }>`
    select ${sql.raw(communityFacts)} as facts from community c
    join platform_connection connected using (community_id)
    where connected.status = 'connected' order by c.community_id`.execute(db)
  return rows.map((row) => row.facts)
}
