-- $1: quota, $2: size of a row.
create or replace function count_storage() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in execute format(case tg_op
      when 'INSERT' then 'select community_id, sum(%s)::bigint as growth from added group by 1 order by 1'
      when 'DELETE' then 'select community_id, -sum(%s)::bigint as growth from removed group by 1 order by 1'
      else 'select community_id, sum(size)::bigint as growth from (
          select community_id, %1$s as size from added union all select community_id, -(%1$s) from removed) both_ways
        group by 1 order by 1' end, tg_argv[1])
  loop
    perform use_storage(changed.community_id, tg_argv[0], changed.growth);
  end loop;
  return null;
end
$$;
