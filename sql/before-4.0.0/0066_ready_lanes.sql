-- compatible-from: 0020
-- Which communities have rank changes to dispatch: the claim reads a mark instead of every community.
alter table dispatch_lane
  -- some queued rank change may be claimed now
  add column urgent_ready boolean not null default false,
  add column bulk_ready boolean not null default false,
  -- then it becomes ready; null: when something changes
  add column urgent_until timestamptz,
  add column bulk_until timestamptz;

insert into dispatch_lane (community_id, urgent_ready, bulk_ready)
select o.community_id, bool_or(o.urgent), bool_or(not o.urgent) from platform_operation o
where o.status = 'queued' group by o.community_id
on conflict (community_id) do update set urgent_ready = excluded.urgent_ready, bulk_ready = excluded.bulk_ready;

create index dispatch_lane_urgent on dispatch_lane (turn_at nulls first, community_id) where urgent_ready and paused_at is null;
create index dispatch_lane_bulk on dispatch_lane (turn_at nulls first, community_id) where bulk_ready and paused_at is null;
create index dispatch_lane_urgent_until on dispatch_lane (urgent_until) where urgent_until is not null;
create index dispatch_lane_bulk_until on dispatch_lane (bulk_until) where bulk_until is not null;

-- the bodies are in sql/functions
create function wake_lane(community text, urgent boolean, bulk boolean) returns void language plpgsql as $$ begin end $$;
create function wake_lanes_of_new() returns trigger language plpgsql as $$ begin return null; end $$;
create function wake_lanes_of_changed() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger platform_operation_new_wakes after insert on platform_operation
  referencing new table as added for each statement execute function wake_lanes_of_new();
create trigger platform_operation_changed_wakes after update on platform_operation
  referencing new table as changed for each statement execute function wake_lanes_of_changed();

drop function has_platform_budget(platform_connection, integer, boolean, timestamptz);
