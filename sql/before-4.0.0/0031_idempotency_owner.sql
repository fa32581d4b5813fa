-- compatible-from: 0020
-- Idempotency keys and batch ids belong to an API key; a rotated key keeps them. Rows of the previous release count for
-- every key.

-- First key of the rotations; null: itself.
alter table api_key add column origin_key_id text check (origin_key_id ~ '^[0-9A-Za-z]{12}$');

with recursive rotation as (
  select community_id, before ->> 'keyId' as old_id, after ->> 'keyId' as new_id from audit_entry where action = 'key.rotate'
), chain as (
  select r.community_id, r.new_id as key_id, r.old_id as origin_key_id from rotation r
  where not exists (select from rotation p where p.community_id = r.community_id and p.new_id = r.old_id)
  union all
  select r.community_id, r.new_id, c.origin_key_id from rotation r
  join chain c on c.community_id = r.community_id and c.key_id = r.old_id
)
update api_key k set origin_key_id = c.origin_key_id
from chain c where k.community_id = c.community_id and k.key_id = c.key_id;

-- Idempotency keys.

-- origin_key_id, or another caller; empty: previous release
alter table idempotency_key add column owner text not null default '' check (length(owner) <= 200);
alter table idempotency_key drop constraint idempotency_key_pkey, add primary key (community_id, key, owner);

create function share_unowned_idempotency_key() returns trigger language plpgsql as $$
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

create trigger idempotency_key_unowned before insert on idempotency_key
  for each row execute function share_unowned_idempotency_key();

-- Batches.

-- without owner: deleted within 24 hours
alter table award_batch add column owner text not null default '' check (length(owner) <= 200);
alter table award_batch drop constraint award_batch_pkey, add primary key (community_id, batch_id, owner);

create function is_refusal_lifted(stored jsonb, entry jsonb) returns boolean language sql immutable as $$
  select coalesce($1 #>> '{error,code}' in ('insufficient_scope', 'feature_unavailable') and not $2 ? 'error', false)
$$;

create function has_lifted_refusal(outcome jsonb, entries jsonb) returns boolean language sql immutable as $$
  select exists (
    select from jsonb_array_elements($1) with ordinality as stored (one, place)
    join jsonb_array_elements($2) with ordinality as given (entry, place) using (place)
    where is_refusal_lifted(stored.one, given.entry))
$$;

create or replace function award_batch(community text, batch text, request jsonb, paused boolean, working boolean)
returns jsonb language plpgsql as $$
declare
  owner_id text := coalesce(request ->> 'owner', (
    select coalesce(k.origin_key_id, k.key_id) from api_key k
    where k.community_id = community and k.key_id = request ->> 'actorId'), request ->> 'actorId');
  known award_batch;
  settled jsonb;
  entries jsonb;
  unknown_names jsonb;
  unknown_members jsonb;
  entry jsonb;
  outcome jsonb;
  outcomes jsonb[] := '{}';
  ranked bigint[] := '{}';
  ranks jsonb;
begin
  select * into known from award_batch b
  where b.community_id = community and b.batch_id = batch and b.owner in (owner_id, '') order by b.owner desc limit 1;
  if found and known.created_at <= now() - interval '24 hours' then
    delete from award_batch b where b.community_id = community and b.batch_id = batch and b.owner = known.owner
      and b.created_at = known.created_at;
  elsif found then
    if encode(known.fingerprint, 'hex') <> request ->> 'fingerprint' or not has_lifted_refusal(known.outcome, request -> 'entries')
    then
      return answer_known_batch(known, request ->> 'fingerprint');
    end if;
    settled := known.outcome;
  end if;

  -- who bears a username, as far as it was seen lately
  select jsonb_agg(case
      when settled is not null and not is_refusal_lifted(settled -> (given.place - 1)::integer, given.entry)
        then jsonb_build_object('settled', settled -> (given.place - 1)::integer)
      when given.entry ? 'userId' or given.entry ? 'error' then given.entry
      else given.entry || jsonb_strip_nulls(jsonb_build_object('userId', seen.user_id)) end order by given.place)
  into entries
  from jsonb_array_elements(request -> 'entries') with ordinality as given (entry, place)
  left join lateral (
    select newest.user_id from (
      select m.user_id, m.synced_at from member m
      where m.community_id = community and lower(m.username) = lower(given.entry ->> 'username')
      order by m.synced_at desc nulls last limit 1) newest
    where newest.synced_at > (request ->> 'freshSince')::timestamptz) seen on true;
  select jsonb_agg(distinct one -> 'username') into unknown_names
  from jsonb_array_elements(entries) one where not one ?| array['userId', 'error', 'settled'];
  select jsonb_agg(distinct one -> 'userId') into unknown_members
  from jsonb_array_elements(entries) one where one ? 'userId' and not one ? 'error'
    and not exists (select from member m where m.community_id = community and m.user_id = (one ->> 'userId')::bigint);
  if unknown_names is not null or unknown_members is not null then
    return jsonb_build_object('state', 'incomplete', 'usernames', coalesce(unknown_names, '[]'),
      'userIds', coalesce(unknown_members, '[]'));
  end if;

  -- of several at once the first goes on; the others wait here for its end and read what it did
  if settled is null then
    insert into award_batch (community_id, batch_id, owner, fingerprint)
    values (community, batch, owner_id, decode(request ->> 'fingerprint', 'hex')) on conflict do nothing
    returning * into known;
    if not found then
      select * into known from award_batch b where b.community_id = community and b.batch_id = batch and b.owner = owner_id;
      return answer_known_batch(known, request ->> 'fingerprint');
    end if;
  else
    select * into known from award_batch b
    where b.community_id = community and b.batch_id = batch and b.owner = known.owner for no key update;
    -- another request has applied them meanwhile, or an erasure has changed the outcome
    if known.outcome is distinct from settled then
      return answer_known_batch(known, request ->> 'fingerprint');
    end if;
  end if;

  -- in one order for everybody, so that overlapping batches wait for each other and never in a circle
  perform from member m
  where m.community_id = community
    and m.user_id in (select (one ->> 'userId')::bigint from jsonb_array_elements(entries) one where not one ? 'error')
  order by m.user_id for no key update;
  for entry in select one from jsonb_array_elements(entries) with ordinality as given (one, place) order by place loop
    if entry ? 'settled' then
      outcomes := outcomes || (entry -> 'settled');
      continue;
    end if;
    outcome := case when entry ? 'error' then jsonb_build_object('error', entry -> 'error')
      else award_batch_entry(community, request, entry) end;
    outcomes := outcomes || (jsonb_build_object('userId', entry ->> 'userId') || outcome);
    if outcome ? 'experience' then
      ranked := ranked || (entry ->> 'userId')::bigint;
    end if;
  end loop;
  ranks := queue_batch_auto_rank(community, request, ranked, paused, working);

  update award_batch b set outcome = (
    select jsonb_agg(case when one ? 'experience' and not one ? 'autoRank' then one || jsonb_build_object('autoRank', ranks -> (one ->> 'userId'))
      else one end order by place)
    from unnest(outcomes) with ordinality as given (one, place))
  where b.community_id = community and b.batch_id = batch and b.owner = known.owner returning * into known;
  return answer_known_batch(known, null);
end
$$;
