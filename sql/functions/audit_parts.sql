-- The parts of an audit entry that a seal hashes apart: what no erasure takes, the account, the texts, the names of people, and
-- the account that was acted for. An erasure takes whole parts, and the others stay verifiable. Polymorphic: the shards of a
-- distributed table have row types of their own.
create or replace function audit_parts(entry anyelement) returns text[] language plpgsql stable as $$
begin
  return array[
    jsonb_build_array(entry.community_id, entry.position, entry.audit_id, extract(epoch from entry.at), entry.actor_kind,
      entry.actor_id, entry.action)::text,
    jsonb_build_array(entry.user_id, entry.request_id)::text,
    jsonb_build_array(audit_without_name(entry.before)::text, audit_without_name(entry.after)::text, entry.reason)::text,
    jsonb_build_array((entry.before -> 'name')::text, (entry.after -> 'name')::text)::text,
    entry.on_behalf_of::text];
end
$$;
