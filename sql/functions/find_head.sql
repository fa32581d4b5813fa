-- The id of the rank change that a community executes next: the oldest that is due and the head of its member's queue. Null: none.
-- `passed`: ids to leave out.
create or replace function find_head(
  community text, is_urgent boolean, is_connected boolean, moment timestamptz, passed text[]
) returns text language plpgsql as $$
declare
  most constant integer := 20;
  looked integer := 0;
  one platform_operation;
begin
  for one in
    select o.* from platform_operation o
    where o.urgent = is_urgent and o.community_id = community and o.status = 'queued' and o.not_before <= moment
    order by o.not_before, o.seq limit most
  loop
    looked := looked + 1;
    if one.operation_id <> all (passed) and is_claimable(one, is_connected, moment) then
      return one.operation_id;
    end if;
  end loop;
  if looked < most then
    return null;
  end if;
  -- some members have queued many: a lookup for each member
  return (
    with recursive oldest (head) as (
      (select o from platform_operation o
       where o.community_id = community and o.status in ('queued', 'dispatching', 'outcome_pending')
       order by o.user_id, o.seq limit 1)
      union all
      select (select o from platform_operation o
        where o.community_id = community and o.status in ('queued', 'dispatching', 'outcome_pending')
          and o.user_id > (before.head).user_id
        order by o.user_id, o.seq limit 1)
      from oldest before where (before.head).operation_id is not null
    )
    select (head).operation_id from oldest
    where (head).status = 'queued' and (head).urgent = is_urgent and (head).operation_id <> all (passed)
      and is_claimable(head, is_connected, moment)
    order by (head).not_before, (head).seq limit 1);
end
$$;
