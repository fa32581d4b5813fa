-- compatible-from: 0020
-- Links of platform accounts to chat accounts that a community made. They count before verified_account, which the operator fills
-- for every community.
create table account_link (
  community_id text not null references community,
  user_id bigint not null check (user_id between 1 and 9007199254740991),
  chat_user_id text not null check (length(chat_user_id) between 1 and 32),
  -- how the link came about
  method text not null check (method in ('key', 'game-code', 'chat-code', 'operator')),
  linked_at timestamptz not null default now(),
  primary key (community_id, user_id)
);

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
    ('verifications', 'items', 1000000, true)
$$;

create trigger storage_insert after insert on account_link referencing new table as added
  for each statement execute function count_storage('verifications', '1');
create trigger storage_delete after delete on account_link referencing old table as removed
  for each statement execute function count_storage('verifications', '1');
