-- compatible-from: 0020
-- A rank change of an account that the platform could not be asked about: queued with not_before 'infinity', which no claim
-- takes, until a job has found out who it is. By username it has a negative user_id until then, the same for the same name.
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
