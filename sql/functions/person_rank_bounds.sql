-- The bounds of a person, as the server's type RankBounds. Null is no bound.
create or replace function person_rank_bounds(p person) returns json language plpgsql stable as $$
begin
  return json_build_object('highestGiven', coalesce(p.highest_rank_given, 255),
    'lowestTouched', coalesce(p.lowest_rank_touched, 0), 'highestTouched', coalesce(p.highest_rank_touched, 255));
end
$$;
