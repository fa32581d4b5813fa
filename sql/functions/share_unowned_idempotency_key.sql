-- While both releases run, a key without owner is shared; the lock serializes its inserts. Obsolete in the release
-- after the next.
create or replace function share_unowned_idempotency_key() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.community_id || ' ' || new.key, 0));
  if exists (
    select from idempotency_key k where k.community_id = new.community_id and k.key = new.key and (k.owner = '' or new.owner = '')
  ) then
    return null;
  end if;
  return new;
end
$$;
