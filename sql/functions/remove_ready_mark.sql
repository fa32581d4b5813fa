-- Until a time (null: until something marks the lane), the community has nothing to claim.
create or replace function remove_ready_mark(community text, is_urgent boolean, again timestamptz) returns void language plpgsql as $$
begin
  update dispatch_lane l set
    urgent_ready = l.urgent_ready and not is_urgent,
    bulk_ready = l.bulk_ready and is_urgent,
    urgent_until = case when is_urgent then again else l.urgent_until end,
    bulk_until = case when is_urgent then l.bulk_until else again end
  where l.community_id = community;
end
$$;
