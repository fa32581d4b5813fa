-- Awards of many members in one statement, by the rules of single awards; a property test compares both.

create function points_after(value bigint, op text, amount bigint, lowest bigint) returns bigint language sql immutable as $$
  select case $2
    when 'increment' then least($1 + $3, 9007199254740991)
    when 'decrement' then greatest($1 - $3, $4)
    else $3 end
$$;

-- For repeated requests; kept 24 hours.
create table award_batch (
  community_id text not null references community,
  batch_id text not null check (batch_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- SHA-256 of the normalised entries
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- in order; empty only while it is applied
  outcome jsonb not null default '[]' check (jsonb_typeof(outcome) = 'array'),
  created_at timestamptz not null default now(),
  primary key (community_id, batch_id)
);

create index award_batch_created on award_batch (created_at);

create function auto_rank_decision(community text, member_id bigint, held_unique_id bigint, earned bigint, circumstances jsonb)
returns text language sql stable as $$
  with step as (
    select unique_id, rank_id, auto_rank_experience from rank
    where community_id = $1 and auto_rank_experience is not null and rank_id between 1 and 254
  ), held as (
    select unique_id, rank_id from rank where community_id = $1 and unique_id = $3
  ), target as (
    select unique_id, rank_id from step where auto_rank_experience <= $4 order by rank_id desc, unique_id desc limit 1
  )
  select case
    when not ($5 ->> 'connected')::boolean then 'not_connected'
    when not ($5 ->> 'enabled')::boolean then 'disabled'
    when not exists (select from step) then 'no_ladder'
    when not exists (select from held) then 'not_in_group'
    when not exists (select from step join held using (unique_id))
      and (select rank_id from held) > (select min(rank_id) from step) then 'outside_ladder'
    when not exists (select from target where unique_id <> $3) then 'unchanged'
    when (select rank_id from target) < (select rank_id from held) and not ($5 ->> 'demotes')::boolean
      then 'demotion_not_allowed'
    when exists (select from live_suspension s where s.community_id = $1 and s.user_id = $2) then 'suspended'
    when exists (select from live_blacklist_entry b where b.community_id = $1 and b.user_id = $2) then 'blacklisted'
    else 'move' end
$$;

create function audit_batch_award(community text, request jsonb, action text, member_id bigint, before jsonb, after jsonb,
  reason text) returns text language sql volatile as $$
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id)
  values ($1, $2 ->> 'actorKind', $2 ->> 'actorId', $3, $4, $5, $6, $7, $2 ->> 'requestId')
  returning audit_id::text
$$;

create function award_batch_entry(community text, request jsonb, entry jsonb) returns jsonb language plpgsql as $$
declare
  holder member;
  listed record;
  new_medals bigint[] := '{}';
  medals jsonb := '[]';
  new_experience bigint;
  new_quota bigint;
  outcome jsonb;
