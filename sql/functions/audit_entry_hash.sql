-- SHA-256 of all columns and the salt.
create or replace function audit_entry_hash(entry audit_entry, salt uuid) returns bytea language sql stable as $$
  select sha256(convert_to(coalesce(salt::text, '') || jsonb_build_array(entry.community_id, entry.position, entry.audit_id,
    extract(epoch from entry.at), entry.actor_kind, entry.actor_id, entry.action, entry.user_id, entry.before::text,
    entry.after::text, entry.reason, entry.request_id)::text, 'UTF8'))
$$;
