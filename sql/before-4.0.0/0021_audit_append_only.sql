-- compatible-from: 0020
-- Append-only audit logs: the server's role only inserts and selects (src/db/server-role.ts); erasure and retention use
-- these security definer functions. Triggers bind the owner too, but allow updates that only remove personal data.

create function audit_takes_away(old_value jsonb, new_value jsonb) returns boolean language sql immutable as
  'select new_value is null or old_value @> new_value';

create function guard_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- the shortest AUDIT_RETENTION_DAYS
    if old.at > now() - interval '31 days' then
      raise exception 'audit entry % is younger than 31 days and cannot be deleted', old.audit_id using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.community_id, new.audit_id, new.position, new.at, new.actor_kind, new.actor_id, new.action)
      is distinct from (old.community_id, old.audit_id, old.position, old.at, old.actor_kind, old.actor_id, old.action)
    or new.user_id is distinct from old.user_id and new.user_id is not null
    or new.reason is distinct from old.reason and new.reason is not null
    or new.request_id is distinct from old.request_id and new.request_id is not null
    or not coalesce(audit_takes_away(old.before, new.before), false)
    or not coalesce(audit_takes_away(old.after, new.after), false) then
    raise exception 'audit entry % cannot be changed', old.audit_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger audit_entry_guarded before update or delete on audit_entry
  for each row execute function guard_audit_entry();

create function guard_account_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.audit_id, new.at, new.actor_id, new.action) is not distinct from
      (old.audit_id, old.at, old.actor_id, old.action)
    and (new.user_id is null or new.user_id is not distinct from old.user_id)
    and coalesce(audit_takes_away(old.details, new.details), false) then
    return new;
  end if;
  raise exception 'audit entry % of an account cannot be changed', old.audit_id using errcode = 'restrict_violation';
end
$$;

create trigger account_audit_entry_guarded before update or delete on account_audit_entry
  for each row execute function guard_account_audit_entry();

create function refuse_audit_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be truncated', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger audit_entry_kept before truncate on audit_entry
  for each statement execute function refuse_audit_truncate();
create trigger account_audit_entry_kept before truncate on account_audit_entry
  for each statement execute function refuse_audit_truncate();

create function audit_without_texts(value jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(field.key, field.value)
  from jsonb_each(case jsonb_typeof(value) when 'object' then value else '{}' end) as field
  where jsonb_typeof(field.value) in ('number', 'boolean')
$$;

create function audit_names(value jsonb, account bigint) returns boolean language sql immutable as $$
  select jsonb_path_exists(value,
    '$.** ? (@.type() == "object").keyvalue() ? (@.key like_regex "user_?ids?$" flag "i").value[*] ? (@ == $number || @ == $text)',
    jsonb_build_object('number', account, 'text', account::text), true)
$$;

create function erase_audit_texts(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  update audit_entry set reason = null, before = audit_without_texts(before), after = audit_without_texts(after)
  where user_id = account;
  get diagnostics erased = row_count;
  return erased;
end
$$;

create function erase_audit_account(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  update audit_entry set user_id = null, before = null, after = null, reason = null, request_id = null
  where user_id = account or (user_id is null and (audit_names(before, account) or audit_names(after, account)));
  get diagnostics erased = row_count;
  return erased;
end
$$;

create function erase_account_audit_texts(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  update account_audit_entry set details = null where user_id = account;
  get diagnostics erased = row_count;
  return erased;
end
$$;

create function erase_account_audit_account(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  update account_audit_entry set user_id = null, details = null where user_id = account;
  get diagnostics erased = row_count;
  return erased;
end
$$;

create function forget_audit_entries(of_community text, days integer, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare forgotten integer;
begin
  with oldest as (
    select e.position, e.audit_id, e.at from audit_entry e
    where e.community_id = of_community and e.position < audit_horizon()
    order by e.position, e.audit_id limit most
  ), old as (
    select position, audit_id,
      bool_and(at < now() - make_interval(days => greatest(days, 31))) over (order by position, audit_id) as is_old
    from oldest
  ), last as (
    select position, audit_id from old where is_old order by position desc, audit_id desc limit 1
  ), gone as (
    delete from audit_entry e using old
    where old.is_old and e.community_id = of_community and e.position = old.position and e.audit_id = old.audit_id
    returning 1
  ), noted as (
    insert into audit_forgotten as f (community_id, position, audit_id)
    select of_community, position, audit_id from last
    on conflict (community_id) do update set position = excluded.position, audit_id = excluded.audit_id
    where (f.position, f.audit_id) < (excluded.position, excluded.audit_id)
  )
  select count(*) into forgotten from gone;
  return forgotten;
end
$$;

revoke execute on function erase_audit_texts, erase_audit_account, erase_account_audit_texts, erase_account_audit_account,
  forget_audit_entries from public;
