-- Marks the communities with new entries for a reader of the audit log. One process at a time marks; each entry before the horizon is
-- visible, and a reader removes the mark before it reads. Where the log has no index by position, it asks every community.
create or replace function mark_audit_news(of_reader text) returns void language plpgsql as $$
declare
  since bigint;
  until bigint;
begin
  select r.position into since from audit_reader r where r.reader = of_reader for update skip locked;
  if not found then return; end if;
  until := audit_horizon();
  if since = until then return; end if;
  -- after a move to another cluster, positions may be lower; without heads, seals of before are to be covered
  if since < until and has_audit_position_index(since) and (of_reader <> 'seal' or exists (select from audit_head)) then
    insert into audit_news (community_id, reader)
    select n.community_id, of_reader from (
      select distinct e.community_id from audit_entry e where e.position >= since and e.position < until) n
    where of_reader <> 'webhooks' or exists (select from webhook_endpoint w where w.community_id = n.community_id and w.enabled)
    on conflict do nothing;
  else
    insert into audit_news (community_id, reader)
    select n.community_id, of_reader from (
      select list_communities_to_seal() as community_id where of_reader = 'seal'
      union select list_communities_without_head() where of_reader = 'seal'
      union select list_communities_with_new_entries() where of_reader = 'webhooks'
      union select list_communities_to_count(1000) where of_reader = 'leaderboard') n
    on conflict do nothing;
  end if;
  update audit_reader r set position = until where r.reader = of_reader;
end
$$;
