// SQL of what a key or a person made.
import type { TxCtx } from '../../context'
import { statement, type RowOf } from '../../db/statements'

/** A credential that others were made by. The keys of a chain of rotations are one. */
export interface Maker {
  readonly kind: 'key' | 'person'
  readonly id: string
}

const dependantsStatement = statement(
  'list_dependants',
  `with recursive made (kind, id) as (
     select 'key', k.key_id from api_key k, api_key m
     where :kind = 'key' and m.community_id = :communityId and m.key_id = :id and k.community_id = m.community_id
       and coalesce(k.origin_key_id, k.key_id) = coalesce(m.origin_key_id, m.key_id)
     union
     select 'person', :id::text where :kind = 'person'
     union
     select next.kind, next.id from made m cross join lateral (
       select 'key', k.key_id from api_key k
         where k.community_id = :communityId and m.kind = 'key' and k.creator_key_id = m.id
       union all
       select 'key', k.key_id from api_key k
         where k.community_id = :communityId and m.kind = 'person' and k.creator_person_id = m.id
       union all
       select 'person', p.person_id from person p
         where p.community_id = :communityId and m.kind = 'key' and m.id in (p.creator_key_id, p.inviter_key_id)
       union all
       select 'person', p.person_id from person p
         where p.community_id = :communityId and m.kind = 'person' and m.id in (p.creator_person_id, p.inviter_person_id)
     ) as next (kind, id)
   )
   select 'key' as "kind!", k.key_id as "id!", k.name as "name!", k.created_at as "at!" from api_key k
   where k.community_id = :communityId and k.revoked_at is null and coalesce(k.expires_at > :now::timestamptz, true)
     and k.key_id <> :id and exists (select from made m where m.id in (k.creator_key_id, k.creator_person_id))
   union all
   select 'person', p.person_id, p.name, p.created_at from person p
   where p.community_id = :communityId and p.enabled and p.person_id <> :id
     and exists (select from made m where m.kind = 'person' and m.id = p.person_id)
   order by 4, 2`,
)

export type Dependant = RowOf<typeof dependantsStatement>

/**
 * The live keys and enabled people that it made, directly or not; also a person whom one of them invited last, whose
 * link it had. Without itself, oldest first.
 */
export function listDependants(tx: TxCtx, { kind, id }: Maker): Promise<Dependant[]> {
  const { communityId } = tx.community
  return dependantsStatement(tx.db, { communityId, kind, id, now: tx.now().toISOString() })
}
