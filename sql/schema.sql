-- The tables of a new database, by the folders of src/ (docs/architecture.md). It is what the migrations in sql/before-4.0.0
-- have made: `npm run schema` writes the statements from them, and keeps the comments, which are edited here. Later migrations
-- are sql/<number>_<name>.sql. The bodies of the functions are in sql/functions.

-- # functions
-- Triggers and defaults name these functions, so they are declared first. Their bodies are in sql/functions, which a start
-- applies after the tables.

do $$
declare
  name text;
begin
  foreach name in array array[
    'advance_suspension', 'audit_platform_operation_end', 'count_qualification', 'count_storage', 'end_event_rank_change',
    'end_platform_operation', 'end_reversal_operation', 'follow_renamed_medal', 'forget_operation_username',
    'guard_account_audit_entry', 'guard_audit_entry', 'guard_event', 'guard_event_attendee', 'guard_platform_operation',
    'guard_suspension', 'mark_lanes_of_changed', 'mark_lanes_of_new', 'notify_access_changed', 'notify_plan_changed',
    'record_platform_operation', 'refuse_audit_truncate', 'refuse_history_change', 'refuse_moved_community',
    'remove_applicant_names', 'resume_after_connection', 'resume_erasure', 'resume_platform_writes', 'set_audit_time',
    'share_unowned_idempotency_key', 'wake_reversals_of_erased'
  ] loop
    execute format('create function %I() returns trigger language plpgsql as %L', name, 'begin return coalesce(new, old); end');
  end loop;
end
$$;

-- Replaced when the log continues in another partition (roll_audit_partition), and when the database moves to another cluster
-- (src/audit/order.ts).
create function audit_offset() returns bigint language sql stable as 'select 0::bigint';

create function audit_horizon() returns bigint language sql as 'select 0::bigint';

create function audit_position() returns bigint language sql as 'select 0::bigint';

-- # communities
-- Communities, their settings, their plans, and what they store.

-- What a community may use (spec, Authentication 2).
create table plan (
  name              text             primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  api_access        boolean not null,
  automatic_grading boolean not null,
  features          text[]  not null
);

insert into plan (name, api_access, automatic_grading, features) values
  ('free', false, false, '{}'),
  ('standard', true, false, '{members,experience,quota,rank-management,medals,qualifications,ranks,blacklists,warnings,events}'),
  ('pro', true, true, '{members,experience,quota,rank-management,medals,qualifications,ranks,blacklists,warnings,events}');

create trigger plan_changed after insert or delete or update on plan for each row execute function notify_plan_changed();

-- A community: a group on the platform, with its settings.
create table community (
  community_id             text                               primary key check (community_id ~ '^cmt_[a-z2-7]{20}$'),
  name                     text        not null               check (length(name) between 1 and 100),
  api_enabled              boolean     not null default true,
  -- Experience.AwardLimits.API and Quota.AwardLimits.API: maximum of one change
  experience_award_limit   bigint      not null default 1000  check (experience_award_limit between 0 and 9007199254740991),
  quota_award_limit        bigint      not null default 1000  check (quota_award_limit between 0 and 9007199254740991),
  auto_rank_demotes        boolean     not null default false,
  created_at               timestamptz not null default now(),
  auto_rank_enabled        boolean     not null default true,
  -- limits of one community, set by the operator; null: those of the server. Queued rank changes
  queue_limit              integer                            check (queue_limit between 0 and 10000000),
  -- live keys that keys created
  key_limit                integer                            check (key_limit between 0 and 1000),
  -- no more than the contract's list
  webhook_limit            integer                            check (webhook_limit between 0 and 10),
  -- when the community was moved to another server: its rows stay, and nothing acts on them; null: it runs on this server
  moved_at                 timestamptz,
  -- every assignable role is a rank
  single_rank              boolean     not null default false,
  -- when a rank change was refused because the community has not declared which roles are ranks; null: never, or declared since
  rank_ambiguous_at        timestamptz,
  -- changes by hand in a minute: role changes, removals and bans of members; null: no alarm
  alarm_changes_per_minute integer              default 50    check (alarm_changes_per_minute > 0),
  -- the writes to the group are paused, on somebody's request
  platform_paused_at       timestamptz,
  -- the time of the last change by hand that belongs to the newest alarm
  alarmed_at               timestamptz
);

-- nearly empty: the trigger reads it once for each statement
create index community_moved on community (community_id) where moved_at is not null;

create trigger community_changed after insert or delete or update on community
  for each row execute function notify_access_changed();

create trigger community_resumed after update of platform_paused_at on community
  for each row when (old.platform_paused_at is not null and new.platform_paused_at is null)
  execute function resume_platform_writes();

-- The plan of a community, and its trial.
create table subscription (
  community_id text        not null references community,
  kind         text        not null check (kind in ('subscription', 'trial')),
  plan         text        not null references plan,
  -- null: no end
  ends_at      timestamptz,
  primary key (community_id, kind)
);

create trigger subscription_changed after insert or delete or update on subscription
  for each row execute function notify_access_changed();

-- Storage use and limits by quota. Triggers count each statement (count_storage); past the limit it fails with SQLSTATE 53400.
create table community_storage (
  community_id text   not null           references community,
  quota        text   not null,
  used         bigint not null default 0,
  -- null: that of storage_quotas()
  own_limit    bigint                    check (own_limit >= 0),
  primary key (community_id, quota)
);

-- # ranks
-- The roles of the group on the platform.

-- Roles at the last sync: unique_id is the role's id, rank_id its number. Some roles of the group are ranks, the others are never
-- given or taken by a rank change.
create table rank (
  community_id         text        not null               references community,
  unique_id            bigint      not null               check (unique_id > 0),
  rank_id              smallint    not null               check (rank_id between 0 and 255),
  name                 text        not null,
  -- null: guests, not counted
  member_count         bigint,
  -- null: not on the AutoRank ladder
  auto_rank_experience bigint
    check (auto_rank_experience between -9007199254740991 and 9007199254740991),
  synced_at            timestamptz not null default now(),
  -- false: the role is no rank, unless it has a threshold or the community has single_rank
  managed              boolean     not null default true,
  -- null: nobody has answered; true: people alone give the role; false: keys give it too
  given_by_people      boolean,
  -- an array of remove, ban, rank and accept, which the platform lets a holder do; null: it did not tell
  powers               jsonb,
  -- of who stored the threshold, as of application_version
  author_bounds        jsonb,
  primary key (community_id, unique_id)
);

create index rank_by_rank_id on rank (community_id, rank_id);
create index rank_ladder on rank (community_id, rank_id) where auto_rank_experience is not null;

-- # platform-connection
-- The credential for the group, and what is read with it. The platform ends a key that was not used for 60 days, and a refresh
-- token after 90 days.

-- At most one of a community.
create table platform_connection (
  community_id        text                                     primary key references community,
  group_id            bigint      not null                     check (group_id > 0),
  credential_kind     text        not null                     check (credential_kind in ('api_key', 'oauth')),
  -- AES-256-GCM under ENCRYPTION_KEY, bound to the community: the API key, or the JSON of an OAuth grant and its tokens
  credential          bytea       not null,
  -- the platform's limits are per owner
  owner_user_id       bigint,
  status              text        not null default 'connected' check (status in ('connected', 'reconnect_required')),
  -- until then one process checks or refreshes the credential, and the others wait
  checking_until      timestamptz,
  connected_at        timestamptz not null default now(),
  -- newest processed role change; null: never read
  audit_log_seen_at   timestamptz,
  -- the credential may not read the audit log of the group; retried then
  audit_log_retry_at  timestamptz,
  -- when the platform last accepted the credential, to the hour; null: not known
  used_at             timestamptz,
  -- the date that the owner of the key has set, or the end of the refresh token; null: none, or not known
  expires_at          timestamptz,
  -- when the platform was last asked for the date of the key; null: never
  expiry_checked_at   timestamptz,
  -- when it was reported that the credential ends soon; null: it was not, or it no longer does
  expiry_noticed_at   timestamptz,
  -- with OAuth, ranks and roles are read from the list of memberships, some pages at a time. The page that is read next; null:
  -- the first
  memberships_page    text,
  -- when the first page of this reading was asked for
  memberships_read_at timestamptz
);

create trigger platform_connection_changed after insert or delete or update of group_id, credential, status on platform_connection
  for each row execute function notify_access_changed();

-- A new connection makes postponed rank changes due. Locked ones are retried within a minute.
create trigger platform_connection_made after insert on platform_connection
  for each row when (new.status = 'connected')
  execute function resume_after_connection();

create trigger platform_connection_renewed after update on platform_connection
  for each row when (new.status = 'connected' and (old.status <> 'connected' or old.connected_at is distinct from new.connected_at))
  execute function resume_after_connection();

-- # auth
-- API keys, and what they have taken.

-- Keys of the API; the secret is not stored.
create table api_key (
  community_id         text        not null               references community,
  key_id               text        not null               check (key_id ~ '^[0-9A-Za-z]{12}$'),
  name                 text        not null               check (length(name) between 1 and 100),
  -- SHA-256; 256 random bits need no slow hash
  key_hash             bytea       not null               check (length(key_hash) = 32),
  scopes               text[]      not null,
  enabled              boolean     not null default true,
  created_at           timestamptz not null default now(),
  -- at most once a minute
  last_used_at         timestamptz,
  expires_at           timestamptz,
  revoked_at           timestamptz,
  -- networks in CIDR notation; null: any
  allowed_addresses    text[]                             check (cardinality(allowed_addresses) between 1 and 100),
  -- the first key of the rotations; null: itself
  origin_key_id        text                               check (origin_key_id ~ '^[0-9A-Za-z]{12}$'),
  -- the key whose request created it; null: the operator
  creator_key_id       text                               check (creator_key_id ~ '^[0-9A-Za-z]{12}$'),
  -- the ids of requests and replies of the key are those of this domain; null: the account ids of the community
  domain               text                               check (domain ~ '^(universe|application|group)-[1-9][0-9]{0,19}$'),
  -- the ranks that the key may give, and the members that it may touch; all three null: any
  highest_rank_given   smallint             default 255   check (highest_rank_given between 0 and 255),
  lowest_rank_touched  smallint             default 0     check (lowest_rank_touched between 0 and 255),
  highest_rank_touched smallint             default 255,
  paused_at            timestamptz,
  -- it may act for a member of the group (X-On-Behalf-Of), and the audit log names both
  act_for              boolean     not null default false,
  -- the person who created it; null: a key or the operator
  creator_person_id    text,
  -- null: any number
  takes_per_hour_limit integer              default 300   check (takes_per_hour_limit >= 0),
  primary key (community_id, key_id),
  constraint api_key_check check (highest_rank_touched between lowest_rank_touched and 255),
  constraint api_key_bounds check (num_nulls(highest_rank_given, lowest_rank_touched, highest_rank_touched) in (0, 3))
);

