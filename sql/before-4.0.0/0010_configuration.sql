-- Configuration by a community.

alter table community add column auto_rank_enabled boolean not null default true;

alter table medal
  add column description text not null default '' check (length(description) <= 500),
  -- kept, but not awarded
  add column archived boolean not null default false,
  add column updated_at timestamptz not null default now();
alter table qualification
  add column description text not null default '' check (length(description) <= 500),
  add column archived boolean not null default false,
  add column updated_at timestamptz not null default now();
update medal set updated_at = created_at;
update qualification set updated_at = created_at;

-- An update of a column in a unique index blocks foreign key checks; partial indexes cannot be referenced, so renames
-- and awards do not block each other. The predicate is always true.
create unique index medal_by_name on medal (community_id, name) where name is not null;
alter table medal drop constraint medal_community_id_name_key;
create unique index qualification_by_name on qualification (community_id, name) where name is not null;
alter table qualification drop constraint qualification_community_id_name_key;

-- with a filter on archived
create index medal_list on medal (community_id, archived, name);
create index qualification_list on qualification (community_id, archived, name);
