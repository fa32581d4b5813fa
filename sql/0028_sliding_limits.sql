-- compatible-from: 0020
-- Rate limits count a sliding minute. A lease returns what it was granted, and the limit of the access routes keeps the time of
-- each request. Unlogged, like rate_window: a crash loses at most one minute.
alter table rate_window add column granted bigint not null default 0;

create unlogged table rate_log (
  bucket text primary key,
  -- milliseconds since the epoch, of the requests of the last minute, oldest first
  admitted bigint[] not null,
  -- whether the last request was admitted
  granted boolean not null
);
