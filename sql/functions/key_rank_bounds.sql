-- The bounds of a key, as the server's type RankBounds.
create or replace function key_rank_bounds(k api_key) returns json language plpgsql stable as $$
begin
  if k.highest_rank_given is null then
    return default_rank_bounds(k.community_id);
  end if;
  return json_build_object('highestGiven', k.highest_rank_given, 'lowestTouched', k.lowest_rank_touched,
    'highestTouched', k.highest_rank_touched);
end
$$;
