-- compatible-from: 0020
-- Rank changes accepted while the platform could not resolve the account: queued with not_before 'infinity', which is never claimed,
-- until a job resolves it. For a username, user_id is a negative hash of the name until then.
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
