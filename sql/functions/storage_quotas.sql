-- enforced: false when the writer checks it.
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
    ('identities', 'items', 5000000, true),
    ('reversals', 'items', 1000000, false),
    ('people', 'items', 1000, true)
$$;
