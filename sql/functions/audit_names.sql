-- In a property such as userId, ownerUserId or userIds, at any depth.
create or replace function audit_names(value jsonb, account bigint) returns boolean language sql immutable as $$
  select jsonb_path_exists(value,
    '$.** ? (@.type() == "object").keyvalue() ? (@.key like_regex "user_?ids?$" flag "i").value[*] ? (@ == $number || @ == $text)',
    jsonb_build_object('number', account, 'text', account::text), true)
$$;
