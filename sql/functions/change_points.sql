-- Changes the experience or the quota points of a member, with its audit entry. The row is locked before it is read, so that
-- `before` is the value that was changed. Returns null without such a member. On Citus it runs on the node of the community
-- (db-citus/adaptations.ts), where each of its statements is of one table or of one join, and `community` is no table.
create or replace function change_points(
  community text, member_id bigint, property text, op text, amount bigint, lowest bigint, action text, marks jsonb, actor_kind text,
  actor_id text, reason text, request_id text, single_rank boolean, on_behalf_of bigint
) returns json language plpgsql as $$
declare
  value_before bigint;
  value_after bigint;
  entry bigint;
begin
  select case property when 'experience' then experience else quota_points end into value_before
    from member where member.community_id = community and user_id = member_id for no key update;
  if not found then
    return null;
  end if;
  value_after := points_after(value_before, op, amount, lowest);
  update member set experience = case property when 'experience' then value_after else experience end,
      quota_points = case property when 'quotaPoints' then value_after else quota_points end, updated_at = now()
    where member.community_id = community and user_id = member_id;
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason, request_id, on_behalf_of)
    values (community, change_points.actor_kind, change_points.actor_id, change_points.action, member_id,
      jsonb_build_object(property, value_before), jsonb_build_object(property, value_after) || marks, change_points.reason,
      change_points.request_id, change_points.on_behalf_of)
    returning audit_id into entry;
  -- generated:begin
  return (select row_to_json(changed) from (
    select m.user_id, m.username, m.display_name, m.experience, m.quota_points, m.rank_unique_id,
  r.rank_id, r.name as rank_name, m.created_at, m.updated_at, m.synced_at, (select json_agg(json_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name,
    'managed', r.rank_id between 1 and 254 and (r.managed or r.auto_rank_experience is not null
    or single_rank)) order by r.rank_id, r.unique_id)
  from rank r where r.community_id = community and r.unique_id = any(m.role_ids)) as roles,
  case when m.medal_occurrences = 0 then '[]'::json else coalesce((
    select json_agg(json_build_object('name', d.name, 'count', h.count, 'awardedAt', to_char(h.awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by d.name)
    from member_medal h join medal d using (community_id, medal_id)
    where h.community_id = community and h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json) end as "medals",
  case when m.qualifications_held = 0 then '[]'::json else coalesce((
    select json_agg(json_build_object('name', d.name, 'awardedAt', to_char(h.awarded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by d.name)
    from member_qualification h join qualification d using (community_id, qualification_id)
    where h.community_id = community and h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json) end as "qualifications", change.value_before as "value_before", change.value_after as "value_after",
    change.audit_id as "audit_id", case change.property when 'experience' then coalesce((
      select json_agg(json_build_object('unique_id', r.unique_id, 'rank_id', r.rank_id, 'name', r.name,
        'auto_rank_experience', r.auto_rank_experience, 'managed', (r.managed or r.auto_rank_experience is not null
    or single_rank)) order by r.rank_id, r.unique_id)
      from rank r
      where r.community_id = community
        and (r.auto_rank_experience is not null or r.unique_id = m.rank_unique_id or r.unique_id = any(m.role_ids))), '[]'::json) else '[]'::json end as "ladder"
    from (select change_points.property as property, value_before as value_before, value_after as value_after, entry as audit_id) change
    cross join member m left join rank r on r.community_id = community and r.unique_id = m.rank_unique_id where m.community_id = community and m.user_id = member_id) changed);
  -- generated:end
end
$$;
