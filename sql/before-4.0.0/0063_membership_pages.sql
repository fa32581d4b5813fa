-- compatible-from: 0020
-- Ranks and roles of members with OAuth are read from the list of memberships, some pages at a time.
alter table platform_connection
  -- the page that is read next; null: the first
  add column memberships_page text,
  -- when the first page of this reading was asked for
  add column memberships_read_at timestamptz;
