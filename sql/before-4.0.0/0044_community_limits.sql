-- compatible-from: 0020
-- Limits of one community, set by the operator; null: those of the server.
alter table community
  -- queued rank changes
  add column queue_limit integer check (queue_limit between 0 and 10000000),
  -- live keys that keys created
  add column key_limit integer check (key_limit between 0 and 1000),
  -- no more than the contract's list
  add column webhook_limit integer check (webhook_limit between 0 and 10);
