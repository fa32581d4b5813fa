-- compatible-from: 0020
-- The bounds on ranks of the author of the latest change that had to be authorised (contract: x-gives-stored): they hold when it gives.
-- An object of highestGiven, lowestTouched and highestTouched; null: without bounds, as everything that was stored before.
alter table application_version add column author_bounds jsonb;
alter table event add column author_bounds jsonb;
-- of what gives the rank or role; null: it has none, or a caller asked for the change
alter table platform_operation add column gift_bounds jsonb;
