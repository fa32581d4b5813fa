-- What the caller of a rank change may do now, and what blocks the member: the type Authority of the server.
create or replace function rank_change_authority(operation platform_operation) returns json language plpgsql stable as $$
begin
  return json_build_object(
    'community', (select community_facts(c) from community c where c.community_id = operation.community_id),
    'key', (select json_build_object('scopes', k.scopes, 'enabled', k.enabled,
        'expiresAt', round(extract(epoch from k.expires_at) * 1000))
      from api_key k
      where operation.actor_kind = 'key' and k.community_id = operation.community_id and k.key_id = operation.actor_id
        and k.revoked_at is null),
    'person', (select json_build_object('role', p.role, 'enabled', p.enabled, 'roleLoss', person_role_loss(p),
        'ownScopes', (select to_json(r.scopes) from staff_role r where r.community_id = p.community_id and r.name = p.role))
      from person p
      where operation.actor_kind = 'person' and p.community_id = operation.community_id and p.person_id = operation.actor_id),
    'bounds', caller_rank_bounds(operation.community_id, operation.actor_kind, operation.actor_id),
    'giftBounds', operation.gift_bounds,
    'suspended', exists (select from live_suspension s
      where s.community_id = operation.community_id and s.user_id = operation.user_id),
    'blacklisted', exists (select from live_blacklist_entry b
      where b.community_id = operation.community_id and b.user_id = operation.user_id),
    'blacklistedGroups', coalesce((select json_agg(b.group_id) from live_blacklist_entry b
      where b.community_id = operation.community_id and b.group_id is not null), '[]'),
    'unmanaged', coalesce((select json_agg(r.unique_id) from rank r join community c using (community_id)
      where r.community_id = operation.community_id and not is_managed(r.managed, r.auto_rank_experience, c.single_rank)), '[]'),
    'unfinished', coalesce((select to_json(m.unfinished_role_ids) from member m
      where m.community_id = operation.community_id and m.user_id = operation.user_id), '[]'));
end
$$;
