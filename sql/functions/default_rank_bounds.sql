-- The bounds of a new key: all ranks of the group but the two highest, and those that AutoRank gives. On Citus, `rank` is on a node.
create or replace function default_rank_bounds(community text) returns json language plpgsql stable as $$
declare
  highest integer;
begin
  select coalesce(greatest(coalesce((array_agg(distinct r.rank_id order by r.rank_id desc))[3], min(r.rank_id)),
    max(r.rank_id) filter (where r.auto_rank_experience is not null)), 254)
  into highest from rank r where r.community_id = community and r.rank_id between 1 and 254;
  return json_build_object('highestGiven', highest, 'lowestTouched', 0, 'highestTouched', highest);
end
$$;
