-- Notes the entries of one community in an old partition as deleted by retention, with their redactions, salts and seals, before
-- drop_audit_partition deletes them. Returns false when one of them is younger than `days` days, at least 31.
create or replace function forget_audit_partition(of_number bigint, of_community text, days integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  partition text;
  border record;
  young boolean;
begin
  select p.name into partition from list_old_audit_partitions(days) p where p.number = of_number;
  if partition is null then return false; end if;
  perform pg_advisory_xact_lock(audit_lock_key(of_community));
  execute format('select coalesce(bool_or(e.at > now() - make_interval(days => $2)), false) from %s e where e.community_id = $1', partition)
    into young using of_community, greatest(days, 31);
  if young then return false; end if;
  execute format('select e.position, e.audit_id from %s e where e.community_id = $1 order by 1 desc, 2 desc limit 1', partition)
    into border using of_community;
  if border.position is null then return true; end if;
  execute format('delete from audit_redaction r using %s e
    where r.community_id = $1 and e.community_id = $1 and e.audit_id = r.audit_id', partition) using of_community;
  perform forget_audit_seals(of_community, border.position, border.audit_id);
  return true;
end
$$;

revoke execute on function forget_audit_partition from public;