-- for the operator's commands
create index api_key_by_id on api_key (key_id);

create index api_key_by_expiry on api_key (expires_at) where revoked_at is null and enabled;

-- lists of keys
create index api_key_list on api_key (community_id, created_at, key_id);

-- the number of live keys that keys have created
create index api_key_end on api_key (community_id, coalesce(least(expires_at, revoked_at), 'infinity'))
  where creator_key_id is not null;

-- the keys of a chain of rotations
create index api_key_origin on api_key (community_id, origin_key_id) where origin_key_id is not null;

-- what a person has created
create index api_key_creator_person on api_key (community_id, creator_person_id) where creator_person_id is not null;

-- not for last_used_at
create trigger api_key_changed after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at,
  allowed_addresses, highest_rank_given, lowest_rank_touched, highest_rank_touched, takes_per_hour_limit, paused_at, act_for
  on api_key
  for each row execute function notify_access_changed();

-- Keys of the first version, to answer their owners with a helpful error.
create table legacy_key (
  community_id text        not null               references community,
  key_hash     bytea       not null               check (length(key_hash) = 32),
  imported_at  timestamptz not null default now(),
  primary key (community_id, key_hash)
);

create trigger legacy_key_changed after insert or delete or update on legacy_key
  for each row execute function notify_access_changed();

-- What a taker has taken in the last hour: the keys of a chain of rotations, named by the first one, or a person.
create table take_window (
  community_id  text        not null references community,
  owner         text        not null,
  -- of the last take, since the epoch
  minute        bigint      not null,
  -- of that minute, then of the sixty before it
  taken         integer[]   not null check (cardinality(taken) = 61),
  -- when an excess was told, and that many members were given something (auth/gifts)
  told_at       timestamptz,
  gifts_told_at timestamptz,
  primary key (community_id, owner)
);

-- # members
-- Records of members, their links to chat accounts, and look-ups by name.

-- An account in a community: its points and awards, and names and roles as last read on the platform.
create table member (
  community_id        text        not null               references community,
  user_id             bigint      not null               check (user_id between 1 and 9007199254740991),
  -- null: not read yet
  username            text,
  display_name        text,
  experience          bigint      not null default 0     check (experience between -9007199254740991 and 9007199254740991),
  quota_points        bigint      not null default 0     check (quota_points between 0 and 9007199254740991),
  -- highest role; null: not in the group. No foreign key: roles may be deleted at any time.
  rank_unique_id      bigint,
  -- of all medals (spec, Limits: 1,000)
  medal_occurrences   integer     not null default 0     check (medal_occurrences between 0 and 1000),
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  synced_at           timestamptz,
  -- reads skip the join for members without qualifications; maintained by a trigger
  qualifications_held integer     not null default 0     check (qualifications_held >= 0),
  -- all roles as last read, by unique id; empty: read by a previous release
  role_ids            bigint[]    not null default '{}',
  -- named by a rank change that failed after a write: they are this server's, not given by hand
  unfinished_role_ids bigint[]    not null default '{}',
  -- when the platform last gave the account this name; null: at synced_at
  named_at            timestamptz,
  -- removals and bans by hand: when the member was last seen to have left the group, and the roles that it held before; null: it
  -- never was
  left_at             timestamptz,
  left_role_ids       bigint[],
  primary key (community_id, user_id)
-- for HOT updates
) with (fillfactor = 85);

create index member_by_username on member (community_id, lower(username));

-- members of a rank, by user id
create index member_by_rank on member (community_id, rank_unique_id, user_id);

-- for sorted lists and the leaderboard
create index member_by_experience on member (community_id, experience, user_id);

-- for lists by the last change
create index member_by_change on member (community_id, updated_at, user_id);

-- The experience at about every thousandth place of large communities.
create table leaderboard_step (
  community_id text        not null references community,
  experience   bigint      not null,
  -- members with this experience or more
  at_or_above  bigint      not null check (at_or_above > 0),
  counted_at   timestamptz not null,
  primary key (community_id, experience)
);

-- Links of platform accounts to chat accounts that a community made. They count before verified_account, which the operator fills
-- for every community.
create table account_link (
  community_id text        not null               references community,
  user_id      bigint      not null               check (user_id between 1 and 9007199254740991),
  chat_user_id text        not null               check (length(chat_user_id) between 1 and 32),
  -- how the link came about
  method       text        not null               check (method in ('key', 'game-code', 'chat-code', 'operator')),
  linked_at    timestamptz not null default now(),
  primary key (community_id, user_id)
);

create index account_link_chat on account_link (community_id, chat_user_id);

create trigger storage_insert after insert on account_link referencing new table as added
  for each statement execute function count_storage('verifications', '1');

create trigger storage_delete after delete on account_link referencing old table as removed
  for each statement execute function count_storage('verifications', '1');

-- One-time codes that link a platform account to a chat account: at most one for each account. A code is for one side of the
-- link.
create table link_code (
  community_id text        not null references community,
  -- HMAC-SHA256 with a key derived from ENCRYPTION_KEY
  code_hash    bytea       not null,
  user_id      bigint               check (user_id between 1 and 9007199254740991),
  chat_user_id text                 check (length(chat_user_id) between 1 and 32),
  expires_at   timestamptz not null,
  primary key (community_id, code_hash),
  constraint link_code_check check (num_nonnulls(user_id, chat_user_id) = 1)
);

-- Attempts to enter such a code.
create table link_attempt (
  community_id text        not null references community,
  -- HMAC of the account that entered codes, or of the community
  subject      bytea       not null,
  attempts     integer     not null check (attempts >= 0),
  -- the attempts count until then
  ends_at      timestamptz not null,
  primary key (community_id, subject)
);

-- Steps of a look-up by username that do not answer. Steps without a failure have no row.
create table name_step (
  -- the community whose credential the step uses; empty: the step uses none
  scope         text        not null check (length(scope) <= 100),
  step          text        not null check (length(step) between 1 and 50),
  -- in a row
  failures      integer     not null check (failures >= 1),
  failing_since timestamptz not null,
  -- of the last failure
  reason        text        not null check (length(reason) between 1 and 100),
  -- when the step was switched off; null: it is asked
  off_at        timestamptz,
  -- the next attempt of a step that is off
  retry_at      timestamptz,
  primary key (scope, step),
  constraint name_step_check check ((off_at is null) = (retry_at is null))
);

-- # identities
-- Accounts on the platform, and the ids that the platform gives them in a domain.

-- Chat accounts for every community, which the operator fills. Another chat account is a transfer.
create table verified_account (
  user_id      bigint                             primary key check (user_id between 1 and 9007199254740991),
  chat_user_id text        not null               check (length(chat_user_id) between 1 and 32),
  verified_at  timestamptz not null default now()
);

create index verified_account_chat on verified_account (chat_user_id);

-- Accounts that may not submit applications, in any community.
create table account_restriction (
  user_id       bigint                             primary key check (user_id between 1 and 9007199254740991),
  reason        text,
  restricted_at timestamptz not null default now()
);

-- What was done about an account; the log of communities is audit_entry.
create table account_audit_entry (
  audit_id bigint               generated always as identity primary key,
  at       timestamptz not null default now(),
  actor_id text        not null,
  action   text        not null,
  user_id  bigint,
  details  jsonb
);

-- Binds the owner of the tables too, but allows updates that only remove personal data.
create trigger account_audit_entry_guarded before delete or update on account_audit_entry
  for each row execute function guard_account_audit_entry();

create trigger account_audit_entry_kept before truncate on account_audit_entry
  for each statement execute function refuse_audit_truncate();

create trigger account_audit_entry_time before insert on account_audit_entry
  for each row when (new.at is distinct from now())
  execute function set_audit_time();

-- Ids that the platform gives an account in one domain: a universe, an application or a group. Elsewhere the number may be
-- another account's.
create table identity (
  community_id     text        not null               references community,
  -- the type of the domain and its id, such as universe-4242
  domain           text        not null               check (domain ~ '^(universe|application|group)-[1-9][0-9]{0,19}$'),
  id               bigint      not null               check (id between 1 and 9007199254740991),
  -- the account; null: reported, but not known whose it is
  user_id          bigint                             check (user_id between 1 and 9007199254740991),
  -- names as last reported
  username         text                               check (length(username) between 1 and 20),
  display_name     text                               check (length(display_name) <= 100),
  source           text        not null               check (source in ('report', 'name', 'oauth', 'operator', 'vendor')),
  reported_at      timestamptz not null default now(),
  resolved_at      timestamptz,
  -- a report or the platform contradicted the account
  conflict_at      timestamptz,
  -- the account that another id of the domain has; the id stays without account
  conflict_user_id bigint,
  primary key (community_id, domain, id),
  constraint identity_check check ((resolved_at is null) = (user_id is null)),
  constraint identity_check1 check (user_id is null or conflict_user_id is null)
);

create unique index identity_account on identity (community_id, domain, user_id) where user_id is not null;
create index identity_of_account on identity (community_id, user_id) where user_id is not null;
create index identity_name on identity (community_id, lower(username), reported_at) where user_id is not null;
create index identity_open on identity (community_id, reported_at) where user_id is null or conflict_at is not null;

-- of an erasure request, which names no community. As text: the planner preferred the index of the ids of all communities to the
-- primary key, which begins with the community.
create index identity_by_id on identity ((id::text));

create trigger storage_insert after insert on identity referencing new table as added
  for each statement execute function count_storage('identities', '1');

create trigger storage_delete after delete on identity referencing old table as removed
  for each statement execute function count_storage('identities', '1');

-- # people
-- People of the staff with their roles and sessions, and players who sign in to apply. Secrets are stored as SHA-256.

