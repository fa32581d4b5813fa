-- compatible-from: 0020
-- Requests of the access routes are counted as takes are (sql/functions/count_in_slots.sql).
truncate rate_log;
alter table rate_log
  drop column admitted,
  drop column granted,
  -- the number of the newest second since the epoch
  add column slot bigint not null,
  -- of that second, then of the 59 before it
  add column taken integer[] not null check (cardinality(taken) = 60);
