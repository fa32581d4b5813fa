-- Whether a queued rank change at the head of its member's queue may be claimed. Without a working connection only awaited ones may,
-- which fail at once.
create or replace function is_claimable(head platform_operation, is_connected boolean, moment timestamptz)
returns boolean language sql stable as $$
  select head.not_before <= moment and (head.deadline_at > moment or head.sent) and (head.awaited or is_connected)
    and not has_operation_ahead(head)
$$;
