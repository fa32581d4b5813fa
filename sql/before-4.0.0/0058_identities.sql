-- compatible-from: 0020
-- Ids that the platform gives an account in one domain: a universe, an application or a group. Elsewhere the number may be another
-- account's.
create table identity (
  community_id text not null references community,
  -- the type of the domain and its id, such as universe-4242
  domain text not null check (domain ~ '^(universe|application|group)-[1-9][0-9]{0,19}$'),
  id bigint not null check (id between 1 and 9007199254740991),
  -- the account; null: reported, but not known whose it is
  user_id bigint check (user_id between 1 and 9007199254740991),
  -- names as last reported
  username text check (length(username) between 1 and 20),
  display_name text check (length(display_name) <= 100),
  source text not null check (source in ('report', 'name', 'oauth', 'operator', 'vendor')),
  reported_at timestamptz not null default now(),
  resolved_at timestamptz check ((resolved_at is null) = (user_id is null)),
  -- a report or the platform contradicted the account
  conflict_at timestamptz,
  -- the account that another id of the domain has; the id stays without account
  conflict_user_id bigint check (user_id is null or conflict_user_id is null),
  primary key (community_id, domain, id)
);

create unique index identity_account on identity (community_id, domain, user_id) where user_id is not null;
create index identity_of_account on identity (community_id, user_id) where user_id is not null;
create index identity_name on identity (community_id, lower(username), reported_at) where user_id is not null;
create index identity_open on identity (community_id, reported_at) where user_id is null or conflict_at is not null;

-- the ids of requests and replies of the key are those of this domain; null: the account ids of the community
alter table api_key
  add column domain text check (domain ~ '^(universe|application|group)-[1-9][0-9]{0,19}$');

create or replace function storage_quotas() returns table (quota text, unit text, default_limit bigint, enforced boolean)
language sql immutable as $$
  values
    ('forms', 'bytes', 268435456::bigint, true),
    ('templates', 'bytes', 67108864, true),
    ('events', 'bytes', 268435456, true),
    ('medals', 'items', 1000, true),
    ('qualifications', 'items', 1000, true),
    ('moderation', 'items', 200000, true),
    ('batches', 'bytes', 4294967296, true),
    ('webhook-messages', 'bytes', 1073741824, false),
    ('request-keys', 'items', 1000000, true),
    ('verifications', 'items', 1000000, true),
    ('identities', 'items', 5000000, true)
$$;

create trigger storage_insert after insert on identity referencing new table as added
  for each statement execute function count_storage('identities', '1');
create trigger storage_delete after delete on identity referencing old table as removed
  for each statement execute function count_storage('identities', '1');
