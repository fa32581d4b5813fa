-- From the entries about a person of the staff, whose actions stay, and records that the person is erased. Records the redaction of
-- sealed entries. Returns the number of entries.
create or replace function erase_person_names(community text, person text) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  perform pg_advisory_xact_lock(audit_lock_key(community));
  -- to the node of the entries
  set local citus.propagate_set_commands to 'local';
  set local community.audit_cause to 'erasure';
  update audit_entry e set before = e.before - 'name', after = e.after - 'name'
  where e.community_id = community and e.action like 'person.%' and person in (e.before ->> 'personId', e.after ->> 'personId')
    and (e.before ? 'name' or e.after ? 'name');
  get diagnostics erased = row_count;
  set local community.audit_cause to '';
  perform add_audit_entry(community, 'job', 'data-rights', null, 'person.delete', null, jsonb_build_object('personId', person),
    null, null, null);
  return erased;
end
$$;

revoke execute on function erase_person_names(text, text) from public;
