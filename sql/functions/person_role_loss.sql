-- Why the role of a person does not count now, as the server's type RoleLoss. Null: it counts. On Citus, `rank` is on a node.
create or replace function person_role_loss(p person) returns json language plpgsql stable as $$
declare
  lowest rank;
  held integer;
begin
  if p.lowest_rank_unique_id is null then
    return null;
  end if;
  select * into lowest from rank r where r.community_id = p.community_id and r.unique_id = p.lowest_rank_unique_id;
  select r.rank_id into held from rank r where r.community_id = p.community_id and r.unique_id = p.rank_unique_id;
  if p.user_id is not null and p.rank_read_at > now() - interval '3 minutes' and held >= lowest.rank_id then
    return null;
  end if;
  return json_build_object('rank', coalesce(lowest.name, p.lowest_rank_unique_id::text), 'account', p.user_id,
    'reason', case when p.user_id is null then 'unbound'
      when p.rank_read_at > now() - interval '3 minutes' then 'lost' else 'unread' end);
end
$$;