begin
  select * into holder from member m where m.community_id = community and m.user_id = (entry ->> 'userId')::bigint;
  for listed in
    select named.name, m.medal_id, m.archived, h.medal_id is not null or named.turn > 1 as is_held
    from (select name, place, row_number() over (partition by name order by place) as turn
      from jsonb_array_elements_text(coalesce(entry -> 'medals', '[]')) with ordinality as given (name, place)) named
    left join medal m on m.community_id = community and m.name = named.name
    left join member_medal h on h.community_id = community and h.user_id = holder.user_id and h.medal_id = m.medal_id
    order by named.place
  loop
    if listed.medal_id is null then
      return jsonb_build_object('error', jsonb_build_object('code', 'medal_not_found', 'medal', listed.name));
    elsif not listed.is_held and listed.archived then
      return jsonb_build_object('error', jsonb_build_object('code', 'medal_archived', 'medal', listed.name));
    elsif not listed.is_held and holder.medal_occurrences + cardinality(new_medals) >= 1000 then
      return jsonb_build_object('error', jsonb_build_object('code', 'medal_limit_reached'));
    elsif not listed.is_held then
      new_medals := new_medals || listed.medal_id;
    end if;
    medals := medals || jsonb_build_object('name', listed.name, 'isNew', not listed.is_held);
  end loop;

  new_experience := points_after(holder.experience, entry #>> '{experience,op}', (entry #>> '{experience,amount}')::bigint,
    -9007199254740991);
  new_quota := points_after(holder.quota_points, entry #>> '{quotaPoints,op}', (entry #>> '{quotaPoints,amount}')::bigint, 0);
  if new_experience is not null or new_quota is not null or new_medals <> '{}' then
    update member m set
      experience = coalesce(new_experience, m.experience),
      quota_points = coalesce(new_quota, m.quota_points),
      medal_occurrences = m.medal_occurrences + cardinality(new_medals),
      updated_at = now()
    where m.community_id = community and m.user_id = holder.user_id;
  end if;
  insert into member_medal (community_id, user_id, medal_id, count)
    select community, holder.user_id, medal_id, 1 from unnest(new_medals) as medal_id;

  outcome := jsonb_build_object('member', jsonb_build_object(
    'experience', coalesce(new_experience, holder.experience), 'quotaPoints', coalesce(new_quota, holder.quota_points)));
  if new_experience is not null then
    outcome := outcome || jsonb_build_object('experience', jsonb_build_object(
      'appliedAmount', entry #> '{experience,amount}', 'clamped', entry #> '{experience,clamped}',
      'change', new_experience - holder.experience,
      'auditId', audit_batch_award(community, request, 'member.experience', holder.user_id,
        jsonb_build_object('experience', holder.experience), jsonb_build_object('experience', new_experience),
        entry ->> 'reason')));
  end if;
  if new_quota is not null then
    outcome := outcome || jsonb_build_object('quotaPoints', jsonb_build_object(
      'appliedAmount', entry #> '{quotaPoints,amount}', 'clamped', entry #> '{quotaPoints,clamped}',
      'change', new_quota - holder.quota_points,
      'auditId', audit_batch_award(community, request, 'member.quotaPoints', holder.user_id,
        jsonb_build_object('quotaPoints', holder.quota_points), jsonb_build_object('quotaPoints', new_quota),
        entry ->> 'reason')));
  end if;
  if medals <> '[]' then
    outcome := outcome || jsonb_build_object('medals', (
      select jsonb_agg(jsonb_build_object('name', medal -> 'name', 'change', (medal ->> 'isNew')::boolean::integer,
        'auditId', case when (medal ->> 'isNew')::boolean then
          audit_batch_award(community, request, 'member.medal.award', holder.user_id, jsonb_build_object('count', 0),
            jsonb_build_object('name', medal -> 'name', 'count', 1), entry ->> 'reason') end) order by place)
      from jsonb_array_elements(medals) with ordinality as awarded (medal, place)));
  end if;
  return outcome;
end
$$;

create function queue_batch_auto_rank(community text, request jsonb, member_ids bigint[], paused boolean, working boolean)
returns jsonb language plpgsql as $$
declare
  mover record;
  room integer;
  accepted integer := 0;
  refused text;
  operation text;
  decided jsonb;
  outcomes jsonb := '{}';
begin
  for mover in
    select m.user_id, auto_rank_decision(community, m.user_id, m.rank_unique_id, m.experience, request) as decision
    from member m where m.community_id = community and m.user_id = any (member_ids) order by m.user_id
  loop
    if mover.decision = 'move' and room is null and (request ->> 'scheduled')::boolean then
      room := (request ->> 'queueLimit')::integer - (select count(*) from (select from platform_operation q
        where q.community_id = community and q.status = 'queued' limit (request ->> 'queueLimit')::integer) queued);
    end if;
    refused := case when paused then 'scheduler-disabled' when not working then 'scheduler-unavailable'
      when room <= 0 then 'queue-full' end;
    if mover.decision = 'unchanged' then
      decided := jsonb_build_object('outcome', 'unchanged');
    elsif mover.decision <> 'move' then
      decided := jsonb_build_object('outcome', 'skipped', 'reason', mover.decision);
    elsif not (request ->> 'scheduled')::boolean then
      perform graphile_worker.add_job('auto-rank-member', payload => json_build_object('communityId', community,
          'userId', mover.user_id, 'keyId', request ->> 'actorId', 'requestId', request ->> 'requestId'),
        job_key => 'auto-rank ' || community || ' ' || mover.user_id, max_attempts => 8);
      decided := jsonb_build_object('outcome', 'queued');
    elsif refused is not null then
      decided := jsonb_build_object('outcome', 'skipped', 'reason', refused);
    else
      -- one of the same caller that waits decides by what is true in its turn: it serves these awards too. One that another
      -- transaction has in hand may have decided already, and is passed over: waiting for it here could be a deadlock.
      select q.operation_id into operation from platform_operation q
      where q.community_id = community and q.user_id = mover.user_id and q.status = 'queued' and q.kind = 'rank.auto'
        and not q.sent and not q.awaited and q.target_unique_id is null and q.deadline_at > now() + interval '1 minute'
        and q.actor_kind = request ->> 'actorKind' and q.actor_id = request ->> 'actorId'
      limit 1 for no key update skip locked;
      if operation is null then
        operation := request #>> array['operationIds', accepted::text];
        accepted := accepted + 1;
        insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at,
          actor_kind, actor_id, required_scope, required_feature, request_id, first_in_line)
        values (community, operation, 'rank.auto', mover.user_id, false, false, now() + interval '1 hour',
          request ->> 'actorKind', request ->> 'actorId', request ->> 'scope', request ->> 'feature', request ->> 'requestId',
          -- whoever is behind another operation that ends this moment is freed by the sweep (operations/sweep)
          not exists (select from platform_operation ahead where ahead.community_id = community
            and ahead.user_id = mover.user_id and ahead.status in ('queued', 'dispatching', 'outcome_pending')));
        perform graphile_worker.add_job('dispatch-bulk',
          payload => json_build_object('communityId', community, 'operationId', operation));
        room := room - 1;
      end if;
      decided := jsonb_build_object('outcome', 'queued', 'operationId', operation);
    end if;
    outcomes := outcomes || jsonb_build_object(mover.user_id::text, decided);
  end loop;
  return outcomes;
