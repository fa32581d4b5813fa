-- Communities, what they have bought, and their connection to the game platform.

-- Plans are data: what an API key of a community may do at all (spec, Authentication 2).
create table plan (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  api_access boolean not null,
  automatic_grading boolean not null,
  features text[] not null
);

insert into plan (name, api_access, automatic_grading, features) values
  ('free', false, false, '{}'),
  ('standard', true, false, '{members,experience,quota,rank-management,medals,qualifications,ranks,blacklists,warnings,events}'),
  ('pro', true, true, '{members,experience,quota,rank-management,medals,qualifications,ranks,blacklists,warnings,events}');

create table community (
  community_id text primary key check (community_id ~ '^cmt_[a-z2-7]{20}$'),
  name text not null check (length(name) between 1 and 100),
  -- the API switch
  api_enabled boolean not null default true,
  -- Experience.AwardLimits.API and Quota.AwardLimits.API: the most one increment or decrement may move
  experience_award_limit bigint not null default 1000 check (experience_award_limit between 0 and 9007199254740991),
  quota_award_limit bigint not null default 1000 check (quota_award_limit between 0 and 9007199254740991),
  -- AutoRank demotes only where the community allows it
  auto_rank_demotes boolean not null default false,
  created_at timestamptz not null default now()
);

create table subscription (
  community_id text not null references community,
  kind text not null check (kind in ('subscription', 'trial')),
  plan text not null references plan,
  -- null: until further notice
  ends_at timestamptz,
  primary key (community_id, kind)
);

create table platform_connection (
  community_id text primary key references community,
  group_id bigint not null check (group_id > 0),
  credential_kind text not null check (credential_kind in ('api_key')),
  -- AES-256-GCM under ENCRYPTION_KEY, bound to the community
  credential bytea not null,
  -- the account behind the credential: the platform's limits are counted per owner
  owner_user_id bigint,
  status text not null default 'connected' check (status in ('connected', 'reconnect_required')),
  -- a process that doubts the credential asks the platform about it until then; the others wait
  checking_until timestamptz,
  connected_at timestamptz not null default now()
);
