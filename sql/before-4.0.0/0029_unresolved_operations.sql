-- compatible-from: 0020
-- Rank changes of unresolved accounts: not_before 'infinity' until a job resolves them; for a username, user_id is a
-- negative hash of it.
alter table platform_operation
  add column username text check (length(username) between 1 and 100),
  add column supersede boolean not null default false;

create function forget_operation_username() returns trigger language plpgsql as $$
begin
  new.username := null;
  return new;
end
$$;

create trigger platform_operation_username before update of status on platform_operation
  for each row when (new.completed_at is not null and new.username is not null) execute function forget_operation_username();
