-- SHA-256 of all columns of an audit entry and the salt: of what a redaction leaves, and in seals of earlier builds. `on_behalf_of`, which is
-- younger, where there is one. Polymorphic: the shards of a distributed table have row types of their own.
create or replace function audit_hash(entry anyelement, salt uuid) returns bytea language plpgsql stable as $$
begin
  return sha256(convert_to(coalesce(salt::text, '') || (jsonb_build_array(entry.community_id, entry.position, entry.audit_id,
    extract(epoch from entry.at), entry.actor_kind, entry.actor_id, entry.action, entry.user_id, entry.before::text,
    entry.after::text, entry.reason, entry.request_id)
      || case when entry.on_behalf_of is null then '[]' else jsonb_build_array(entry.on_behalf_of) end)::text, 'UTF8'));
end
$$;
