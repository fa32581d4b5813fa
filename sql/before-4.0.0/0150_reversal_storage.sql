-- compatible-from: 0020
-- The storage of reversals counts each reversal and each of its entries, which are what fills a disk. It counted requests, of which
-- five hundred were allowed with 10,000 entries each; a limit of a community's own keeps its share of the default.
create trigger storage_insert after insert on reversal_item referencing new table as added
  for each statement execute function count_storage('reversals', '1');
create trigger storage_delete after delete on reversal_item referencing old table as removed
  for each statement execute function count_storage('reversals', '1');

update community_storage s set
  used = (select count(*) from reversal r where r.community_id = s.community_id)
    + (select count(*) from reversal_item i where i.community_id = s.community_id),
  own_limit = own_limit * 2000
where quota = 'reversals';

-- what one author stores, and its dry runs
create index reversal_author on reversal (community_id, actor_kind, actor_id, created_at);

-- The erasure of an account takes its queued changes with it: the reversal may have waited for the last of them.
create function wake_reversals_of_erased() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger reversal_item_erased after delete on reversal_item referencing old table as removed
  for each statement execute function wake_reversals_of_erased();
