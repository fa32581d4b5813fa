create or replace function remove_applicant_names() returns trigger language plpgsql as $$
begin
  new.username := null;
  new.display_name := null;
  return new;
end
$$;
