-- Who takes when a key or a person does: itself, the key or person that made it, and so on. Keys of a chain of rotations are
-- one, named by the first one, and the newest has the number of the makers. `most`: null is any number. The operator is none.
create or replace function takers_of(community text, kind text, id text, out steps integer, out owner text, out most integer)
returns setof record language sql stable as $$
  with recursive chain as (
    select 0 as steps, o.key_id as owner, k.takes_per_hour_limit as most, o.creator_key_id, o.creator_person_id
    from api_key k
    join api_key o on o.community_id = k.community_id and o.key_id = coalesce(k.origin_key_id, k.key_id)
    where takers_of.kind = 'key' and k.community_id = takers_of.community and k.key_id = takers_of.id
    union all
    select c.steps + 1, o.key_id, newest.takes_per_hour_limit, o.creator_key_id, o.creator_person_id
    from chain c
    join api_key m on m.community_id = takers_of.community and m.key_id = c.creator_key_id
    join api_key o on o.community_id = m.community_id and o.key_id = coalesce(m.origin_key_id, m.key_id)
    cross join lateral (
      select n.takes_per_hour_limit from api_key n
      where n.community_id = o.community_id and (n.key_id = o.key_id or n.origin_key_id = o.key_id)
      order by n.created_at desc, n.key_id limit 1) newest
    where o.key_id <> c.owner
  )
  select c.steps, c.owner, c.most from chain c
  union all
  select c.steps + 1, p.person_id, p.takes_per_hour_limit
  from chain c join person p on p.community_id = takers_of.community and p.person_id = c.creator_person_id
  union all
  select 0, p.person_id, p.takes_per_hour_limit from person p
  where takers_of.kind = 'person' and p.community_id = takers_of.community and p.person_id = takers_of.id
$$;
