-- Gives the empty audit log these partitions, as list_audit_partitions() names them. Call it as the owner of the tables.
create or replace function set_audit_partitions(numbers bigint[], days date[]) returns void language plpgsql as $$
declare
  one record;
begin
  for one in select p.name from list_audit_partitions() p loop
    execute format('drop table %s', one.name);
  end loop;
  for one in
    select p.number, lead(p.number) over (order by p.number) as until, p.began_on from unnest(numbers, days) p (number, began_on)
  loop
    perform add_audit_partition(one.number, one.until);
    if one.began_on is not null then
      execute format('comment on table audit_partition.audit_entry_%s is %L', one.number, 'began ' || one.began_on);
    end if;
  end loop;
end
$$;
