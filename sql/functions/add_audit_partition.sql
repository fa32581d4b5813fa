-- From a number to another; null: without an end.
create or replace function add_audit_partition(number bigint, until bigint) returns void language plpgsql as $$
begin
  execute format('create table audit_partition.audit_entry_%s partition of audit_entry for values from (%s) to (%s)', number,
    case number when 0 then 'minvalue' else (number << 36)::text end, coalesce((until << 36)::text, 'maxvalue'));
  execute format('create index audit_entry_%s_position on audit_partition.audit_entry_%s (position, community_id)', number, number);
  execute format('create trigger audit_entry_kept before truncate on audit_partition.audit_entry_%s
    for each statement execute function refuse_audit_truncate()', number);
  -- an import may run as a superuser
  execute format('alter table audit_partition.audit_entry_%s owner to %s', number,
    (select c.relowner::regrole from pg_class c where c.oid = 'audit_entry'::regclass));
end
$$;
