-- compatible-from: 0020
-- Staff roles that a community defines itself, beside the built-in ones.
create table staff_role (
  community_id text not null references community,
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,39}$'
    and name not in ('viewer', 'reviewer', 'moderator', 'officer', 'administrator')),
  scopes text[] not null check (cardinality(scopes) between 1 and 100),
  -- of new people of the role
  rank_changes_per_minute_limit integer not null check (rank_changes_per_minute_limit >= 0),
  points_per_minute_limit bigint not null check (points_per_minute_limit >= 0),
  primary key (community_id, name)
);
-- a role of one's own is allowed; each former value is one
alter table person drop constraint person_role_check,
  add constraint person_role_check check (role ~ '^[a-z][a-z0-9-]{0,39}$') not valid;
create index person_role on person (community_id, role);
