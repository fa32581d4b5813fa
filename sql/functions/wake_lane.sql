-- Marks the lanes of a community as ready. The lock of a lane that is ready already makes its claim wait before it removes the mark,
-- so that a rank change that is committed meanwhile is seen.
create or replace function wake_lane(community text, urgent boolean, bulk boolean) returns void language plpgsql as $$
begin
  perform from dispatch_lane l where l.community_id = community
    and (l.urgent_ready or not urgent) and (l.bulk_ready or not bulk) for key share;
  if found then
    return;
  end if;
  insert into dispatch_lane as l (community_id, urgent_ready, bulk_ready) values (community, urgent, bulk)
  on conflict (community_id) do update set
    urgent_ready = l.urgent_ready or excluded.urgent_ready,
    bulk_ready = l.bulk_ready or excluded.bulk_ready,
    urgent_until = case when not excluded.urgent_ready then l.urgent_until end,
    bulk_until = case when not excluded.bulk_ready then l.bulk_until end;
end
$$;
