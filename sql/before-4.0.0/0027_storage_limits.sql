-- compatible-from: 0020
-- Storage use and limits by quota. Triggers count each statement; past the limit it fails with SQLSTATE 53400, for the
-- previous release 503.

create table community_storage (
  community_id text not null references community,
  quota text not null,
  used bigint not null default 0,
  -- null: that of storage_quotas()
  own_limit bigint check (own_limit >= 0),
  primary key (community_id, quota)
);

create function storage_quotas() returns table (quota text, unit text, default_limit bigint, enforced boolean)
language sql immutable as $$
  values
    ('forms', 'bytes', 268435456::bigint, true),
    ('templates', 'bytes', 67108864, true),
    ('events', 'bytes', 268435456, true),
    ('medals', 'items', 1000, true),
    ('qualifications', 'items', 1000, true),
    ('moderation', 'items', 200000, true),
    ('batches', 'bytes', 4294967296, true),
    ('webhook-messages', 'bytes', 1073741824, false)
$$;

create function use_storage(community text, kind text, growth bigint) returns void language plpgsql as $$
declare
  stored community_storage;
  named record;
begin
  if growth = 0 then
    return;
  end if;
  insert into community_storage as s (community_id, quota, used) values (community, kind, growth)
  on conflict (community_id, quota) do update set used = s.used + growth
  returning * into stored;
  select * into strict named from storage_quotas() q where q.quota = kind;
  -- what a trigger writes is counted and not refused: a renamed medal makes the events that name it grow
  if growth > 0 and named.enforced and pg_trigger_depth() < 2
    and stored.used > coalesce(stored.own_limit, named.default_limit) then
    raise exception 'the storage limit of % is reached', kind using errcode = '53400', constraint = 'storage_limit',
      detail = jsonb_build_object('quota', kind, 'unit', named.unit, 'used', stored.used - growth,
        'limit', coalesce(stored.own_limit, named.default_limit))::text;
  end if;
end
$$;

create function count_storage() returns trigger language plpgsql as $$
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

-- `create trigger` locks writers out: the first count is exact.
do $$
declare
  counted record;
begin
  for counted in
    select * from (values
      -- a form that was deleted keeps its row, for the responses
      ('application', 'forms', '256 + octet_length(description)', array['insert', 'update', 'delete']),
      ('application_version', 'forms', '256 + octet_length(definition::text)', array['insert', 'update', 'delete']),
      ('application_template', 'templates', '256 + definition_bytes', array['insert', 'update', 'delete']),
      ('event_type', 'events', '256 + octet_length(description) + octet_length(awards::text)', array['insert', 'update', 'delete']),
      -- the room for what finishing stores is taken with each attendee, so that no finish is refused
      ('event', 'events', '256 + octet_length(description) + (attendee_count + 1)::bigint * (256 + octet_length(awards::text))',
        array['insert', 'update', 'delete']),
      ('medal', 'medals', '1', array['insert', 'delete']),
      ('qualification', 'qualifications', '1', array['insert', 'delete']),
      ('blacklist_entry', 'moderation', '1', array['insert', 'delete']),
      ('warning', 'moderation', '1', array['insert', 'delete']),
      ('suspension', 'moderation', '1', array['insert', 'delete']),
      -- inserted as `[]`; the outcome comes with the update that ends the batch
      ('award_batch', 'batches', 'octet_length(outcome::text) - 2', array['update', 'delete']),
      ('webhook_delivery', 'webhook-messages', '256 + octet_length(body)', array['insert', 'delete'])
    ) as t (name, quota, size, events)
  loop
    for i in 1 .. cardinality(counted.events) loop
      execute format('create trigger %I after %s on %I referencing %s for each statement execute function count_storage(%L, %L)',
        'storage_' || counted.events[i], counted.events[i], counted.name,
        case counted.events[i] when 'insert' then 'new table as added' when 'delete' then 'old table as removed'
          else 'old table as removed new table as added' end,
        counted.quota, counted.size);
    end loop;
    execute format('insert into community_storage as s (community_id, quota, used)
      select community_id, %L, sum(%s) from %I group by 1
      on conflict (community_id, quota) do update set used = s.used + excluded.used', counted.quota, counted.size, counted.name);
  end loop;
end
$$;

create or replace function follow_renamed_medal() returns trigger language plpgsql as $$
begin
  perform from event_type where community_id = new.community_id
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name))
  order by event_type_id for no key update;
  perform from event where community_id = new.community_id and state in ('scheduled', 'active')
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name))
  order by event_id for no key update;
  update event_type set awards = rename_awarded_medal(awards, old.name, new.name)
  where community_id = new.community_id
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name));
  update event set awards = rename_awarded_medal(awards, old.name, new.name)
  where community_id = new.community_id and state in ('scheduled', 'active')
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name));
  return null;
end
$$;
