-- The bounds of a key, also of one that is revoked, or of a person. Null: without bounds.
create or replace function caller_rank_bounds(community text, kind text, id text) returns json language plpgsql stable as $$
begin
  return case kind
    when 'key' then (select key_rank_bounds(k) from api_key k where k.community_id = community and k.key_id = id)
    when 'person' then (select person_rank_bounds(p) from person p where p.community_id = community and p.person_id = id)
  end;
end
$$;
