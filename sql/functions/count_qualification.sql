create or replace function count_qualification() returns trigger language plpgsql as $$
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
