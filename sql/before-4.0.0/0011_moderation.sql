-- Blacklists and warnings.

alter table blacklist_entry
  -- blacklists every account in the platform group
  add column group_id bigint check (group_id between 1 and 9007199254740991),
  alter column user_id drop not null,
  add column evidence_url text check (length(evidence_url) between 1 and 500),
  -- null: older than this column
  add column created_by_kind text check (created_by_kind in ('key', 'operator')),
  add column created_by_id text,
  add column lifted_by_kind text check (lifted_by_kind in ('key', 'operator')),
  add column lifted_by_id text,
  add column lift_reason text check (length(lift_reason) between 1 and 256),
  -- Expired, may be replaced. An index predicate cannot use the clock; set by the transaction that inserts the next
  -- entry.
  add column expiry_noted boolean not null default false,
  add constraint blacklist_entry_subject check (num_nonnulls(user_id, group_id) = 1),
  add constraint blacklist_entry_reason check (length(reason) between 1 and 256),
  add constraint blacklist_entry_creator check ((created_by_kind is null) = (created_by_id is null)),
  add constraint blacklist_entry_lifter check
    ((lifted_by_kind is null) = (lifted_by_id is null) and (lifted_by_kind is null or lifted_at is not null)),
  add constraint blacklist_entry_lift_reason check (lift_reason is null or lifted_at is not null),
  add constraint blacklist_entry_one_end check (not (expiry_noted and (lifted_at is not null or expires_at is null)));

-- from audit entries of the same time
update blacklist_entry b set created_by_kind = a.actor_kind, created_by_id = a.actor_id
from audit_entry a
where a.community_id = b.community_id and a.user_id = b.user_id and a.action = 'blacklist.add' and a.at = b.created_at;
update blacklist_entry b set lifted_by_kind = a.actor_kind, lifted_by_id = a.actor_id
from audit_entry a
where a.community_id = b.community_id and a.user_id = b.user_id and a.action = 'blacklist.lift' and a.at = b.lifted_at;
update blacklist_entry set expiry_noted = true where lifted_at is null and expires_at <= now();

-- Random ids: counted ones reveal the activity of others. They contain the old number, which audit entries refer to.
alter table blacklist_entry alter column blacklist_entry_id drop identity;
alter table blacklist_entry alter column blacklist_entry_id type text
  using 'ble_' || translate(lpad(blacklist_entry_id::text, 20, '0'), '0189', 'ghij');
alter table blacklist_entry add constraint blacklist_entry_id check (blacklist_entry_id ~ '^ble_[a-z2-7]{20}$');

drop index blacklist_entry_live;
-- also for the blacklist check
create unique index blacklist_entry_live_account on blacklist_entry (community_id, user_id)
  where lifted_at is null and not expiry_noted and user_id is not null;
create unique index blacklist_entry_live_group on blacklist_entry (community_id, group_id)
  where lifted_at is null and not expiry_noted and group_id is not null;

create index blacklist_entry_newest on blacklist_entry (community_id, created_at desc, blacklist_entry_id desc);
create index blacklist_entry_newest_live on blacklist_entry (community_id, created_at desc, blacklist_entry_id desc)
  where lifted_at is null and not expiry_noted;
create index blacklist_entry_by_account on blacklist_entry (community_id, user_id, created_at desc, blacklist_entry_id desc)
  where user_id is not null;
create index blacklist_entry_by_group on blacklist_entry (community_id, group_id, created_at desc, blacklist_entry_id desc)
  where group_id is not null;

-- In force now.
create view live_blacklist_entry as
  select * from blacklist_entry
  where lifted_at is null and not expiry_noted and (expires_at is null or expires_at > now());

create table warning (
  community_id text not null references community,
  warning_id text not null check (warning_id ~ '^wrn_[a-z2-7]{20}$'),
  user_id bigint not null check (user_id between 1 and 9007199254740991),
  -- null once erased
  reason text check (length(reason) between 1 and 256),
  points integer not null check (points between 1 and 100),
  issued_by_kind text not null check (issued_by_kind in ('key', 'operator')),
  issued_by_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by_kind text check (revoked_by_kind in ('key', 'operator')),
  revoked_by_id text,
  revoke_reason text check (length(revoke_reason) between 1 and 256),
  primary key (community_id, warning_id),
  check ((revoked_at is null) = (revoked_by_kind is null) and (revoked_at is null) = (revoked_by_id is null)),
  check (revoke_reason is null or revoked_at is not null)
);

create index warning_newest on warning (community_id, created_at desc, warning_id desc);
create index warning_newest_live on warning (community_id, created_at desc, warning_id desc) where revoked_at is null;
create index warning_by_account on warning (community_id, user_id, created_at desc, warning_id desc);

-- In force now.
create view live_warning as
  select * from warning where revoked_at is null and (expires_at is null or expires_at > now());