-- People of a community's staff, who sign in with a passkey, or with an account of the OpenID Connect issuer.
create table person (
  community_id          text        not null               references community,
  person_id             text        not null               check (person_id ~ '^per_[a-z2-7]{20}$'),
  name                  text        not null               check (length(name) between 1 and 100),
  -- a built-in role, or a staff_role
  role                  text        not null               check (role ~ '^[a-z][a-z0-9-]{0,39}$'),
  enabled               boolean     not null default true,
  created_at            timestamptz not null default now(),
  -- until it is used
  invitation_hash       bytea,
  invitation_expires_at timestamptz,
  -- the passkey; null before the registration
  credential_id         text                               check (length(credential_id) <= 1400),
  public_key            bytea,
  sign_count            bigint      not null default 0,
  -- when the last challenge that was accepted was made: an older one is a repetition
  challenged_at         timestamptz,
  last_sign_in_at       timestamptz,
  -- the ranks that the person may give, and the members that the person may touch; all three null: any
  highest_rank_given    smallint             default 255   check (highest_rank_given between 0 and 255),
  lowest_rank_touched   smallint             default 0     check (lowest_rank_touched between 0 and 255),
  highest_rank_touched  smallint             default 255,
  paused_at             timestamptz,
  -- the OpenID Connect issuer; null: the person has no account there
  issuer                text                               check (length(issuer) <= 500),
  -- the id of the account at the issuer (`sub`)
  subject               text                               check (length(subject) <= 255),
  -- the member that the person is bound to
  user_id               bigint                             check (user_id > 0),
  -- the role counts only while the member holds this rank or a higher one; null: always
  lowest_rank_unique_id bigint                             check (lowest_rank_unique_id > 0),
  -- of the last reading on the platform; null: not in the group
  rank_unique_id        bigint,
  rank_read_at          timestamptz,
  -- null: any number
  takes_per_hour_limit  integer              default 300   check (takes_per_hour_limit >= 0),
  -- who made the person, and who invited the person last: a key, a person, or the operator where both are null, as for a key
  creator_key_id        text,
  creator_person_id     text,
  inviter_key_id        text,
  inviter_person_id     text,
  primary key (community_id, person_id),
  constraint person_check check ((invitation_expires_at is null) = (invitation_hash is null)),
  constraint person_check1 check ((public_key is null) = (credential_id is null)),
  constraint person_check2 check (highest_rank_touched between lowest_rank_touched and 255),
  constraint person_bounds check (num_nulls(highest_rank_given, lowest_rank_touched, highest_rank_touched) in (0, 3)),
  constraint person_account check ((issuer is null) = (subject is null))
);

create index person_created on person (community_id, created_at, person_id);
create unique index person_issuer on person (community_id, issuer, subject) where issuer is not null;
create index person_subject on person (subject, issuer) where issuer is not null;
create index person_user on person (user_id) where user_id is not null;
create index person_by_rank on person (community_id, rank_read_at) where lowest_rank_unique_id is not null;
create index person_role on person (community_id, role);
create index person_creator_key on person (community_id, creator_key_id) where creator_key_id is not null;
create index person_creator_person on person (community_id, creator_person_id) where creator_person_id is not null;
create index person_inviter_key on person (community_id, inviter_key_id) where inviter_key_id is not null;
create index person_inviter_person on person (community_id, inviter_person_id) where inviter_person_id is not null;

create trigger storage_insert after insert on person referencing new table as added
  for each statement execute function count_storage('people', '1');

create trigger storage_delete after delete on person referencing old table as removed
  for each statement execute function count_storage('people', '1');

-- Sessions of people of the staff.
create table person_session (
  community_id text        not null,
  session_id   text        not null check (session_id ~ '^ses_[a-z2-7]{20}$'),
  person_id    text        not null,
  token_hash   bytea       not null,
  client       text                 check (length(client) <= 200),
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  -- when the person last proved to be the one; null: at the sign-in
  proved_at    timestamptz,
  primary key (community_id, session_id),
  foreign key (community_id, person_id) references person on delete cascade
);

create index person_session_created on person_session (community_id, created_at, session_id);
create index person_session_person on person_session (community_id, person_id, created_at);

-- Staff roles that a community defines itself, beside the built-in ones.
create table staff_role (
  community_id         text    not null             references community,
  name                 text    not null
    check (name ~ '^[a-z][a-z0-9-]{0,39}$' and name not in ('viewer', 'reviewer', 'moderator', 'officer', 'administrator')),
  scopes               text[]  not null             check (cardinality(scopes) between 1 and 100),
  -- of new people of the role; null: any number
  takes_per_hour_limit integer          default 300 check (takes_per_hour_limit >= 0),
  primary key (community_id, name)
);

-- One-time codes of players who sign in to apply: at most one for each account.
create table applicant_code (
  community_id text        not null references community,
  -- HMAC-SHA256 with a key derived from ENCRYPTION_KEY
  code_hash    bytea       not null,
  user_id      bigint      not null check (user_id between 1 and 9007199254740991),
  expires_at   timestamptz not null,
  primary key (community_id, code_hash)
);

create unique index applicant_code_account on applicant_code (community_id, user_id);

-- Sessions of players who sign in to apply. A session that has ended is deleted.
create table applicant_session (
  community_id text        not null references community,
  session_id   text        not null,
  user_id      bigint      not null check (user_id between 1 and 9007199254740991),
  token_hash   bytea       not null,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null,
  -- the linked chat account with which the applicant signed in: the session is valid while it is linked; null after a code
  chat_user_id text                 check (length(chat_user_id) between 1 and 32),
  -- SHA-256 of the state of the sign-in with the issuer, which counts once
  attempt_hash bytea,
  primary key (community_id, session_id)
);

create index applicant_session_account on applicant_session (community_id, user_id);
create unique index applicant_session_attempt on applicant_session (community_id, attempt_hash) where attempt_hash is not null;

-- # operations
-- The queue of operations on the platform: rank changes, roles that are no ranks, requests to join.

-- A status without a next one is final.
create table platform_operation_transition (
  from_status text not null,
  to_status   text not null,
  primary key (from_status, to_status)
);

insert into platform_operation_transition (from_status, to_status) values
  ('queued', 'dispatching'),
  ('queued', 'cancelled'),
  ('queued', 'failed'),
  ('dispatching', 'succeeded'),
  ('dispatching', 'failed'),
  -- nothing was sent, or sent writes are settled
  ('dispatching', 'queued'),
  -- nothing was sent in time
  ('dispatching', 'cancelled'),
  ('dispatching', 'outcome_pending'),
  ('outcome_pending', 'succeeded'),
  ('outcome_pending', 'failed'),
  -- not applied, or only in part
  ('outcome_pending', 'queued');

-- An operation, from its acceptance to its end.
create table platform_operation (
  community_id        text        not null                  references community,
  operation_id        text        not null                  check (operation_id ~ '^op_[a-z2-7]{20}$'),
  -- order of acceptance
  seq                 bigint      not null generated always as identity,
  -- role.assign and role.unassign: roles that are no ranks. join.accept and join.decline: requests to join the group
  kind                text        not null
    check (kind in ('rank.set', 'rank.promote', 'rank.demote', 'rank.auto', 'rank.suspend', 'rank.restore', 'role.assign',
    'role.unassign', 'join.accept', 'join.decline')),
  user_id             bigint      not null,
  -- the role; null for requests to join
  target_unique_id    bigint,
  status              text        not null default 'queued'
    check (status in ('queued', 'dispatching', 'outcome_pending', 'succeeded', 'failed', 'cancelled')),
  -- an error code of the contract or an internal word
  reason              text,
  -- a caller waits; after its error nothing more is sent
  awaited             boolean     not null,
  -- a caller waits for it or for a later one of the member
  urgent              boolean     not null,
  -- servers of earlier releases write it, and nothing reads it any more; a later release drops it
  first_in_line       boolean     not null default true,
  -- next dispatch or read
  not_before          timestamptz not null default now(),
  -- until then an unanswered write may still be applied
  settle_at           timestamptz,
  -- of the first write
  deadline_at         timestamptz not null,
  -- lease and fencing counter
  worker_id           text,
  lease_until         timestamptz,
  claims              integer     not null default 0,
  -- a write may have had an effect
  sent                boolean     not null default false,
  -- writes sent: {verb, role, at}
  steps               jsonb       not null default '[]',
  -- consecutive, for the growing delay
  failures            integer     not null default 0,
  -- checked again before the first write
  actor_kind          text        not null,
  actor_id            text        not null,
  required_scope      text,
  required_feature    text,
  request_id          text,
  created_at          timestamptz not null default now(),
  dispatched_at       timestamptz,
  completed_at        timestamptz,
  error_code          text,
  error_message       text,
  retry_after_seconds integer,
  result              jsonb,
  -- null: requested by a caller
  event_id            text,
  -- of an account that is not resolved: not_before is infinity until a job resolves it, and user_id is a negative hash of the
  -- name
  username            text                                  check (length(username) between 1 and 100),
  supersede           boolean     not null default false,
  -- roles assigned and unassigned; not in result, because the server of a previous release sends that as it is
  roles_written       jsonb,
  -- for what it takes back: {reversalId, reason, entries, found}; `found`: the rank that the member must hold
  reversal            jsonb,
  -- the member for whom a key acted (X-On-Behalf-Of)
  on_behalf_of        bigint,
  -- it was counted as a take when its first write was recorded, and is not counted again
  take_counted        boolean     not null default false,
  -- author_bounds of what gives the rank or role; null: it has none, or a caller asked for the change
  gift_bounds         jsonb,
  primary key (community_id, operation_id),
  constraint platform_operation_ended check ((status in ('succeeded', 'failed', 'cancelled')) = (completed_at is not null)),
  constraint platform_operation_error check ((status in ('failed', 'cancelled')) = (error_code is not null))
);

-- one per member
create unique index platform_operation_running on platform_operation (community_id, user_id)
  where status in ('dispatching', 'outcome_pending');

create index platform_operation_line on platform_operation (community_id, user_id, seq)
  where status in ('queued', 'dispatching', 'outcome_pending');

-- partial: an index that the planner takes for empty is read whole
create index platform_operation_deadline on platform_operation (deadline_at) where status = 'queued' and not sent;

create index platform_operation_pending on platform_operation (not_before)
  where status = 'outcome_pending' or (status = 'queued' and sent);

create index platform_operation_lease on platform_operation (lease_until) where status in ('dispatching', 'outcome_pending');

-- for lists
create index platform_operation_newest on platform_operation (community_id, seq desc);

-- for deletion
create index platform_operation_completed on platform_operation (completed_at) where completed_at is not null;

-- pending ones
create index platform_operation_of_event on platform_operation (community_id, event_id, seq)
  where event_id is not null and status in ('queued', 'dispatching', 'outcome_pending');

-- failures of the last day in all communities
create index platform_operation_failed on platform_operation (completed_at, community_id, error_code)
  where status in ('failed', 'cancelled');

