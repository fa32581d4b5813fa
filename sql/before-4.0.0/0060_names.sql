-- compatible-from: 0020
-- Look-ups by username: when a stored name was confirmed, and which steps of a look-up do not answer.
alter table member
  -- when the platform last gave the account this name; null: at synced_at
  add column named_at timestamptz;

-- Steps without a failure have no row.
create table name_step (
  -- the community whose credential the step uses; empty: the step uses none
  scope text not null check (length(scope) <= 100),
  step text not null check (length(step) between 1 and 50),
  -- in a row
  failures integer not null check (failures >= 1),
  failing_since timestamptz not null,
  -- of the last failure
  reason text not null check (length(reason) between 1 and 100),
  -- when the step was switched off; null: it is asked
  off_at timestamptz,
  -- the next attempt of a step that is off
  retry_at timestamptz,
  primary key (scope, step),
  check ((off_at is null) = (retry_at is null))
);
