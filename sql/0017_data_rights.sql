-- The platform's requests to erase an account, and what is left of them when that is done.

create table erasure_request (
  -- the platform's own id: the same for every delivery of one notification
  notification_id text primary key check (length(notification_id) between 1 and 128),
  -- null once everything is erased: a record that names the account would be the last trace of it
  user_id bigint check (user_id between 1 and 9007199254740991),
  -- HMAC-SHA256 of the id under a key made from ENCRYPTION_KEY: whoever names an account can be shown that it was erased,
  -- and nobody can read from it which account that was
  account_digest bytea not null check (length(account_digest) = 32),
  received_at timestamptz not null default now(),
  completed_at timestamptz,
  -- rows erased, by table
  erased jsonb,
  constraint erasure_request_forgets check ((completed_at is null) = (user_id is not null)),
  constraint erasure_request_counts check ((completed_at is null) = (erased is null))
);

-- the operator's list
create index erasure_request_newest on erasure_request (received_at desc, notification_id desc);
-- what is still to be done, and by whom it is asked for
create index erasure_request_open on erasure_request (user_id) where completed_at is null;

-- What waits for a hold goes on when the hold ends, in the transaction that ends it.
create function resume_erasure() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('erase-account', json_build_object('notificationId', notification_id))
  from erasure_request where user_id = old.user_id;
  return null;
end
$$;

create trigger data_rights_hold_ended after delete on data_rights_hold
  for each row execute function resume_erasure();

-- The trail of accounts keeps that something was done, also where nobody may know any more to whom.
alter table account_audit_entry alter column user_id drop not null;

-- Who is made a member and awarded something while the account is erased goes whole: the holdings are found when the member
-- is deleted, however late they came.
alter table member_medal
  drop constraint member_medal_community_id_user_id_fkey,
  add constraint member_medal_community_id_user_id_fkey foreign key (community_id, user_id) references member on delete cascade;
alter table member_qualification
  drop constraint member_qualification_community_id_user_id_fkey,
  add constraint member_qualification_community_id_user_id_fkey
    foreign key (community_id, user_id) references member on delete cascade;
-- so do its places in events
alter table event_attendee
  drop constraint event_attendee_community_id_user_id_fkey,
  add constraint event_attendee_community_id_user_id_fkey
    foreign key (community_id, user_id) references member on delete cascade;
alter table event_award
  drop constraint event_award_community_id_event_id_user_id_fkey,
  add constraint event_award_community_id_event_id_user_id_fkey
    foreign key (community_id, event_id, user_id) references event_attendee on delete cascade;