-- The claim decides which one is the head of its member's queue.
create index platform_operation_due on platform_operation (urgent, community_id, not_before, seq) where status = 'queued';

-- Lists of operations of one status. Nearly all have succeeded, and their list reads the index on all.
create index platform_operation_of_status on platform_operation (community_id, status, seq desc) where status <> 'succeeded';

-- lists of operations of one account
create index platform_operation_of_account on platform_operation (community_id, user_id, seq desc);

create trigger platform_operation_guard before update on platform_operation
  for each row execute function guard_platform_operation();

create trigger platform_operation_accepted after insert on platform_operation
  for each row execute function record_platform_operation();

create trigger platform_operation_moved after update of status on platform_operation
  for each row when (old.status <> new.status)
  execute function record_platform_operation();

create trigger platform_operation_over after update of status on platform_operation
  for each row when (new.completed_at is not null and old.completed_at is null)
  execute function end_platform_operation();

-- Triggers fire by name: this one locks the suspension before the member's next rank change, as lifting does.
create trigger platform_operation_advances_suspension after update of status on platform_operation
  for each row when (new.kind in ('rank.suspend', 'rank.restore') and new.completed_at is not null and old.completed_at is null)
  execute function advance_suspension();

create trigger platform_operation_event_over after update of status on platform_operation
  for each row when (new.event_id is not null and new.completed_at is not null and old.completed_at is null)
  execute function end_event_rank_change();

create trigger platform_operation_end_audited after update of status on platform_operation
  for each row when (new.completed_at is not null and old.completed_at is null)
  execute function audit_platform_operation_end();

create trigger platform_operation_username before update of status on platform_operation
  for each row when (new.completed_at is not null and new.username is not null)
  execute function forget_operation_username();

-- Marks the lanes of communities in dispatch_lane.
create trigger platform_operation_new_marks after insert on platform_operation referencing new table as added
  for each statement execute function mark_lanes_of_new();

create trigger platform_operation_changed_marks after update on platform_operation referencing new table as changed
  for each statement execute function mark_lanes_of_changed();

create trigger platform_operation_reversal_over after update of status on platform_operation
  for each row when (new.reversal is not null and new.completed_at is not null and old.completed_at is null)
  execute function end_reversal_operation();

-- Append-only. What has happened to an operation.
create table platform_operation_history (
  community_id text        not null,
  operation_id text        not null,
  history_id   bigint      not null generated always as identity,
  at           timestamptz not null default clock_timestamp(),
  from_status  text,
  to_status    text        not null,
  reason       text,
  worker_id    text,
  primary key (community_id, operation_id, history_id),
  foreign key (community_id, operation_id) references platform_operation on delete cascade
);

create trigger platform_operation_history_kept before delete or update on platform_operation_history
  for each row execute function refuse_history_change();

-- Idempotency keys of rank changes, kept until 24 hours after the end of the rank change.
create table idempotency_key (
  community_id text        not null,
  key          text        not null               check (length(key) between 1 and 255),
  -- SHA-256 of the normalised body
  fingerprint  bytea       not null               check (length(fingerprint) = 32),
  operation_id text        not null,
  created_at   timestamptz not null default now(),
  -- origin_key_id of the API key, or another caller; empty: by an earlier release, and it counts for every key
  owner        text        not null default ''    check (length(owner) <= 200),
  primary key (community_id, key, owner),
  foreign key (community_id, operation_id) references platform_operation on delete cascade
);

create index idempotency_key_operation on idempotency_key (community_id, operation_id);

create trigger idempotency_key_unowned before insert on idempotency_key
  for each row execute function share_unowned_idempotency_key();

-- Last turn of each community, its pause, and marks, which the claim reads instead of every community.
create table dispatch_lane (
  community_id text                               primary key references community,
  turn_at      timestamptz,
  paused_at    timestamptz,
  -- some queued rank change may be claimed now
  urgent_ready boolean     not null default false,
  bulk_ready   boolean     not null default false,
  -- then it becomes ready; null: when something changes
  urgent_until timestamptz,
  bulk_until   timestamptz
);

create index dispatch_lane_urgent on dispatch_lane (turn_at nulls first, community_id) where urgent_ready and paused_at is null;
create index dispatch_lane_bulk on dispatch_lane (turn_at nulls first, community_id) where bulk_ready and paused_at is null;
create index dispatch_lane_urgent_until on dispatch_lane (urgent_until) where urgent_until is not null;
create index dispatch_lane_bulk_until on dispatch_lane (bulk_until) where bulk_until is not null;

-- Pause of the deployment: one row.
create table dispatch_switch (
  only_row  boolean     default true primary key check (only_row),
  paused_at timestamptz
);

insert into dispatch_switch (only_row, paused_at) values
  (true, null);

-- Calls used per owner of a credential.
create table platform_budget (
  owner             text                                     primary key,
  per_minute        integer     not null                     check (per_minute > 0),
  window_started_at timestamptz not null default now(),
  used              integer     not null default 0,
  -- nothing is sent before
  blocked_until     timestamptz not null default '-infinity',
  -- consecutive 429s, for the delay without Retry-After
  throttles         integer     not null default 0
);

-- # idempotency
-- Effects that a repeated request has once.

-- What a request with an Idempotency-Key has done, for 24 hours, and its answer, which a repeated request gets again. Rank
-- changes have theirs in idempotency_key.
create table request_key (
  community_id text        not null               references community,
  -- origin_key_id of the API key
  owner        text        not null               check (length(owner) <= 200),
  -- SHA-256: a key may contain personal data
  key          bytea       not null               check (length(key) = 32),
  -- SHA-256 of the key and the request
  fingerprint  bytea       not null               check (length(fingerprint) = 32),
  -- ids with which a repeated request waits for its answer; {}: it waits for nothing. Null only in the transaction of the effect
  effect       jsonb                              check (octet_length(effect::text) <= 2000),
  created_at   timestamptz not null default now(),
  -- status, headers and body, under ENCRYPTION_KEY; null: not made yet, or erased
  reply        bytea                              check (octet_length(reply) <= 1048576),
  -- accounts that the answer names
  user_ids     bigint[]    not null default '{}',
  primary key (community_id, owner, key)
);

create index request_key_created on request_key (created_at);

-- counted by the update that ends the transaction of the effect, so that the count is locked for a moment only
create trigger storage_update after update on request_key referencing old table as removed new table as added
  for each statement execute function count_storage('request-keys',
  '(effect is not null)::integer + coalesce(octet_length(reply), 0) / 1024');

-- A key counts once, and once more for each KiB of its answer.
create trigger storage_delete after delete on request_key referencing old table as removed
  for each statement execute function count_storage('request-keys', '1 + coalesce(octet_length(reply), 0) / 1024');

-- # awards
-- Medals, qualifications and their holders. By id, so that a rename keeps awards.

-- The medals of a community.
create table medal (
  community_id   text        not null               references community,
  medal_id       bigint      not null generated always as identity,
  name           text        not null               check (length(name) between 1 and 100),
  created_at     timestamptz not null default now(),
  description    text        not null default ''    check (length(description) <= 500),
  -- kept, but not awarded
  archived       boolean     not null default false,
  updated_at     timestamptz not null default now(),
  -- the role that holders have. No foreign key: roles may be deleted
  role_unique_id bigint,
  -- of who bound the role, as of application_version
  author_bounds  jsonb,
  primary key (community_id, medal_id)
);

-- An update of a column in a unique index blocks foreign key checks; partial indexes cannot be referenced, so renames and awards
-- do not block each other. The predicate is always true.
create unique index medal_by_name on medal (community_id, name) where name is not null;

-- with a filter on archived
create index medal_list on medal (community_id, archived, name);

create trigger medal_renamed after update of name on medal
  for each row when (old.name <> new.name)
  execute function follow_renamed_medal();

create trigger storage_insert after insert on medal referencing new table as added
  for each statement execute function count_storage('medals', '1');

create trigger storage_delete after delete on medal referencing old table as removed
  for each statement execute function count_storage('medals', '1');

-- Who holds a medal, and how often.
create table member_medal (
  community_id text        not null,
  user_id      bigint      not null,
  medal_id     bigint      not null,
  count        integer     not null               check (count between 1 and 1000),
  awarded_at   timestamptz not null default now(),
  primary key (community_id, user_id, medal_id),
  foreign key (community_id, medal_id) references medal,
  -- awards inserted during an erasure go with the member
  foreign key (community_id, user_id) references member on delete cascade
);

-- holders of a medal, by user id
create index member_medal_by_medal on member_medal (community_id, medal_id, user_id);

-- The qualifications of a community.
create table qualification (
  community_id     text        not null               references community,
  qualification_id bigint      not null generated always as identity,
  name             text        not null               check (length(name) between 1 and 100),
  created_at       timestamptz not null default now(),
  description      text        not null default ''    check (length(description) <= 500),
  archived         boolean     not null default false,
  updated_at       timestamptz not null default now(),
  -- the role that holders have. No foreign key: roles may be deleted
  role_unique_id   bigint,
  -- of who bound the role, as of application_version
  author_bounds    jsonb,
  primary key (community_id, qualification_id)
);

create unique index qualification_by_name on qualification (community_id, name) where name is not null;
create index qualification_list on qualification (community_id, archived, name);

create trigger storage_insert after insert on qualification referencing new table as added
  for each statement execute function count_storage('qualifications', '1');

create trigger storage_delete after delete on qualification referencing old table as removed
  for each statement execute function count_storage('qualifications', '1');

-- Who holds a qualification.
create table member_qualification (
  community_id     text        not null,
  user_id          bigint      not null,
  qualification_id bigint      not null,
  awarded_at       timestamptz not null default now(),
  primary key (community_id, user_id, qualification_id),
  foreign key (community_id, qualification_id) references qualification,
  -- as for medals
  foreign key (community_id, user_id) references member on delete cascade
);

-- holders of a qualification, by user id
create index member_qualification_by_qualification on member_qualification (community_id, qualification_id, user_id);

create trigger member_qualification_counted after insert or delete on member_qualification
  for each row execute function count_qualification();

