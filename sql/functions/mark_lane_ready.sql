-- Marks the lanes of a community as ready, and wakes the dispatch after the commit. While the lock is held, no
-- claim removes a mark, so that a rank change that is committed meanwhile is seen.
create or replace function mark_lane_ready(community text, urgent boolean, bulk boolean) returns void language plpgsql as $$
begin
  -- a key of this transaction: it waits for no other one
  perform wake_dispatch(lane.is_urgent, pg_current_xact_id()::text)
  from (values (true, urgent), (false, bulk)) as lane (is_urgent, is_marked) where lane.is_marked;
  perform from dispatch_lane l where l.community_id = community for key share;
  -- a statement of its own: the lock may have waited for a claim that removed the mark
  if exists (select from dispatch_lane l where l.community_id = community
      and (l.urgent_ready or not urgent) and (l.bulk_ready or not bulk)) then
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
