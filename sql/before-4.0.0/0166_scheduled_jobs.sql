-- compatible-from: 0020
-- Scheduled jobs are queued by the clock of the database (src/jobs/schedule.ts), which graphile-worker does by that of a process.
create table scheduled_job (
  name text primary key,
  -- the number of the interval for which it was queued last, since the epoch
  slot bigint not null,
  -- the end of the last run without an error; at first, when the job was queued first
  ran_at timestamptz not null default now()
);