-- Outcomes of batches, for repeated requests; kept 24 hours.
create table award_batch (
  community_id text        not null               references community,
  batch_id     text        not null               check (batch_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- SHA-256 of the normalised entries
  fingerprint  bytea       not null               check (length(fingerprint) = 32),
  -- in order; empty only while it is applied
  outcome      jsonb       not null default '[]'  check (jsonb_typeof(outcome) = 'array'),
  created_at   timestamptz not null default now(),
  -- origin_key_id of the API key: a rotated key keeps its batches; empty: by an earlier release
  owner        text        not null default ''    check (length(owner) <= 200),
  primary key (community_id, batch_id, owner)
);

create index award_batch_created on award_batch (created_at);

-- Inserted as `[]`; the outcome comes with the update that ends the batch.
create trigger storage_update after update on award_batch referencing old table as removed new table as added
  for each statement execute function count_storage('batches', 'octet_length(outcome::text) - 2');

create trigger storage_delete after delete on award_batch referencing old table as removed
  for each statement execute function count_storage('batches', 'octet_length(outcome::text) - 2');

-- # moderation
-- Blacklists, warnings and suspensions.

-- Blacklisted accounts and groups.
create table blacklist_entry (
  community_id       text        not null               references community,
  -- random: counted ids reveal the activity of others
  blacklist_entry_id text        not null,
  user_id            bigint,
  reason             text,
  created_at         timestamptz not null default now(),
  expires_at         timestamptz,
  lifted_at          timestamptz,
  -- blacklists every account in the platform group
  group_id           bigint                             check (group_id between 1 and 9007199254740991),
  evidence_url       text                               check (length(evidence_url) between 1 and 500),
  -- null: older than this column
  created_by_kind    text                               check (created_by_kind in ('key', 'operator', 'person')),
  created_by_id      text,
  lifted_by_kind     text                               check (lifted_by_kind in ('key', 'operator', 'person')),
  lifted_by_id       text,
  lift_reason        text                               check (length(lift_reason) between 1 and 256),
  -- expired, may be replaced. An index predicate cannot use the clock; set by the transaction that inserts the next entry
  expiry_noted       boolean     not null default false,
  primary key (community_id, blacklist_entry_id),
  constraint blacklist_entry_subject check (num_nonnulls(user_id, group_id) = 1),
  constraint blacklist_entry_reason check (length(reason) between 1 and 256),
  constraint blacklist_entry_creator check ((created_by_kind is null) = (created_by_id is null)),
  constraint blacklist_entry_lifter
    check ((lifted_by_kind is null) = (lifted_by_id is null) and (lifted_by_kind is null or lifted_at is not null)),
  constraint blacklist_entry_lift_reason check (lift_reason is null or lifted_at is not null),
  constraint blacklist_entry_one_end check (not (expiry_noted and (lifted_at is not null or expires_at is null))),
  constraint blacklist_entry_id check (blacklist_entry_id ~ '^ble_[a-z2-7]{20}$')
);

-- also for the blacklist check
create unique index blacklist_entry_live_account on blacklist_entry (community_id, user_id)
  where lifted_at is null and not expiry_noted and user_id is not null;

create unique index blacklist_entry_live_group on blacklist_entry (community_id, group_id)
  where lifted_at is null and not expiry_noted and group_id is not null;

create index blacklist_entry_newest on blacklist_entry (community_id, created_at desc, blacklist_entry_id desc);

create index blacklist_entry_newest_live on blacklist_entry (community_id, created_at desc, blacklist_entry_id desc)
  where lifted_at is null and not expiry_noted;

create index blacklist_entry_by_account on blacklist_entry (community_id, user_id, created_at desc, blacklist_entry_id desc)
  where user_id is not null;

create index blacklist_entry_by_group on blacklist_entry (community_id, group_id, created_at desc, blacklist_entry_id desc)
  where group_id is not null;

-- without those in force indefinitely, the most
create index blacklist_entry_newest_ended on blacklist_entry (community_id, created_at desc, blacklist_entry_id desc)
  where lifted_at is not null or expiry_noted or expires_at is not null;

-- In force now.
create view live_blacklist_entry as
  select *
  from blacklist_entry
  where lifted_at is null and not expiry_noted and (expires_at is null or expires_at > now());

create trigger storage_insert after insert on blacklist_entry referencing new table as added
  for each statement execute function count_storage('moderation', '1');

create trigger storage_delete after delete on blacklist_entry referencing old table as removed
  for each statement execute function count_storage('moderation', '1');

-- Moves a member to a suspended rank, then restores the former one; blocks other rank changes of the member until it ends. The
-- row is the only state: any worker's sweep finds what is due, and the end of a rank change advances it.
create table suspension (
  community_id        text        not null                    references community,
  suspension_id       text        not null default 'sus_' || translate(substr(md5((gen_random_uuid())::text), 1, 20), '0189', '2345'),
  user_id             bigint      not null,
  reason              text,
  created_at          timestamptz not null default now(),
  ends_at             timestamptz not null,
  lifted_at           timestamptz,
  state               text        not null default 'active'   check (state in ('suspending', 'active', 'restoring', 'ended')),
  -- null: the current rank is kept
  suspended_unique_id bigint,
  -- null until the move
  former_unique_id    bigint,
  -- the latest rank change
  operation_id        text,
  actor_kind          text        not null default 'operator',
  actor_id            text        not null default 'operator',
  lifted_by_kind      text,
  lifted_by_id        text,
  ended_at            timestamptz,
  -- superseded  changed manually, left the group, or the former rank was deleted
  -- failed      not moved
  -- unrestored  rejected by the platform, or cancelled
  -- kept        no rank to restore
  outcome             text
    check (outcome in ('restored', 'superseded', 'failed', 'unrestored', 'kept')),
  -- of the rank change
  error_code          text,
  -- the ranks that the move took; null: only former_unique_id is known
  former_role_ids     bigint[],
  -- of who set its end or lifted it, as of application_version
  author_bounds       jsonb,
  primary key (community_id, suspension_id),
  constraint suspension_id_form check (suspension_id ~ '^sus_[a-z2-7]{20}$'),
  constraint suspension_ended check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (outcome is not null)),
  constraint suspension_lifted check ((lifted_by_kind is null) = (lifted_by_id is null)),
  constraint suspension_moves
    check (state not in ('suspending', 'restoring') or (suspended_unique_id is not null and operation_id is not null)),
  constraint suspension_former check (state <> 'restoring' or former_unique_id is not null)
);

-- one per member
create unique index suspension_live on suspension (community_id, user_id) where state <> 'ended';

-- least() ignores nulls
create index suspension_due on suspension (least(ends_at, lifted_at)) where state = 'active';

-- for the lists
create index suspension_newest on suspension (community_id, created_at desc, suspension_id desc);

create index suspension_newest_of_state on suspension (community_id, state, created_at desc, suspension_id desc);
create index suspension_newest_of_user on suspension (community_id, user_id, created_at desc, suspension_id desc);
create index suspension_newest_live on suspension (community_id, created_at desc, suspension_id desc) where state <> 'ended';

-- Until the former rank is restored, or the end when it was kept.
create view live_suspension as
  select community_id, suspension_id, user_id, reason, created_at, ends_at, lifted_at, state, suspended_unique_id, former_unique_id,
    operation_id, actor_kind, actor_id, lifted_by_kind, lifted_by_id, ended_at, outcome, error_code
  from suspension
  where state <> 'ended' and (suspended_unique_id is not null or ends_at > now());

create trigger suspension_guard before update on suspension for each row execute function guard_suspension();

create trigger storage_insert after insert on suspension referencing new table as added
  for each statement execute function count_storage('moderation', '1');

create trigger storage_delete after delete on suspension referencing old table as removed
  for each statement execute function count_storage('moderation', '1');

-- Warnings of accounts, with points.
create table warning (
  community_id    text        not null               references community,
  warning_id      text        not null               check (warning_id ~ '^wrn_[a-z2-7]{20}$'),
  user_id         bigint      not null               check (user_id between 1 and 9007199254740991),
  -- null once erased
  reason          text                               check (length(reason) between 1 and 256),
  points          integer     not null               check (points between 1 and 100),
  issued_by_kind  text        not null               check (issued_by_kind in ('key', 'operator', 'person')),
  issued_by_id    text        not null,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz,
  revoked_at      timestamptz,
  revoked_by_kind text                               check (revoked_by_kind in ('key', 'operator', 'person')),
  revoked_by_id   text,
  revoke_reason   text                               check (length(revoke_reason) between 1 and 256),
  primary key (community_id, warning_id),
  constraint warning_check
    check ((revoked_at is null) = (revoked_by_kind is null) and (revoked_at is null) = (revoked_by_id is null)),
  constraint warning_check1 check (revoke_reason is null or revoked_at is not null)
);

create index warning_newest on warning (community_id, created_at desc, warning_id desc);
create index warning_newest_live on warning (community_id, created_at desc, warning_id desc) where revoked_at is null;
create index warning_by_account on warning (community_id, user_id, created_at desc, warning_id desc);

create index warning_newest_ended on warning (community_id, created_at desc, warning_id desc)
  where revoked_at is not null or expires_at is not null;

-- In force now.
create view live_warning as
  select *
  from warning
  where revoked_at is null and (expires_at is null or expires_at > now());

create trigger storage_insert after insert on warning referencing new table as added
  for each statement execute function count_storage('moderation', '1');

create trigger storage_delete after delete on warning referencing old table as removed
  for each statement execute function count_storage('moderation', '1');

-- A state without a next one is final.
create table suspension_transition (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
);

insert into suspension_transition (from_state, to_state) values
  -- moved
  ('suspending', 'active'),
  -- the move failed
  ('suspending', 'ended'),
  -- the restoration is queued in the same transaction
  ('active', 'restoring'),
  -- not moved
  ('active', 'ended'),
  -- or nothing to restore
  ('restoring', 'ended');

-- The rank that suspended members get.
create table suspension_settings (
  community_id   text                               primary key references community,
  -- No foreign key: roles may be deleted.
  rank_unique_id bigint      not null,
  updated_at     timestamptz not null default now(),
  -- of who stored the suspended rank, as of application_version
  author_bounds  jsonb
);

-- # applications
-- Forms, their versions and templates, responses, and messages about them.

-- Forms.
create table application (
  community_id      text        not null               references community,
  application_id    text        not null               check (application_id ~ '^app_[a-z2-7]{20}$'),
  -- see application_version
  version           integer     not null               check (version > 0),
  -- argon2id in PHC format; null: none
  password_hash     text,
  -- a join requirement
  required          boolean     not null default false,
  -- of the current version
  name              text        not null,
  description       text        not null,
  state             text        not null               check (state in ('open', 'closed')),
  question_count    integer     not null,
  automatic_grading boolean     not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- responses stay readable
  deleted_at        timestamptz,
  primary key (community_id, application_id),
  constraint application_check check (not (required and deleted_at is not null)),
  constraint application_check1 check (not (required and state = 'closed'))
);

