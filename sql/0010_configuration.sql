-- What a community configures: the medals and qualifications it can award, and AutoRank's own switch.

alter table community add column auto_rank_enabled boolean not null default true;

alter table medal
  add column description text not null default '' check (length(description) <= 500),
  -- kept by those who hold it, not awarded anew
  add column archived boolean not null default false,
  add column updated_at timestamptz not null default now();
alter table qualification
  add column description text not null default '' check (length(description) <= 500),
  add column archived boolean not null default false,
  add column updated_at timestamptz not null default now();
update medal set updated_at = created_at;
update qualification set updated_at = created_at;

-- A rename changes a column of a unique index that foreign keys could refer to, and so locks the row against the checks of
-- every award of that medal, and waits for those under way. Foreign keys cannot refer to a partial index: with one, a rename
-- and an award do not wait for each other. The predicate is always true, and `name = …` implies it.
create unique index medal_by_name on medal (community_id, name) where name is not null;
alter table medal drop constraint medal_community_id_name_key;
create unique index qualification_by_name on qualification (community_id, name) where name is not null;
alter table qualification drop constraint qualification_community_id_name_key;

-- pages by name of what can be awarded, or of what is archived; the index above serves both together
create index medal_list on medal (community_id, archived, name);
create index qualification_list on qualification (community_id, archived, name);
