-- compatible-from: 0020
-- Names of an applicant who is not a member. The trigger removes them when the previous release erases the response.
alter table application_response
  add column username text check (length(username) between 1 and 100),
  add column display_name text check (length(display_name) <= 100);

create function remove_applicant_names() returns trigger language plpgsql as $$
begin
  new.username := null;
  new.display_name := null;
  return new;
end
$$;

create trigger application_response_names before update of erased_at on application_response
  for each row when (new.erased_at is not null) execute function remove_applicant_names();