create index application_newest on application (community_id, created_at desc, application_id desc) where deleted_at is null;

-- versions of deleted forms are kept for 32 days
create index application_deleted on application (deleted_at) where deleted_at is not null;

-- A form that was deleted keeps its row, for the responses.
create trigger storage_insert after insert on application referencing new table as added
  for each statement execute function count_storage('forms', '256 + octet_length(description)');

create trigger storage_update after update on application referencing old table as removed new table as added
  for each statement execute function count_storage('forms', '256 + octet_length(description)');

create trigger storage_delete after delete on application referencing old table as removed
  for each statement execute function count_storage('forms', '256 + octet_length(description)');

-- Append-only: responses keep their questions.
create table application_version (
  community_id   text        not null,
  application_id text        not null,
  version        integer     not null,
  definition     jsonb       not null,
  created_at     timestamptz not null default now(),
  -- the version whose submissions also count: updates of state or password do not reopen; null: itself
  round_version  integer,
  -- the bounds on ranks of the author of the latest change that had to be authorised (contract: x-gives-stored): they hold when
  -- it gives. An object of highestGiven, lowestTouched and highestTouched; null: without bounds, as everything that was stored
  -- before
  author_bounds  jsonb,
  primary key (community_id, application_id, version),
  foreign key (community_id, application_id) references application,
  constraint application_version_check1 check (round_version between 1 and version)
);

create trigger storage_insert after insert on application_version referencing new table as added
  for each statement execute function count_storage('forms', '256 + octet_length(definition::text)');

create trigger storage_update after update on application_version referencing old table as removed new table as added
  for each statement execute function count_storage('forms', '256 + octet_length(definition::text)');

create trigger storage_delete after delete on application_version referencing old table as removed
  for each statement execute function count_storage('forms', '256 + octet_length(definition::text)');

-- Templates of forms.
create table application_template (
  community_id     text        not null               references community,
  template_id      text        not null               check (template_id ~ '^tpl_[a-z2-7]{20}$'),
  name             text        not null,
  definition       jsonb       not null,
  created_at       timestamptz not null default now(),
  -- pages are cut by size without reading definitions
  definition_bytes integer     not null generated always as (octet_length(definition::text)) stored,
  primary key (community_id, template_id)
);

create index application_template_newest on application_template (community_id, created_at desc, template_id desc);

create trigger storage_insert after insert on application_template referencing new table as added
  for each statement execute function count_storage('templates', '256 + definition_bytes');

create trigger storage_update after update on application_template referencing old table as removed new table as added
  for each statement execute function count_storage('templates', '256 + definition_bytes');

create trigger storage_delete after delete on application_template referencing old table as removed
  for each statement execute function count_storage('templates', '256 + definition_bytes');

-- Responses of applicants to a version of a form.
create table application_response (
  community_id        text        not null               references community,
  response_id         text        not null               check (response_id ~ '^rsp_[a-z2-7]{20}$'),
  application_id      text        not null,
  application_version integer     not null,
  user_id             bigint      not null,
  -- at submission; null: erased
  chat_user_id        text,
  status              text        not null               check (status in ('Pending', 'Passed', 'Failed')),
  revision            integer     not null default 1,
  -- null: not graded
  correct             integer,
  graded              integer,
  -- without answer keys; null: erased
  questions           jsonb,
  answers             jsonb,
  private_note        text,
  applicant_feedback  text,
  decided_by_kind     text,
  decided_by_id       text,
  submitted_at        timestamptz not null default now(),
  reviewed_at         timestamptz,
  erased_at           timestamptz,
  -- names of an applicant who is not a member
  username            text                               check (length(username) between 1 and 100),
  display_name        text                               check (length(display_name) <= 100),
  primary key (community_id, response_id),
  constraint one_submission_per_version unique (community_id, application_id, application_version, user_id),
  constraint application_response_check check ((status = 'Pending') = (reviewed_at is null))
);

create index application_response_newest
  on application_response (community_id, application_id, submitted_at desc, response_id desc);

create index application_response_by_status
  on application_response (community_id, application_id, status, submitted_at desc, response_id desc);

create index application_response_by_user
  on application_response (community_id, application_id, user_id, submitted_at desc, response_id desc);

-- Removes them when the response is erased, by an earlier release too.
create trigger application_response_names before update of erased_at on application_response
  for each row when (new.erased_at is not null)
  execute function remove_applicant_names();

-- Wrong passwords of a form, for the growing delay.
create table password_guess (
  community_id   text        not null,
  application_id text        not null,
  user_id        bigint      not null,
  failures       integer     not null,
  blocked_until  timestamptz not null default now(),
  primary key (community_id, application_id, user_id),
  foreign key (community_id, application_id) references application
);

-- For the dashboard.
create table notification (
  community_id    text        not null               references community,
  notification_id bigint      not null generated always as identity,
  kind            text        not null
    check (kind in ('response.decided', 'key.limited', 'person.limited', 'key.dependants', 'person.dependants')),
  -- null: about a key or a person of the staff, who are no account
  user_id         bigint,
  payload         jsonb       not null,
  created_at      timestamptz not null default now(),
  primary key (community_id, notification_id)
);

-- Messages about a decided response, at most one for each.
create table result_message (
  community_id text        not null,
  response_id  text        not null,
  status       text        not null default 'queued' check (status in ('queued', 'sent', 'closed', 'failed')),
  attempts     integer     not null default 0,
  error        text,
  queued_at    timestamptz not null default now(),
  finished_at  timestamptz,
  primary key (community_id, response_id),
  foreign key (community_id, response_id) references application_response
);

-- # events
-- Events, attendees and their awards.

-- Kinds of events.
create table event_type (
  community_id  text        not null               references community,
  event_type_id text        not null               check (event_type_id ~ '^ety_[a-z2-7]{20}$'),
  name          text        not null               check (length(name) between 1 and 100),
  description   text        not null default ''    check (length(description) <= 2000),
  -- default for new events
  awards        jsonb       not null default '[]'  check (jsonb_typeof(awards) = 'array'),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  archived_at   timestamptz,
  primary key (community_id, event_type_id),
  constraint event_type_name unique (community_id, name)
);

create index event_type_newest on event_type (community_id, created_at desc, event_type_id desc);

create trigger storage_insert after insert on event_type referencing new table as added
  for each statement execute function count_storage('events', '256 + octet_length(description) + octet_length(awards::text)');

create trigger storage_update after update on event_type referencing old table as removed new table as added
  for each statement execute function count_storage('events', '256 + octet_length(description) + octet_length(awards::text)');

create trigger storage_delete after delete on event_type referencing old table as removed
  for each statement execute function count_storage('events', '256 + octet_length(description) + octet_length(awards::text)');

-- A state without a next one is final.
create table event_transition (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
);

insert into event_transition (from_state, to_state) values
  ('scheduled', 'active'),
  ('scheduled', 'cancelled'),
  ('active', 'finished'),
  ('active', 'cancelled');

-- Events.
create table event (
  community_id   text        not null                     references community,
  event_id       text        not null                     check (event_id ~ '^evt_[a-z2-7]{20}$'),
  event_type_id  text        not null,
  name           text        not null                     check (length(name) between 1 and 100),
  description    text        not null default ''          check (length(description) <= 2000),
  state          text        not null default 'scheduled' check (state in ('scheduled', 'active', 'finished', 'cancelled')),
  starts_at      timestamptz not null,
  ends_at        timestamptz,
  host_user_id   bigint                                   check (host_user_id between 1 and 9007199254740991),
  -- copied from the type
  awards         jsonb       not null default '[]'        check (jsonb_typeof(awards) = 'array'),
  -- holds the limit for concurrent writers
  attendee_count integer     not null default 0,
  started_at     timestamptz,
  finished_at    timestamptz,
  cancelled_at   timestamptz,
  cancel_reason  text                                     check (length(cancel_reason) between 1 and 500),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  -- as of application_version
  author_bounds  jsonb,
  primary key (community_id, event_id),
  foreign key (community_id, event_type_id) references event_type,
  constraint event_full check (attendee_count between 0 and 1000),
  constraint event_order check (ends_at >= starts_at),
  constraint event_finished check ((state = 'finished') = (finished_at is not null)),
  constraint event_cancelled check ((state = 'cancelled') = (cancelled_at is not null)),
  constraint event_reason check (cancel_reason is null or state = 'cancelled')
);

-- for the lists, with each filter
create index event_newest on event (community_id, starts_at desc, event_id desc);

create index event_newest_in_state on event (community_id, state, starts_at desc, event_id desc);
create index event_newest_of_type on event (community_id, event_type_id, starts_at desc, event_id desc);
create index event_of_host on event (host_user_id) where host_user_id is not null;

create trigger event_guard before update on event for each row execute function guard_event();

-- The room for what finishing stores is taken with each attendee, so that no finish is refused.
create trigger storage_insert after insert on event referencing new table as added
  for each statement execute function count_storage('events',
  '256 + octet_length(description) + (attendee_count + 1)::bigint * (256 + octet_length(awards::text))');

create trigger storage_update after update on event referencing old table as removed new table as added
  for each statement execute function count_storage('events',
  '256 + octet_length(description) + (attendee_count + 1)::bigint * (256 + octet_length(awards::text))');

create trigger storage_delete after delete on event referencing old table as removed
  for each statement execute function count_storage('events',
  '256 + octet_length(description) + (attendee_count + 1)::bigint * (256 + octet_length(awards::text))');

-- Who takes part in an event, and who was there.
create table event_attendee (
  community_id text        not null,
  event_id     text        not null,
  user_id      bigint      not null,
  role         text        not null               check (role in ('host', 'co-host', 'staff', 'participant')),
  attendance   text        not null               check (attendance in ('registered', 'present', 'absent', 'excused')),
  added_at     timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (community_id, event_id, user_id),
  foreign key (community_id, event_id) references event,
  -- as for medals
  foreign key (community_id, user_id) references member on delete cascade
);

-- for exports
create index event_attendee_of_member on event_attendee (community_id, user_id);

create trigger event_attendee_guard before insert or delete or update on event_attendee
  for each row execute function guard_event_attendee();

