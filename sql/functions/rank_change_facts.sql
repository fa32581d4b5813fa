-- Everything that the execution of a rank change needs from the database. Volatile: it sees what was committed before the claim,
-- while the statement that calls it may have started earlier and waited for the claim's lock. PL/pgSQL: Citus does not plan the
-- parameters of SQL functions.
create or replace function rank_change_facts(operation platform_operation,
  out authority json, out ranks json, out connection json, out suspension json, out experience bigint
) language plpgsql volatile as $$
begin
  authority := rank_change_authority(operation);
  select coalesce(json_agg(json_build_object('unique_id', r.unique_id, 'rank_id', r.rank_id, 'name', r.name,
      'member_count', r.member_count, 'auto_rank_experience', r.auto_rank_experience, 'author_bounds', r.author_bounds,
      'managed', is_managed(r.managed, r.auto_rank_experience, c.single_rank)) order by r.rank_id, r.unique_id), '[]')
  into ranks from rank r join community c using (community_id) where r.community_id = operation.community_id;
  select json_build_object('group_id', c.group_id, 'credential_kind', c.credential_kind,
      'credential', encode(c.credential, 'base64'), 'status', c.status,
      'being_checked', coalesce(c.checking_until > now(), false),
      'check_interrupted', coalesce(c.checking_until <= now(), false))
  into connection from platform_connection c where c.community_id = operation.community_id;
  select json_build_object('suspensionId', s.suspension_id, 'suspendedUniqueId', s.suspended_unique_id,
      'formerUniqueId', s.former_unique_id, 'formerRoles', s.former_role_ids)
  into suspension from suspension s
  where s.community_id = operation.community_id and s.user_id = operation.user_id
    and s.operation_id = operation.operation_id and s.state <> 'ended';
  select m.experience into experience from member m
  where m.community_id = operation.community_id and m.user_id = operation.user_id;
  experience := coalesce(experience, 0);
end
$$;
