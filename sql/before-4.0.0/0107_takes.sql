-- compatible-from: 0020
-- Takes an hour of a key or a person replace the numbers a minute, the pauses that followed from them and the stop of a group.
alter table api_key
  -- also of the keys that there are; null: any number
  add column takes_per_hour_limit integer default 300 check (takes_per_hour_limit >= 0);
alter table person
  add column takes_per_hour_limit integer default 300 check (takes_per_hour_limit >= 0);
alter table staff_role
  add column takes_per_hour_limit integer default 300 check (takes_per_hour_limit >= 0);
update api_key set takes_per_hour_limit = 0 where rank_changes_per_minute_limit = 0;
update person set takes_per_hour_limit = 0 where rank_changes_per_minute_limit = 0;
update staff_role set takes_per_hour_limit = 0 where rank_changes_per_minute_limit = 0;

-- of a key or a person that went beyond a number: resumed, because the number is gone; one that somebody paused stays so
update api_key k set paused_at = null
where k.paused_at is not null and (
  select e.after ? 'limit' from audit_entry e
  where e.community_id = k.community_id and e.action = 'key.paused' and e.after ->> 'keyId' = k.key_id
  order by e.audit_id desc limit 1);
update person p set paused_at = null
where p.paused_at is not null and (
  select e.after ? 'limit' from audit_entry e
  where e.community_id = p.community_id and e.action = 'person.paused' and e.after ->> 'personId' = p.person_id
  order by e.audit_id desc limit 1);

-- What a taker has taken in the last hour: the keys of a chain of rotations, named by the first one, or a person.
create table take_window (
  community_id text not null references community,
  owner text not null,
  -- of the last take, since the epoch
  minute bigint not null,
  -- of that minute, then of the sixty before it
  taken integer[] not null check (cardinality(taken) = 61),
  -- when an excess was told, and that many members were given something (auth/gifts)
  told_at timestamptz,
  gifts_told_at timestamptz,
  primary key (community_id, owner)
);

alter table platform_operation
  -- it was counted as a take when its first write was recorded, and is not counted again
  add column take_counted boolean not null default false;

create or replace trigger api_key_changed
  after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at, allowed_addresses,
    highest_rank_given, lowest_rank_touched, highest_rank_touched, takes_per_hour_limit, paused_at, act_for on api_key
  for each row execute function notify_access_changed();

alter table api_key drop column rank_changes_per_minute_limit, drop column points_per_minute_limit;
alter table person drop column rank_changes_per_minute_limit, drop column points_per_minute_limit;
alter table staff_role drop column rank_changes_per_minute_limit, drop column points_per_minute_limit;

drop table change_window;
drop function if exists take_changes(text, text, text, bigint, bigint, bigint, bigint, bigint);
