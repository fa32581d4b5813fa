-- compatible-from: 0020
-- Jobs that read new audit entries find their communities by position, instead of asking every community (mark_audit_news).
create table audit_reader (
  reader text primary key,
  -- the communities of all entries before it are marked; null: of none yet
  position bigint
);
insert into audit_reader (reader) values ('seal'), ('webhooks'), ('leaderboard');

-- Communities with entries that a job has not processed yet.
create table audit_news (
  community_id text not null references community,
  reader text not null,
  primary key (community_id, reader)
);
create index audit_news_reader on audit_news (reader, community_id);

-- An index of a partition with entries would block their writers while it is built: such a partition stays without one, and until the
-- log continues in the next partition, the jobs ask every community. On Citus there are no partitions.
do $$
declare
  partition text;
  filled boolean;
begin
  for partition in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_entry'::regclass loop
    execute format('select exists (select from audit_partition.%I)', partition) into filled;
    if not filled then
      execute format('create index %I on audit_partition.%I (position, community_id)', partition || '_position', partition);
    end if;
  end loop;
end
$$;
