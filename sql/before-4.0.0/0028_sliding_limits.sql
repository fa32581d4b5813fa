-- compatible-from: 0020
-- Sliding minute: leases return unused permits; access routes store times. Unlogged: a crash loses a minute.
alter table rate_window add column granted bigint not null default 0;

create unlogged table rate_log (
  bucket text primary key,
  -- in milliseconds, oldest first
  admitted bigint[] not null,
  granted boolean not null
);
