-- compatible-from: 0020
-- The audit log in partitions by position, which is the order of the feed: a partition begins at a multiple of 2^36, and each month the
-- positions continue at the next one (roll_audit_partition). The last partition has no upper bound, so that every position has a
-- partition. By `at`, the order of the feed would need a merge of all partitions, and a wrong clock could write into a dropped month.
--
-- Locks: VALIDATE takes the time of a sequential scan of audit_entry, and blocks neither reads nor writes. After it the lock is exclusive
-- for changes of the catalogue only, which take some milliseconds whatever the size. It waits for the transactions that use the table,
-- and other transactions wait behind it. Servers of older releases write on, through the new table of the same name.
create schema audit_partition;

do $$
declare
  last record;
  next bigint;
  given record;
begin
  -- distributed by Citus: the table stays as it is, and retention deletes rows
  if not exists (select from pg_constraint where conrelid = 'audit_entry'::regclass and conname = 'audit_entry_bound') then return; end if;
  alter table audit_entry validate constraint audit_entry_bound;
  lock table audit_entry in access exclusive mode;
  select substring(pg_get_constraintdef(oid) from '\d{6,}')::bigint >> 36 into next
  from pg_constraint where conrelid = 'audit_entry'::regclass and conname = 'audit_entry_bound';
  execute format('select last_value, is_called from %s', pg_get_serial_sequence('audit_entry', 'audit_id')) into last;

  drop function if exists audit_entry_hash(audit_entry, uuid);
  drop trigger audit_entry_guarded on audit_entry;
  drop trigger audit_entry_kept on audit_entry;
  drop trigger audit_entry_moved on audit_entry;
  drop trigger audit_entry_time on audit_entry;
  alter table audit_entry alter column audit_id drop identity;
  alter table audit_entry set schema audit_partition;
  alter table audit_partition.audit_entry rename to audit_entry_0;

  create table audit_entry (like audit_partition.audit_entry_0 including defaults including constraints)
    partition by range (position);
  alter table audit_entry drop constraint audit_entry_bound;
  alter table audit_entry alter column audit_id add generated always as identity;
  perform setval(pg_get_serial_sequence('audit_entry', 'audit_id'), last.last_value, last.is_called);
  alter table audit_entry add primary key (community_id, position, audit_id);
  create index audit_entry_user on audit_entry (user_id, community_id, position, audit_id) where user_id is not null;
  create index audit_entry_on_behalf_of on audit_entry (on_behalf_of, community_id, position, audit_id)
    where on_behalf_of is not null;
  create index audit_entry_form on audit_entry (community_id, (after ->> 'applicationId'), audit_id)
    where action in ('application.create', 'application.update', 'application.rollback');
  -- the rights of the server's role, which older releases need at once
  for given in
    select string_agg(a.privilege_type, ', ') as rights, a.grantee::regrole::text as role
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = 'audit_partition.audit_entry_0'::regclass and a.grantee not in (0, c.relowner) group by a.grantee
  loop
    execute format('grant %s on audit_entry to %s', given.rights, given.role);
  end loop;
  -- the statements of a transaction of its own: the bound proves that all rows belong here
  execute format('alter table audit_entry attach partition audit_partition.audit_entry_0 for values from (minvalue) to (%s)', next << 36);
  alter table audit_partition.audit_entry_0 drop constraint audit_entry_bound;
  execute format('create table audit_partition.audit_entry_%s partition of audit_entry for values from (%s) to (maxvalue)', next, next << 36);
  execute format('comment on table audit_partition.audit_entry_0 is %L', 'began ' || current_date);

  create trigger audit_entry_guarded before update or delete on audit_entry
    for each row execute function guard_audit_entry();
  create trigger audit_entry_time before insert on audit_entry
    for each row when (new.at is distinct from now()) execute function set_audit_time();
  create trigger audit_entry_moved after insert on audit_entry
    referencing new table as added for each statement execute function refuse_moved_community();
  create trigger audit_entry_kept before truncate on audit_entry
    for each statement execute function refuse_audit_truncate();
  create trigger audit_entry_kept before truncate on audit_partition.audit_entry_0
    for each statement execute function refuse_audit_truncate();
  execute format('create trigger audit_entry_kept before truncate on audit_partition.audit_entry_%s
    for each statement execute function refuse_audit_truncate()', next);
end
$$;
