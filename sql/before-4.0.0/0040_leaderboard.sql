-- compatible-from: 0020
-- The experience at about every thousandth place of large communities.
create table leaderboard_step (
  community_id text not null references community,
  experience bigint not null,
  -- members with this experience or more
  at_or_above bigint not null check (at_or_above > 0),
  counted_at timestamptz not null,
  primary key (community_id, experience)
);
