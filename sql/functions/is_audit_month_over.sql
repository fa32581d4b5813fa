-- Whether the partition that is written began in an earlier month.
create or replace function is_audit_month_over(today date) returns boolean language sql stable as $$
  select date_trunc('month', max(p.began_on)) < date_trunc('month', today) from list_audit_partitions() p
$$;