-- The primary key ensures one award of each kind.
create table event_award (
  community_id text        not null,
  event_id     text        not null,
  user_id      bigint      not null,
  kind         text        not null               check (kind in ('experience', 'quotaPoints', 'medals', 'rank')),
  -- by the rules, applied, audit entry
  amount       bigint,
  change       bigint,
  audit_id     bigint,
  -- medals: [{name, count, withheld, code}]
  medals       jsonb,
  goal         jsonb,
  -- No foreign key: rank changes are deleted earlier.
  operation_id text,
  status       text                               check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  code         text,
  awarded_at   timestamptz not null default now(),
  -- the points are clamped to award limits; false: by an earlier release, which did not
  clamped      boolean     not null default false,
  primary key (community_id, event_id, user_id, kind),
  foreign key (community_id, event_id, user_id) references event_attendee on delete cascade,
  constraint event_award_points check ((kind in ('experience', 'quotaPoints')) = (change is not null)),
  constraint event_award_medals check ((kind = 'medals') = (medals is not null)),
  constraint event_award_rank check ((kind = 'rank') = (status is not null)),
  constraint event_award_operation check (operation_id is not null or status is distinct from 'pending')
);

create index event_award_of_member on event_award (community_id, user_id);

-- # reversals
-- Changes of one author that are taken back.

-- What is taken back, by whom, and how far it is.
create table reversal (
  community_id  text        not null                      references community,
  reversal_id   text        not null                      check (reversal_id ~ '^rev_[a-z2-7]{20}$'),
  dry_run       boolean     not null,
  source        text        not null
    check (source in ('key', 'person', 'operator', 'job', 'batch', 'event', 'entry', 'reversal', 'account')),
  source_id     text        not null                      check (length(source_id) between 1 and 200),
  -- the window of an author; null: the source is no author
  from_at       timestamptz,
  to_at         timestamptz,
  reason        text                                      check (length(reason) <= 256),
  -- those that the caller could change itself
  kinds         text[]      not null,
  state         text        not null default 'collecting' check (state in ('collecting', 'working', 'finished', 'failed')),
  error_code    text,
  actor_kind    text        not null                      check (actor_kind in ('key', 'operator', 'person')),
  actor_id      text        not null,
  request_id    text,
  -- of the first entry that is not read yet; null: nothing is read
  next_position bigint,
  entries       integer     not null default 0            check (entries >= 0),
  taken_back    integer     not null default 0            check (taken_back >= 0),
  superseded    integer     not null default 0            check (superseded >= 0),
  impossible    integer     not null default 0            check (impossible >= 0),
  created_at    timestamptz not null default now(),
  completed_at  timestamptz,
  primary key (community_id, reversal_id),
  constraint reversal_check check ((to_at is null) = (from_at is null)),
  constraint reversal_check1 check ((error_code is null) = (state <> 'failed')),
  constraint reversal_check2 check ((completed_at is null) = (state in ('collecting', 'working')))
);

create index reversal_created on reversal (created_at);

-- what one author stores, and its dry runs
create index reversal_author on reversal (community_id, actor_kind, actor_id, created_at);

create trigger storage_insert after insert on reversal referencing new table as added
  for each statement execute function count_storage('reversals', '1');

create trigger storage_delete after delete on reversal referencing old table as removed
  for each statement execute function count_storage('reversals', '1');

-- What becomes of each audit entry. An item is of a member, with its kind, or of a record, whose id is the object; one of a form,
-- or of a blacklist entry of a group, has no account. Ranks and roles are taken back by operations of the queue.
create table reversal_item (
  community_id    text        not null,
  reversal_id     text        not null,
  -- in the order of the audit log
  nth             integer     not null                check (nth >= 0),
  audit_id        bigint      not null,
  position        bigint      not null,
  user_id         bigint,
  kind            text
    check (kind in ('experience', 'quotaPoints', 'medal', 'qualification', 'rank', 'role', 'removal', 'ban')),
  -- the name of an award, or the id of a role
  object          text,
  -- points, a number of awards, the id of a rank; of a role 0 or 1
  value_before    bigint,
  value_after     bigint,
  state           text        not null default 'open'
    check (state in ('open', 'queued', 'taken_back', 'superseded', 'impossible')),
  change          bigint,
  clamped         boolean     not null default false,
  superseded_by   bigint,
  reason          text,
  -- with it the entry was taken back
  result_audit_id bigint,
  -- false: also when a dry run decided that it would be
  taken           boolean     not null default false,
  operation_id    text,
  -- why the operation failed, or would fail
  error_code      text,
  -- of a change by hand on the platform, of which the audit log of the group tells. Such an item has no audit entry: its audit_id
  -- is a digest of the change, below zero
  changed_at      timestamptz,
  record_kind     text
    check (record_kind in ('warning', 'blacklistEntry', 'suspension', 'application')),
  -- of a removal or ban: the roles before the changes of the account
  held_role_ids   bigint[],
  primary key (community_id, reversal_id, nth),
  unique (community_id, reversal_id, audit_id),
  foreign key (community_id, reversal_id) references reversal on delete cascade,
  constraint reversal_item_about check (num_nonnulls(kind, record_kind) = 1),
  constraint reversal_item_record check (record_kind is null or object is not null),
  constraint reversal_item_member check (user_id is not null or record_kind is not null)
);

-- an entry is taken back once, by whichever reversal
create unique index reversal_item_taken on reversal_item (community_id, audit_id) where taken;

create index reversal_item_account on reversal_item (user_id, community_id);
create index reversal_item_queued on reversal_item (community_id, reversal_id) where state = 'queued';

-- by record, too: one without an account is found by it
create index reversal_item_open on reversal_item (community_id, reversal_id, user_id, object) where state = 'open';

-- Each reversal and each of its entries counts: they are what fills a disk.
create trigger storage_insert after insert on reversal_item referencing new table as added
  for each statement execute function count_storage('reversals', '1');

create trigger storage_delete after delete on reversal_item referencing old table as removed
  for each statement execute function count_storage('reversals', '1');

-- The erasure of an account takes its queued changes with it: the reversal may have waited for the last of them.
create trigger reversal_item_erased after delete on reversal_item referencing old table as removed
  for each statement execute function wake_reversals_of_erased();

-- # webhooks
-- Endpoints, their place in the audit log, and messages.

-- Addresses that get messages.
create table webhook_endpoint (
  community_id          text        not null                         references community,
  webhook_id            text        not null                         check (webhook_id ~ '^whk_[a-z2-7]{20}$'),
  url                   text        not null                         check (length(url) between 1 and 2000),
  description           text        not null default ''              check (length(description) <= 200),
  -- null: all, future ones too
  types                 text[]                                       check (cardinality(types) between 1 and 50),
  enabled               boolean     not null default true,
  disabled_reason       text                                         check (disabled_reason in ('requested', 'gone', 'failing')),
  disabled_at           timestamptz,
  -- AES-256-GCM under ENCRYPTION_KEY, with community and endpoint as associated data
  secret                bytea       not null,
  -- until previous_secret_until
  previous_secret       bytea,
  previous_secret_until timestamptz,
  -- earlier entries are not sent
  since                 bigint      not null default audit_horizon(),
  -- after the last success
  failing_since         timestamptz,
  -- Retry-After
  not_before            timestamptz not null default now(),
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  primary key (community_id, webhook_id),
  constraint webhook_endpoint_check check (enabled = (disabled_at is null)),
  constraint webhook_endpoint_check1 check ((disabled_at is null) = (disabled_reason is null)),
  constraint webhook_endpoint_check2 check ((previous_secret is null) = (previous_secret_until is null))
);

-- Up to which entry messages were made. Its row lock admits one process.
create table webhook_feed (
  community_id text                      primary key references community,
  position     bigint not null default 0,
  audit_id     bigint not null default 0
);

-- Messages. delivery_id is the `webhook-id` of every attempt.
create table webhook_delivery (
  community_id    text        not null,
  delivery_id     text        not null                           check (delivery_id ~ '^msg_[a-z2-7]{20}$'),
  webhook_id      text        not null,
  -- new when sent again
  seq             bigint      not null generated by default as identity,
  -- 0: no member; -1: a test
  user_id         bigint      not null                           check (user_id between -1 and 9007199254740991),
  type            text        not null,
  -- null: a test
  audit_id        bigint,
  -- as signed and sent
  body            text        not null,
  status          text        not null default 'pending'         check (status in ('pending', 'delivered', 'parked')),
  attempts        integer     not null default 0,
  last_attempt_at timestamptz,
  last_status     integer,
  -- without content of the receiver
  last_error      text                                           check (length(last_error) <= 200),
  -- null: at once, or never
  next_attempt_at timestamptz,
  -- clock_timestamp(): ordered within a transaction
  created_at      timestamptz not null default clock_timestamp(),
  finished_at     timestamptz,
  primary key (community_id, delivery_id),
  -- one per entry and endpoint
  unique (community_id, webhook_id, audit_id),
  foreign key (community_id, webhook_id) references webhook_endpoint on delete cascade,
  constraint webhook_delivery_check check ((status = 'pending') = (finished_at is null))
);

create index webhook_delivery_next on webhook_delivery (community_id, webhook_id, user_id, seq) where status = 'pending';
create index webhook_delivery_newest on webhook_delivery (community_id, webhook_id, created_at desc, delivery_id desc);
create index webhook_delivery_by_status on webhook_delivery (community_id, webhook_id, status, created_at desc, delivery_id desc);
create index webhook_delivery_over on webhook_delivery (finished_at) where status <> 'pending';

create trigger storage_insert after insert on webhook_delivery referencing new table as added
  for each statement execute function count_storage('webhook-messages', '256 + octet_length(body)');

create trigger storage_delete after delete on webhook_delivery referencing old table as removed
  for each statement execute function count_storage('webhook-messages', '256 + octet_length(body)');

-- A partition: messages of a member to an endpoint, sent in order by the claiming worker.
create table webhook_line (
  community_id text        not null,
  webhook_id   text        not null,
  user_id      bigint      not null,
  -- infinity: none pending
  due_at       timestamptz not null,
  -- then it may be claimed again
  lease_until  timestamptz,
  -- fencing counter
  claim        bigint      not null default 0,
  -- detects inserts during a settlement
  last_seq     bigint      not null,
  primary key (community_id, webhook_id, user_id),
  foreign key (community_id, webhook_id) references webhook_endpoint on delete cascade
-- updated often
) with (fillfactor = 70);

create index webhook_line_due on webhook_line (community_id, webhook_id, due_at);
create index webhook_line_leased on webhook_line (community_id, webhook_id) where lease_until is not null;

-- # audit
-- The audit log. The server's role only inserts and selects (src/db/server-role.ts); erasure and retention use security definer
-- functions.

create schema audit_partition;

