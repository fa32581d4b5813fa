-- Locks the row: concurrent writers are counted in turn.
create or replace function use_storage(community text, kind text, growth bigint) returns void language plpgsql as $$
declare
  stored community_storage;
  named record;
begin
  if growth = 0 then
    return;
  end if;
  insert into community_storage as s (community_id, quota, used) values (community, kind, growth)
  on conflict (community_id, quota) do update set used = s.used + growth
  returning * into stored;
  select * into strict named from storage_quotas() q where q.quota = kind;
  -- what a trigger writes is counted and not refused: a renamed medal makes the events that name it grow
  if growth > 0 and named.enforced and pg_trigger_depth() < 2
    and stored.used > coalesce(stored.own_limit, named.default_limit) then
    raise exception 'the storage limit of % is reached', kind using errcode = '53400', constraint = 'storage_limit',
      detail = jsonb_build_object('quota', kind, 'unit', named.unit, 'used', stored.used - growth,
        'limit', coalesce(stored.own_limit, named.default_limit))::text;
  end if;
end
$$;
