-- compatible-from: 0020
-- The claim decides which rank change is the head of its member's queue. Servers of earlier releases write platform_operation.first_in_line,
-- which nothing reads any more; a later release drops it.
create index platform_operation_due on platform_operation (urgent, community_id, not_before, seq) where status = 'queued';
drop index platform_operation_queue;
drop index platform_operation_behind;

-- the bodies are in sql/functions
create function mark_lanes_of_new() returns trigger language plpgsql as $$ begin return null; end $$;
create function mark_lanes_of_changed() returns trigger language plpgsql as $$ begin return null; end $$;
drop trigger platform_operation_new_wakes on platform_operation;
drop trigger platform_operation_changed_wakes on platform_operation;
create trigger platform_operation_new_marks after insert on platform_operation
  referencing new table as added for each statement execute function mark_lanes_of_new();
create trigger platform_operation_changed_marks after update on platform_operation
  referencing new table as changed for each statement execute function mark_lanes_of_changed();

drop function wake_lane(text, boolean, boolean);
drop function wake_lanes_of_new();
drop function wake_lanes_of_changed();
drop function if exists mark_not_ready(text, boolean, boolean, timestamptz);
drop function if exists set_not_ready(text, boolean, timestamptz);
drop function if exists ready_due_lanes(boolean, timestamptz);
drop function if exists wake_forgotten_lanes();

-- those that were not the head had no mark
insert into dispatch_lane (community_id, urgent_ready, bulk_ready)
select o.community_id, bool_or(o.urgent), bool_or(not o.urgent) from platform_operation o
where o.status = 'queued' group by o.community_id
on conflict (community_id) do update set urgent_ready = excluded.urgent_ready, bulk_ready = excluded.bulk_ready;
