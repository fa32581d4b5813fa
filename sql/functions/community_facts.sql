-- A community with its plans and the status of its connection, as the server's type Community. `rank` is read alone, by a variable:
-- on Citus it is on a node.
create or replace function community_facts(c community) returns json language plpgsql stable as $$
declare
  community text := c.community_id;
  has_unmanaged boolean;
begin
  select exists (select from rank r
    where r.community_id = community and not is_managed(r.managed, r.auto_rank_experience, false)) into has_unmanaged;
  return json_build_object(
    'communityId', c.community_id, 'apiEnabled', c.api_enabled and c.moved_at is null,
    'experienceAwardLimit', c.experience_award_limit, 'quotaAwardLimit', c.quota_award_limit,
    'autoRankEnabled', c.auto_rank_enabled, 'autoRankDemotes', c.auto_rank_demotes,
    'singleRank', c.single_rank, 'ranksDeclared', c.single_rank or has_unmanaged,
    'queueLimit', c.queue_limit, 'keyLimit', c.key_limit, 'webhookLimit', c.webhook_limit,
    'connection', coalesce((select pc.status from platform_connection pc where pc.community_id = c.community_id), 'none'),
    'plans', coalesce((
      select json_agg(json_build_object('apiAccess', p.api_access, 'automaticGrading', p.automatic_grading,
        'features', p.features, 'endsAt', round(extract(epoch from s.ends_at) * 1000)))
      from subscription s join plan p on p.name = s.plan
      where s.community_id = c.community_id), '[]'));
end
$$;