end
$$;

create function answer_known_batch(known award_batch, asked text) returns jsonb language sql stable as $$
  select case when encode(known.fingerprint, 'hex') <> asked then jsonb_build_object('state', 'reused')
    else jsonb_build_object('state', case when asked is null then 'applied' else 'replayed' end, 'entries', known.outcome,
      'createdAt', to_char(known.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) end
$$;

create function award_batch(community text, batch text, request jsonb, paused boolean, working boolean)
returns jsonb language plpgsql as $$
declare
  known award_batch;
  entries jsonb;
  unknown_names jsonb;
  unknown_members jsonb;
  entry jsonb;
  outcome jsonb;
  outcomes jsonb[] := '{}';
  ranked bigint[] := '{}';
  ranks jsonb;
begin
  select * into known from award_batch b where b.community_id = community and b.batch_id = batch;
  if found and known.created_at <= now() - interval '24 hours' then
    delete from award_batch b where b.community_id = community and b.batch_id = batch and b.created_at = known.created_at;
  elsif found then
    return answer_known_batch(known, request ->> 'fingerprint');
  end if;

  -- who bears a username, as far as it was seen lately
  select jsonb_agg(case when given.entry ? 'userId' or given.entry ? 'error' then given.entry
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
  from jsonb_array_elements(entries) one where not one ? 'userId' and not one ? 'error';
  select jsonb_agg(distinct one -> 'userId') into unknown_members
  from jsonb_array_elements(entries) one where one ? 'userId' and not one ? 'error'
    and not exists (select from member m where m.community_id = community and m.user_id = (one ->> 'userId')::bigint);
  if unknown_names is not null or unknown_members is not null then
    return jsonb_build_object('state', 'incomplete', 'usernames', coalesce(unknown_names, '[]'),
      'userIds', coalesce(unknown_members, '[]'));
  end if;

  -- of several at once the first goes on; the others wait here for its end and read what it did
  insert into award_batch (community_id, batch_id, fingerprint)
  values (community, batch, decode(request ->> 'fingerprint', 'hex')) on conflict do nothing
  returning * into known;
  if not found then
    select * into known from award_batch b where b.community_id = community and b.batch_id = batch;
    return answer_known_batch(known, request ->> 'fingerprint');
  end if;

  -- in one order for everybody, so that overlapping batches wait for each other and never in a circle
  perform from member m
  where m.community_id = community
    and m.user_id in (select (one ->> 'userId')::bigint from jsonb_array_elements(entries) one where not one ? 'error')
  order by m.user_id for no key update;
  for entry in select one from jsonb_array_elements(entries) with ordinality as given (one, place) order by place loop
    outcome := case when entry ? 'error' then jsonb_build_object('error', entry -> 'error')
      else award_batch_entry(community, request, entry) end;
    outcomes := outcomes || (jsonb_build_object('userId', entry ->> 'userId') || outcome);
    if outcome ? 'experience' then
      ranked := ranked || (entry ->> 'userId')::bigint;
    end if;
  end loop;
  ranks := queue_batch_auto_rank(community, request, ranked, paused, working);

  update award_batch b set outcome = (
    select jsonb_agg(case when one ? 'experience' then one || jsonb_build_object('autoRank', ranks -> (one ->> 'userId'))
      else one end order by place)
    from unnest(outcomes) with ordinality as given (one, place))
  where b.community_id = community and b.batch_id = batch returning * into known;
  return answer_known_batch(known, null);
end
$$;
