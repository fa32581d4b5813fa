-- Locks the rank change that a community executes next, and leaves out those that other transactions have locked. Null: none.
create or replace function lock_head(community text, is_urgent boolean, is_connected boolean, moment timestamptz)
returns platform_operation language plpgsql as $$
declare
  locked text[] := '{}';
  head text;
  chosen platform_operation;
begin
  for attempt in 1 .. 20 loop
    head := find_head(community, is_urgent, is_connected, moment, locked);
    exit when head is null;
    select q.* into chosen from platform_operation q
    where q.community_id = community and q.operation_id = head and q.status = 'queued' and q.urgent = is_urgent
      and is_claimable(q, is_connected, moment)
    for no key update skip locked;
    exit when found;
    locked := locked || head;
  end loop;
  return chosen;
end
$$;
