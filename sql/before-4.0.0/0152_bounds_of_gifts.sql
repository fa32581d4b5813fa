-- compatible-from: 0020
-- As 0145_author_bounds.sql, of what else gives later.
-- the threshold
alter table rank add column author_bounds jsonb;
-- the suspended rank
alter table suspension_settings add column author_bounds jsonb;
-- the role
alter table medal add column author_bounds jsonb;
alter table qualification add column author_bounds jsonb;
-- the end, and the lift
alter table suspension add column author_bounds jsonb;
