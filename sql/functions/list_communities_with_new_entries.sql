-- With an enabled endpoint and audit entries after the cursor of the feed.
create or replace function list_communities_with_new_entries() returns setof text language plpgsql as $$
declare
  feed record;
begin
  for feed in
    select f.community_id, f.position, f.audit_id, min(e.since) as since
    from webhook_feed f join webhook_endpoint e on e.community_id = f.community_id and e.enabled
    group by f.community_id
  loop
    perform from audit_entry a where a.community_id = feed.community_id and a.position >= greatest(feed.since, feed.position)
      and (a.position, a.audit_id) > (feed.position, feed.audit_id) and a.position < audit_horizon() limit 1;
    if found then return next feed.community_id; end if;
  end loop;
end
$$;
