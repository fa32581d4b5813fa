-- compatible-from: 0020
-- Reversals: changes of one author that are taken back, and what becomes of each of their audit entries.
create table reversal (
  community_id text not null references community,
  reversal_id text not null check (reversal_id ~ '^rev_[a-z2-7]{20}$'),
  dry_run boolean not null,
  source text not null check (source in ('key', 'operator', 'job', 'batch', 'event', 'entry', 'reversal', 'account')),
  source_id text not null check (length(source_id) between 1 and 200),
  -- the window of an author; null: the source is no author
  from_at timestamptz,
  to_at timestamptz check ((to_at is null) = (from_at is null)),
  reason text check (length(reason) <= 256),
  -- those that the caller could change itself
  kinds text[] not null,
  state text not null default 'collecting' check (state in ('collecting', 'working', 'finished', 'failed')),
  error_code text check ((error_code is null) = (state <> 'failed')),
  actor_kind text not null check (actor_kind in ('key', 'operator')),
  actor_id text not null,
  request_id text,
  -- of the first entry that is not read yet; null: nothing is read
  next_position bigint,
  entries integer not null default 0 check (entries >= 0),
  taken_back integer not null default 0 check (taken_back >= 0),
  superseded integer not null default 0 check (superseded >= 0),
  impossible integer not null default 0 check (impossible >= 0),
  created_at timestamptz not null default now(),
  completed_at timestamptz check ((completed_at is null) = (state in ('collecting', 'working'))),
  primary key (community_id, reversal_id)
);

create table reversal_item (
  community_id text not null,
  reversal_id text not null,
  -- in the order of the audit log
  nth integer not null check (nth >= 0),
  audit_id bigint not null,
  position bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('experience', 'quotaPoints', 'medal', 'qualification', 'rank', 'role')),
  -- the name of an award, or the id of a role
  object text,
  -- points, a number of awards, the id of a rank; of a role 0 or 1
  value_before bigint,
  value_after bigint,
  state text not null default 'open' check (state in ('open', 'taken_back', 'superseded', 'impossible')),
  change bigint,
  clamped boolean not null default false,
  superseded_by bigint,
  reason text,
  -- with it the entry was taken back
  result_audit_id bigint,
  -- false: also when a dry run decided that it would be
  taken boolean not null default false,
  primary key (community_id, reversal_id, nth),
  foreign key (community_id, reversal_id) references reversal on delete cascade,
  unique (community_id, reversal_id, audit_id)
);

-- an entry is taken back once, by whichever reversal
create unique index reversal_item_taken on reversal_item (community_id, audit_id) where taken;
create index reversal_item_open on reversal_item (community_id, reversal_id, user_id) where state = 'open';
create index reversal_item_account on reversal_item (user_id, community_id);
create index reversal_created on reversal (created_at);

create trigger storage_insert after insert on reversal referencing new table as added
  for each statement execute function count_storage('reversals', '1');
create trigger storage_delete after delete on reversal referencing old table as removed
  for each statement execute function count_storage('reversals', '1');
