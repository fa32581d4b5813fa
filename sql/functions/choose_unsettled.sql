-- Locks a rank change whose outcome is to be read, and charges the budget for it. Of a community that another claim holds, none.
create or replace function choose_unsettled(calls integer) returns platform_operation language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  connection platform_connection;
  candidate platform_operation;
begin
  for candidate in
    select o.* from platform_operation o
    where (o.status = 'outcome_pending' or (o.status = 'queued' and o.sent)) and o.not_before <= moment
      and (o.lease_until is null or o.lease_until < moment)
    order by o.not_before
  loop
    select c.* into connection from platform_connection c where c.community_id = candidate.community_id;
    continue when connection.status is distinct from 'connected' or has_operation_ahead(candidate);
    insert into dispatch_lane (community_id) values (candidate.community_id) on conflict do nothing;
    perform from dispatch_lane l where l.community_id = candidate.community_id for no key update skip locked;
    continue when not found;
    perform from platform_operation o
    where o.community_id = candidate.community_id and o.operation_id = candidate.operation_id
      and o.status = candidate.status and o.claims = candidate.claims
    for no key update skip locked;
    continue when not found;
    continue when take_platform_budget(connection, candidate.kind, calls, true, moment) is not null;
    return candidate;
  end loop;
  return null;
end
$$;
