-- Communities, plans, connections to the platform.

-- Spec, Authentication 2.
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
  api_enabled boolean not null default true,
  -- Experience.AwardLimits.API and Quota.AwardLimits.API: maximum of one change
  experience_award_limit bigint not null default 1000 check (experience_award_limit between 0 and 9007199254740991),
  quota_award_limit bigint not null default 1000 check (quota_award_limit between 0 and 9007199254740991),
  auto_rank_demotes boolean not null default false,
  created_at timestamptz not null default now()
);

create table subscription (
  community_id text not null references community,
  kind text not null check (kind in ('subscription', 'trial')),
  plan text not null references plan,
  -- null: no end
  ends_at timestamptz,
  primary key (community_id, kind)
);

create table platform_connection (
  community_id text primary key references community,
  group_id bigint not null check (group_id > 0),
  credential_kind text not null check (credential_kind in ('api_key')),
  -- AES-256-GCM under ENCRYPTION_KEY, with the community as associated data
  credential bytea not null,
  -- the platform's limits are per owner
  owner_user_id bigint,
  status text not null default 'connected' check (status in ('connected', 'reconnect_required')),
  -- one process verifies the credential, others wait
  checking_until timestamptz,
  connected_at timestamptz not null default now()
);
