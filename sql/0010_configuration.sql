-- Configuration by a community: medals, qualifications, and the AutoRank switch.

alter table community add column auto_rank_enabled boolean not null default true;

alter table medal
  add column description text not null default '' check (length(description) <= 500),
  -- holders keep it; it cannot be awarded
  add column archived boolean not null default false,
  add column updated_at timestamptz not null default now();
alter table qualification
  add column description text not null default '' check (length(description) <= 500),
  add column archived boolean not null default false,
  add column updated_at timestamptz not null default now();
update medal set updated_at = created_at;
update qualification set updated_at = created_at;

-- An update of a column in a unique index that foreign keys could reference takes a lock that conflicts with the foreign key
-- checks of awards. Partial indexes cannot be referenced, so a rename and an award do not block each other. The predicate is
-- always true and implied by `name = …`.
create unique index medal_by_name on medal (community_id, name) where name is not null;
alter table medal drop constraint medal_community_id_name_key;
create unique index qualification_by_name on qualification (community_id, name) where name is not null;
alter table qualification drop constraint qualification_community_id_name_key;

-- pages by name with a filter on archived; the index above serves those without
create index medal_list on medal (community_id, archived, name);
create index qualification_list on qualification (community_id, archived, name);
