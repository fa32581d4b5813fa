-- With more than `step` members of which one was changed since the last count of the leaderboard.
create or replace function list_communities_to_count(step integer) returns setof text language plpgsql as $$
declare
  one text;
  counted timestamptz;
  changed timestamptz;
begin
  for one in select c.community_id from community c order by 1 loop
    perform from member m where m.community_id = one order by m.user_id offset step limit 1;
    continue when not found;
    select s.counted_at into counted from leaderboard_step s where s.community_id = one limit 1;
    select m.updated_at into changed from member m where m.community_id = one order by m.updated_at desc limit 1;
    if changed >= coalesce(counted, '-infinity') then return next one; end if;
  end loop;
end
$$;
