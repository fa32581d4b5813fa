-- The platform's erasure requests.

create table erasure_request (
  -- of the platform
  notification_id text primary key check (length(notification_id) between 1 and 128),
  -- null: erased
  user_id bigint check (user_id between 1 and 9007199254740991),
  -- HMAC-SHA256 of the account id under a key from ENCRYPTION_KEY: proves an erasure without the id
  account_digest bytea not null check (length(account_digest) = 32),
  received_at timestamptz not null default now(),
  completed_at timestamptz,
  -- rows by table
  erased jsonb,
  constraint erasure_request_forgets check ((completed_at is null) = (user_id is not null)),
  constraint erasure_request_counts check ((completed_at is null) = (erased is null))
);

create index erasure_request_newest on erasure_request (received_at desc, notification_id desc);
create index erasure_request_open on erasure_request (user_id) where completed_at is null;

create function resume_erasure() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('erase-account', json_build_object('notificationId', notification_id))
  from erasure_request where user_id = old.user_id;
  return null;
end
$$;

create trigger data_rights_hold_ended after delete on data_rights_hold
  for each row execute function resume_erasure();

-- Entries stay without the account.
alter table account_audit_entry alter column user_id drop not null;

-- Cascade: awards inserted during an erasure go with the member.
alter table member_medal
  drop constraint member_medal_community_id_user_id_fkey,
  add constraint member_medal_community_id_user_id_fkey foreign key (community_id, user_id) references member on delete cascade;
alter table member_qualification
  drop constraint member_qualification_community_id_user_id_fkey,
  add constraint member_qualification_community_id_user_id_fkey
    foreign key (community_id, user_id) references member on delete cascade;
-- likewise for events
alter table event_attendee
  drop constraint event_attendee_community_id_user_id_fkey,
  add constraint event_attendee_community_id_user_id_fkey
    foreign key (community_id, user_id) references member on delete cascade;
alter table event_award
  drop constraint event_award_community_id_event_id_user_id_fkey,
  add constraint event_award_community_id_event_id_user_id_fkey
    foreign key (community_id, event_id, user_id) references event_attendee on delete cascade;
