-- Makes changes of experience and quota points in order, each with its audit entry: element n of each array is of change n. A
-- null property is the audit entry of another change, at its place. Members are locked before they are read, so that `before`
-- is the value that was changed. A single change waits for the lock of its member; changes of locked or unknown members in a
-- longer list are left out of the answer, so that one lock does not delay the others. Null when there are none.
-- On Citus it runs on the node of the community (db-citus/adaptations.ts), where each of its statements is of one table or of
-- one join, and `community` is no table.
create or replace function change_points(
  community text, single_rank boolean, with_members boolean, user_ids bigint[], properties text[], ops text[], amounts bigint[],
  lowests bigint[], actions text[], befores jsonb[], afters jsonb[], reasons text[], actor_kinds text[], actor_ids text[],
  request_ids text[], on_behalf_ofs bigint[]
) returns json language plpgsql
-- a custom plan for a short list is cheaper than the generic estimate, and PostgreSQL would plan at every call
set plan_cache_mode = force_generic_plan as $$
declare
  -- of the locked members, by user id; their points follow the changes
  member_ids bigint[];
  experiences bigint[];
  quotas bigint[];
  is_changed boolean[];
  -- of the changes; an array that is filled from a later element on would begin there
  is_made boolean[] := array_fill(false, array[cardinality(user_ids)]);
  values_before bigint[] := array_fill(null::bigint, array[cardinality(user_ids)]);
  values_after bigint[] := values_before;
  audit_ids bigint[] := values_before;
  asked record;
  locked integer := 1;
  nth integer := 0;
  value bigint;
  entry bigint;
begin
  loop
    select array_agg(l.user_id order by l.user_id), array_agg(l.experience order by l.user_id),
        array_agg(l.quota_points order by l.user_id)
      into member_ids, experiences, quotas
      from (select m.user_id, m.experience, m.quota_points from member m
        where m.community_id = community and m.user_id = any (user_ids) for no key update skip locked) l;
    exit when member_ids is not null or cardinality(user_ids) > 1;
    perform from member m where m.community_id = community and m.user_id = user_ids[1] for no key update;
    exit when not found;
  end loop;
  if member_ids is null then
    return null;
  end if;
  is_changed := array_fill(false, array[cardinality(member_ids)]);
  for asked in
    select * from unnest(user_ids, properties, ops, amounts, lowests) with ordinality
      as a (user_id, property, op, amount, lowest, nth)
    order by a.user_id, a.nth
  loop
    while member_ids[locked] < asked.user_id loop
      locked := locked + 1;
    end loop;
    continue when member_ids[locked] is distinct from asked.user_id;
    is_made[asked.nth] := true;
    continue when asked.property is null;
    value := case asked.property when 'experience' then experiences[locked] else quotas[locked] end;
    values_before[asked.nth] := value;
    -- the rule, of which `pointsAfter` is the one of a dry run (src/awards/points/rules.ts); amounts are within the limits of
    -- an award, or a `set`
    value := case asked.op
      when 'increment' then least(value + asked.amount, 9007199254740991)
      when 'decrement' then greatest(value - asked.amount, asked.lowest)
      else asked.amount end;
    values_after[asked.nth] := value;
    if asked.property = 'experience' then
      experiences[locked] := value;
    else
      quotas[locked] := value;
    end if;
    is_changed[locked] := true;
  end loop;
  update member m set experience = c.experience, quota_points = c.quota_points, updated_at = now()
    from unnest(member_ids, experiences, quotas, is_changed) as c (user_id, experience, quota_points, is_changed)
    where c.is_changed and m.community_id = community and m.user_id = c.user_id;
  for entry in
    -- a call of add_audit_entry for each takes 35 microseconds instead of 10
    insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id, on_behalf_of)
    select community, made.actor_kind, made.actor_id, made.action, made.user_id,
      case when made.property is null then made.before else jsonb_build_object(made.property, made.value_before) end,
      case when made.property is null then made.after
        else jsonb_build_object(made.property, made.value_after) || made.after end,
      made.reason, made.request_id, made.on_behalf_of
    from unnest(is_made, user_ids, properties, values_before, values_after, actions, befores, afters, reasons, actor_kinds, actor_ids,
        request_ids, on_behalf_ofs) with ordinality
      as made (is_made, user_id, property, value_before, value_after, action, before, after, reason, actor_kind, actor_id,
        request_id, on_behalf_of, nth)
    where made.is_made
    order by made.nth
    returning audit_id
  loop
    nth := nth + 1;
    while not is_made[nth] loop
      nth := nth + 1;
    end loop;
    audit_ids[nth] := entry;
  end loop;
  if not with_members then
    return (select json_agg(json_build_object('value_before', made.value_before, 'value_after', made.value_after,
        'audit_id', made.audit_id) order by made.nth)
      from unnest(values_before, values_after, audit_ids) with ordinality as made (value_before, value_after, audit_id, nth)
      where made.audit_id is not null);
  end if;
  -- generated:begin
  return (select json_agg(changed) from (
    select m.user_id, m.username, m.display_name, m.experience, m.quota_points, m.rank_unique_id,
  r.rank_id, r.name as rank_name, m.created_at, m.updated_at, m.synced_at, (select json_agg(json_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name,
    'managed', r.rank_id between 1 and 254 and is_managed(r.managed, r.auto_rank_experience, single_rank)) order by r.rank_id, r.unique_id)
  from rank r where r.community_id = community and r.unique_id = any(m.role_ids)) as roles,
  case when m.medal_occurrences = 0 then '[]'::json else coalesce((
    select json_agg(json_build_object('name', d.name, 'count', h.count, 'awardedAt', to_char(h.awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by d.name)
    from member_medal h join medal d using (community_id, medal_id)
    where h.community_id = community and h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json) end as "medals",
  case when m.qualifications_held = 0 then '[]'::json else coalesce((
    select json_agg(json_build_object('name', d.name, 'awardedAt', to_char(h.awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by d.name)
    from member_qualification h join qualification d using (community_id, qualification_id)
    where h.community_id = community and h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json) end as "qualifications", change.value_before, change.value_after, change.audit_id,
    case change.property when 'experience' then coalesce((
      select json_agg(json_build_object('unique_id', r.unique_id, 'rank_id', r.rank_id, 'name', r.name,
        'auto_rank_experience', r.auto_rank_experience, 'author_bounds', r.author_bounds, 'managed', is_managed(r.managed, r.auto_rank_experience, single_rank)) order by r.rank_id, r.unique_id)
      from rank r
      where r.community_id = community
        and (r.auto_rank_experience is not null or r.unique_id = m.rank_unique_id or r.unique_id = any(m.role_ids))), '[]'::json) else '[]'::json end as ladder
    from unnest(user_ids, properties, values_before, values_after, audit_ids)
      as change (user_id, property, value_before, value_after, audit_id)
    join member m on m.community_id = community and m.user_id = change.user_id
    left join rank r on r.community_id = community and r.unique_id = m.rank_unique_id
    where change.audit_id is not null) changed);
  -- generated:end
end
$$;
