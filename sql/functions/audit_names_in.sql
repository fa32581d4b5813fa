-- Whether an entry names the account (audit_names.sql). The texts are compared first, because that is cheap.
create or replace function audit_names_in(before jsonb, after jsonb, account bigint) returns boolean language sql immutable as $$
  select (strpos(before::text, account::text) > 0 and audit_names(before, account))
    or (strpos(after::text, account::text) > 0 and audit_names(after, account))
$$;
