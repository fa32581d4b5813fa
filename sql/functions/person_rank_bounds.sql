-- The bounds of a person, as the server's type RankBounds.
create or replace function person_rank_bounds(p person) returns json language plpgsql stable as $$
begin
  if p.highest_rank_given is null then
    return default_rank_bounds(p.community_id);
  end if;
  return json_build_object('highestGiven', p.highest_rank_given, 'lowestTouched', p.lowest_rank_touched,
    'highestTouched', p.highest_rank_touched);
end
$$;