-- Append-only. A foreign key would lock the community at every award.
--
-- In partitions by position, which is the order of the feed: a partition begins at a multiple of 2^36, and each month the
-- positions continue at the next one (roll_audit_partition). The last partition has no upper bound, so that every position has a
-- partition. By `at`, the order of the feed would need a merge of all partitions, and a wrong clock could write into a dropped
-- month.
create table audit_entry (
  community_id text        not null,
  audit_id     bigint      not null generated always as identity,
  at           timestamptz not null default now(),
  actor_kind   text        not null
    check (actor_kind in ('key', 'operator', 'job', 'person', 'applicant', 'platform')),
  actor_id     text        not null,
  action       text        not null,
  user_id      bigint,
  before       jsonb,
  after        jsonb,
  reason       text,
  request_id   text,
  -- Ids are assigned before commit, so entries are ordered by transaction id and shown when no older transaction is active: a
  -- reader misses and repeats none.
  position     bigint      not null default audit_position(),
  -- the member for whom a key acted (X-On-Behalf-Of)
  on_behalf_of bigint,
  primary key (community_id, position, audit_id)
) partition by range (position);

-- account first, for erasure
create index audit_entry_user on audit_entry (user_id, community_id, position, audit_id) where user_id is not null;

-- entries of what keys did for an account, for its export and its erasure
create index audit_entry_on_behalf_of on audit_entry (on_behalf_of, community_id, position, audit_id)
  where on_behalf_of is not null;

-- for the rollback of a form
create index audit_entry_form on audit_entry (community_id, ((after ->> 'applicationId')), audit_id)
  where action in ('application.create', 'application.update', 'application.rollback');

-- Binds the owner of the tables too, but allows updates that only remove personal data.
create trigger audit_entry_guarded before delete or update on audit_entry for each row execute function guard_audit_entry();

-- The database sets the time, whoever inserts the entry. No insert of a server meets the condition, which costs less than a call.
create trigger audit_entry_time before insert on audit_entry
  for each row when (new.at is distinct from now())
  execute function set_audit_time();

-- Every change of a caller adds an entry in its own transaction.
create trigger audit_entry_moved after insert on audit_entry referencing new table as added
  for each statement execute function refuse_moved_community();

create trigger audit_entry_kept before truncate on audit_entry for each statement execute function refuse_audit_truncate();

-- Two partitions at first: the first one has room for 2^36 positions at least, whatever the number of transactions of the cluster; the
-- last one has no end (roll_audit_partition). As add_audit_partition() makes them.
do $$
declare
  next bigint := (pg_snapshot_xmax(pg_current_snapshot())::text::bigint >> 36) + 2;
  number bigint;
begin
  execute format('create table audit_partition.audit_entry_0 partition of audit_entry for values from (minvalue) to (%s)', next << 36);
  execute format('create table audit_partition.audit_entry_%s partition of audit_entry for values from (%s) to (maxvalue)', next, next << 36);
  foreach number in array array[0, next] loop
    execute format('create index audit_entry_%s_position on audit_partition.audit_entry_%s (position, community_id)', number, number);
    execute format('create trigger audit_entry_kept before truncate on audit_partition.audit_entry_%s
      for each statement execute function refuse_audit_truncate()', number);
  end loop;
  execute format('comment on table audit_partition.audit_entry_0 is %L', 'began ' || current_date);
end
$$;

-- Another cluster may have lower transaction ids, or have lost transactions that readers saw.
create table audit_history (
  only_row boolean          default true primary key check (only_row),
  -- system identifier and timeline
  history  text    not null
);

-- The last entry deleted: readers with older cursors get an error.
create table audit_forgotten (
  community_id text            primary key references community,
  position     bigint not null,
  audit_id     bigint not null
);

-- A hash chain per community. A job seals entries before audit_horizon(): no cost at writes. `npm run admin -- audit verify`
-- recomputes it.
create table audit_seal (
  community_id text        not null references community,
  number       bigint      not null check (number >= 1),
  -- the last entry; begins after the previous seal
  position     bigint      not null,
  audit_id     bigint      not null,
  -- in feed order. Erasure removes the salt, so that content cannot be guessed
  audit_ids    bigint[]    not null,
  salts        uuid[]      not null,
  hashes       bytea[]     not null,
  -- null: first seal
  previous     bytea,
  hash         bytea       not null,
  sealed_at    timestamptz not null,
  -- by a key that the database does not have; null: from before, and the first seal with a MAC covers these by its previous hash
  mac          bytea,
  primary key (community_id, number),
  unique (community_id, position, audit_id),
  constraint audit_seal_whole
    check (cardinality(audit_ids) > 0 and cardinality(audit_ids) = cardinality(salts) and cardinality(audit_ids) =
    cardinality(hashes))
);

-- Sealed entries changed by erasure.
create table audit_redaction (
  community_id text        not null               references community,
  audit_id     bigint      not null,
  -- `other`: a statement of the tables' owner
  cause        text        not null               check (cause in ('erasure', 'other')),
  redacted_at  timestamptz not null default now(),
  -- of the remaining entry
  hash         bytea       not null,
  -- An erasure takes whole parts of a sealed entry, and the others stay verifiable (sql/functions/audit_parts.sql).
  -- Null: of an entry that was sealed by an earlier build, as one part.
  -- null where the part was erased
  part_salts   bytea[],
  -- of the sealed entry; null where the part is left
  part_hashes  bytea[],
  primary key (community_id, audit_id),
  constraint audit_redaction_parts
    check (num_nulls(part_salts, part_hashes) in (0, 2) and coalesce(cardinality(part_salts), 5) = 5 and
    coalesce(cardinality(part_hashes), 5) = 5)
);

-- The newest seal of each community: shows that a newer one was removed.
create table audit_head (
  community_id text            primary key references community,
  number       bigint not null check (number >= 1),
  hash         bytea  not null,
  -- the first seal with a MAC
  first        bigint not null,
  mac          bytea  not null,
  constraint audit_head_check check (first between 1 and number)
);

-- Jobs that read new audit entries find their communities by position, instead of asking every community (mark_audit_news).
create table audit_reader (
  reader   text   primary key,
  -- the communities of all entries before it are marked; null: of none yet
  position bigint
);

insert into audit_reader (reader, position) values
  ('seal', null),
  ('webhooks', null),
  ('leaderboard', null);

-- Communities with entries that a job has not processed yet.
create table audit_news (
  community_id text not null references community,
  reader       text not null,
  primary key (community_id, reader)
);

create index audit_news_reader on audit_news (reader, community_id);

-- # data-rights
-- Export and erasure of an account.

-- Data under a hold is not read, reviewed or added to.
create table data_rights_hold (
  user_id bigint                             primary key check (user_id between 1 and 9007199254740991),
  reason  text,
  held_at timestamptz not null default now()
);

create trigger data_rights_hold_ended after delete on data_rights_hold for each row execute function resume_erasure();

-- The platform's erasure requests.
create table erasure_request (
  -- of the platform
  notification_id text                               primary key check (length(notification_id) between 1 and 128),
  -- null: erased
  user_id         bigint                             check (user_id between 1 and 9007199254740991),
  -- HMAC-SHA256 of the account id under a key from ENCRYPTION_KEY: proves an erasure without the id
  account_digest  bytea       not null               check (length(account_digest) = 32),
  received_at     timestamptz not null default now(),
  completed_at    timestamptz,
  -- rows by table
  erased          jsonb,
  -- the id as the request names it, while its account is not known: no account here has it, or several have
  parked_id       bigint                             check (parked_id between 1 and 9007199254740991),
  parked_as       text                               check (parked_as in ('unknown', 'ambiguous')),
  -- of parked_id; null: the request does not name it
  domain          text                               check (domain ~ '^(universe|application|group)-[1-9][0-9]{0,19}$'),
  -- when user_id was found to be the account; null: the job has not looked yet
  resolved_at     timestamptz,
  -- how it ended without an account; null: the account was erased, or it has not ended
  ended_as        text                               check (ended_as in ('closed', 'no-data')),
  constraint erasure_request_counts check ((completed_at is null) = (erased is null)),
  constraint erasure_request_forgets check (num_nonnulls(user_id, parked_id) = case when completed_at is null then 1 else 0 end),
  constraint erasure_request_parked check ((parked_id is null) = (parked_as is null)),
  constraint erasure_request_domain check (domain is null or parked_id is not null),
  constraint erasure_request_ended check (ended_as is null or completed_at is not null)
);

create index erasure_request_newest on erasure_request (received_at desc, notification_id desc);
create index erasure_request_open on erasure_request (user_id) where completed_at is null;
create index erasure_request_parked on erasure_request (received_at) where parked_id is not null;

-- # encryption
-- Keys of the encryption at rest.

-- Keys of erasure_request.account_digest from before a rotation, encrypted under the current key: digests cannot be computed
-- again.
create table erasure_digest_key (
  -- of the encryption key
  key_id text           primary key check (key_id ~ '^[0-9a-f]{16}$'),
  sealed bytea not null
);

-- The encryption keys that servers use on this database, so that a start with another one is refused.
create table encryption_key (
  -- does not reveal the key
  key_id        text                               primary key check (key_id ~ '^[0-9a-f]{16}$'),
  first_used_at timestamptz not null default now()
);

-- # limits
-- Requests, counted. Unlogged: a crash loses a minute.

-- A sliding minute.
create unlogged table rate_window (
  bucket       text   not null,
  window_start bigint not null,
  used         bigint not null,
  -- leases return unused permits
  granted      bigint not null default 0,
  primary key (bucket, window_start)
);

-- Requests of the access routes, which are counted as takes are (count_in_slots).
create unlogged table rate_log (
  bucket text               primary key,
  -- the number of the newest second since the epoch
  slot   bigint    not null,
  -- of that second, then of the 59 before it
  taken  integer[] not null check (cardinality(taken) = 60)
);

-- # jobs
-- Processes that run jobs.

-- Processes that run jobs; beat_at is the last sign of life.
create table worker_process (
  worker_id   text                               primary key,
  started_at  timestamptz not null default now(),
  beat_at     timestamptz not null default now(),
  job_workers text[]      not null default '{}'
);

-- Scheduled jobs are queued by the clock of the database (src/jobs/schedule.ts), which graphile-worker does by that of a process.
create table scheduled_job (
  name   text                               primary key,
  -- the number of the interval for which it was queued last, since the epoch
  slot   bigint      not null,
  -- the end of the last run without an error; at first, when the job was queued first
  ran_at timestamptz not null default now()
);
