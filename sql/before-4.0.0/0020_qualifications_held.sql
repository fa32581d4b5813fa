-- compatible-from: 0019
-- Reads skip the join for members without qualifications. Maintained by a trigger, also for the previous release.
alter table member add column qualifications_held integer not null default 0 check (qualifications_held >= 0);

create function count_qualification() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update member set qualifications_held = qualifications_held + 1
    where community_id = new.community_id and user_id = new.user_id;
  else
    update member set qualifications_held = qualifications_held - 1
    where community_id = old.community_id and user_id = old.user_id;
  end if;
  return null;
end
$$;

create trigger member_qualification_counted after insert or delete on member_qualification
  for each row execute function count_qualification();

update member m set qualifications_held = held.count
from (select community_id, user_id, count(*) from member_qualification group by community_id, user_id) as held
where m.community_id = held.community_id and m.user_id = held.user_id;
