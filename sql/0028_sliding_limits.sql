-- compatible-from: 0020
-- Rate limits over a sliding minute: leases return unused permits, and the limit of the access routes stores the time of each
-- request. Unlogged: a crash loses at most one minute.
alter table rate_window add column granted bigint not null default 0;

create unlogged table rate_log (
  bucket text primary key,
  -- times of the requests of the last minute, oldest first, in milliseconds since the epoch
  admitted bigint[] not null,
  granted boolean not null
);
