-- Changes the experience or the quota points of a member, with its audit entry. The row is locked before it is read, so that
-- `before` is the value that was changed. Returns null without such a member. On Citus it runs on the node of the community
-- (db-citus/adaptations.ts), where each of its statements is of one table or of one join, and `community` is no table.
create or replace function change_points(
  community text, member_id bigint, property text, op text, amount bigint, actor_kind text, actor_id text, reason text,
  request_id text, single_rank boolean, on_behalf_of bigint default null
) returns json language plpgsql as $$
declare
  m member;
  value_before bigint;
  entry bigint;
  ladder json;
  own_rank_id integer;
  own_rank_name text;
  medals json := '[]';
  qualifications json := '[]';
  roles json;
begin
  select * into m from member where member.community_id = community and user_id = member_id for no key update;
  if not found then
    return null;
  end if;
  if property = 'experience' then
    value_before := m.experience;
    m.experience := points_after(value_before, op, amount, -9007199254740991);
  else
    value_before := m.quota_points;
    m.quota_points := points_after(value_before, op, amount, 0);
  end if;
  m.updated_at := now();
  update member set experience = m.experience, quota_points = m.quota_points, updated_at = m.updated_at
    where member.community_id = community and user_id = member_id;
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id, on_behalf_of)
    values (community, change_points.actor_kind, change_points.actor_id, 'member.' || property, member_id,
      jsonb_build_object(property, value_before),
      jsonb_build_object(property, case property when 'experience' then m.experience else m.quota_points end)
        || case change_points.op when 'set' then '{"set": true}'::jsonb else '{}' end,
      change_points.reason, change_points.request_id, change_points.on_behalf_of)
    returning audit_id into entry;
  -- those of AutoRank, and the member's
  select coalesce(json_agg(json_build_object('unique_id', r.unique_id, 'rank_id', r.rank_id, 'name', r.name,
      'auto_rank_experience', r.auto_rank_experience, 'managed', r.is_managed) order by r.rank_id, r.unique_id), '[]'),
    max(r.rank_id) filter (where r.unique_id = m.rank_unique_id), max(r.name) filter (where r.unique_id = m.rank_unique_id),
    json_agg(json_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name,
        'managed', r.rank_id between 1 and 254 and r.is_managed) order by r.rank_id, r.unique_id)
      filter (where r.unique_id = any(m.role_ids))
    into ladder, own_rank_id, own_rank_name, roles
    from (
      select *, managed or auto_rank_experience is not null or single_rank as is_managed from rank where community_id = community) r
    where (property = 'experience' and r.auto_rank_experience is not null or r.unique_id = m.rank_unique_id
        or r.unique_id = any(m.role_ids));
  -- generated:begin
  if m.medal_occurrences > 0 then
    medals := coalesce((
    select json_agg(json_build_object('name', d.name, 'count', h.count, 'awardedAt', to_char(h.awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by d.name)
    from member_medal h join medal d using (community_id, medal_id)
    where h.community_id = community and h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json);
  end if;
  if m.qualifications_held > 0 then
    qualifications := coalesce((
    select json_agg(json_build_object('name', d.name, 'awardedAt', to_char(h.awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by d.name)
    from member_qualification h join qualification d using (community_id, qualification_id)
    where h.community_id = community and h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json);
  end if;
  -- generated:end
  return json_build_object('user_id', m.user_id, 'username', m.username, 'display_name', m.display_name,
    'experience', m.experience, 'quota_points', m.quota_points, 'rank_unique_id', m.rank_unique_id, 'roles', roles, 'rank_id', own_rank_id,
    'rank_name', own_rank_name, 'created_at', m.created_at, 'updated_at', m.updated_at, 'synced_at', m.synced_at,
    'medals', medals, 'qualifications', qualifications, 'value_before', value_before,
    'value_after', case property when 'experience' then m.experience else m.quota_points end, 'audit_id', entry,
    'ladder', ladder);
end
$$;
