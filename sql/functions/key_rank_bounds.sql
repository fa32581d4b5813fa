-- The bounds of a key, as the server's type RankBounds. Null is no bound. On Citus, `rank` is on a node.
create or replace function key_rank_bounds(k api_key) returns json language plpgsql stable as $$
begin
  return json_build_object('highestGiven', coalesce(k.highest_rank_given, 255),
    'lowestTouched', coalesce(k.lowest_rank_touched, 0), 'highestTouched', coalesce(k.highest_rank_touched, 255),
    'givenByPeople', (select coalesce(json_agg(distinct r.rank_id), '[]') from rank r
      where r.community_id = k.community_id and r.given_by_people));
end
$$;
