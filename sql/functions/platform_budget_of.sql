-- The owner whose budget is used, and its initial limit.
create or replace function platform_budget_of(connection platform_connection, out owner text, out per_minute integer)
language plpgsql stable as $$
begin
  owner := case
    when connection.credential_kind = 'oauth' then 'token ' || connection.community_id
    when connection.owner_user_id is not null then 'key ' || connection.owner_user_id
    else 'community ' || connection.community_id end;
  per_minute := case when connection.credential_kind = 'oauth' then 90 else 300 end;
end
$$;
