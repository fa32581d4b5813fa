// SQL of what made a key or a person.
import type { Actor, Ctx } from '../../context'
import { statement } from '../../db/statements'

const makersStatement = statement(
  'list_makers',
  `with recursive maker (kind, id, steps) as (
     select :kind::text, :id::text, 0
     union
     select by.kind, by.id, 1 from maker m cross join lateral (
       select 'key', r.creator_key_id from api_key k
         join api_key r on r.community_id = k.community_id and r.key_id in (k.key_id, k.origin_key_id)
         where m.kind = 'key' and k.community_id = :communityId and k.key_id = m.id
       union all
       select 'person', r.creator_person_id from api_key k
         join api_key r on r.community_id = k.community_id and r.key_id in (k.key_id, k.origin_key_id)
         where m.kind = 'key' and k.community_id = :communityId and k.key_id = m.id
       union all
       select 'key', p.creator_key_id from person p
         where m.kind = 'person' and p.community_id = :communityId and p.person_id = m.id
       union all
       select 'person', p.creator_person_id from person p
         where m.kind = 'person' and p.community_id = :communityId and p.person_id = m.id
     ) as by (kind, id) where by.id is not null
   )
   select maker.kind as "kind!", coalesce(k.origin_key_id, maker.id) as "owner!" from maker
   left join api_key k on maker.kind = 'key' and k.community_id = :communityId and k.key_id = maker.id
   where maker.steps > 0`,
)

interface Thing {
  readonly kind: 'key' | 'person'
  readonly id: string
  /** The first key of the chain of rotations; of a person, the id. */
  readonly owner: string
}

/** Of the caller itself, of what made it, directly or not, or of another. A key made by one of a chain was made by all. */
export async function whose(
  { db, community, actor }: Pick<Ctx, 'db' | 'community'> & { readonly actor: Actor },
  { kind, id, owner }: Thing,
): Promise<'own' | 'maker' | 'other'> {
  if (actor.kind !== 'key' && actor.kind !== 'person') return 'other'
  if (actor.kind === kind && actor.id === id) return 'own'
  const { communityId } = community
  const makers = await makersStatement(db, { communityId, kind: actor.kind, id: actor.id })
  return makers.some((maker) => maker.kind === kind && maker.owner === owner) ? 'maker' : 'other'
}
