-- Counts `needed` takes of a key or a person for itself and for all that made it, or for none of them: `owner` is the one that
-- may not take so many, and `most` its number. The count of the first maker is locked first, so callers wait in one order.
create or replace function count_takes_of(community text, kind text, id text, needed integer,
  out granted boolean, out remaining integer, out reset_ms float8, out most integer, out owner text
) language plpgsql as $$
declare
  one record;
begin
  granted := true;
  for one in select t.owner, t.most from takers_of(community, kind, id) t where t.most is not null order by t.steps desc loop
    owner := one.owner;
    most := one.most;
    select c.granted, c.remaining, c.reset_ms into granted, remaining, reset_ms
    from count_takes(community, one.owner, needed, one.most) c;
    if not granted then
      raise exception using errcode = 'CMTAK';
    end if;
  end loop;
exception when sqlstate 'CMTAK' then
  -- the variables keep what was found, and nothing is counted
end
$$;
