-- compatible-from: 0020
-- What no key may give is said at the rank. Stored bounds that are null, which were a default, are none now.
alter table rank
  -- null: nobody has answered; true: people alone give the role; false: keys give it too
  add column given_by_people boolean,
  -- an array of remove, ban, rank and accept, which the platform lets a holder do; null: it did not tell
  add column powers jsonb;

drop function if exists default_rank_bounds(text);
