-- Verified accounts, restrictions, applications, responses.

-- The next four tables are about platform accounts.

-- Another chat account is a transfer.
create table verified_account (
  user_id bigint primary key check (user_id between 1 and 9007199254740991),
  chat_user_id text not null check (length(chat_user_id) between 1 and 32),
  verified_at timestamptz not null default now()
);

create table account_restriction (
  user_id bigint primary key check (user_id between 1 and 9007199254740991),
  reason text,
  restricted_at timestamptz not null default now()
);

-- Data under a hold is not read, reviewed or added to.
create table data_rights_hold (
  user_id bigint primary key check (user_id between 1 and 9007199254740991),
  reason text,
  held_at timestamptz not null default now()
);

-- That of communities is audit_entry.
create table account_audit_entry (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id text not null,
  action text not null,
  user_id bigint not null,
  details jsonb
);

create table blacklist_entry (
  community_id text not null references community,
  blacklist_entry_id bigint generated always as identity,
  user_id bigint not null,
  reason text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  lifted_at timestamptz,
  primary key (community_id, blacklist_entry_id)
);

create index blacklist_entry_live on blacklist_entry (community_id, user_id) where lifted_at is null;

create table application (
  community_id text not null references community,
  application_id text not null check (application_id ~ '^app_[a-z2-7]{20}$'),
  -- see application_version
  version integer not null check (version > 0),
  -- argon2id in PHC format; null: none
  password_hash text,
  -- a join requirement
  required boolean not null default false,
  -- of the current version
  name text not null,
  description text not null,
  state text not null check (state in ('open', 'closed')),
  question_count integer not null,
  automatic_grading boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- responses stay readable
  deleted_at timestamptz,
  primary key (community_id, application_id),
  check (not (required and deleted_at is not null)),
  check (not (required and state = 'closed'))
);

create index application_newest on application (community_id, created_at desc, application_id desc) where deleted_at is null;

-- Append-only: responses keep their questions.
create table application_version (
  community_id text not null,
  application_id text not null,
  version integer not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (community_id, application_id, version),
  foreign key (community_id, application_id) references application
);

create table application_template (
  community_id text not null references community,
  template_id text not null check (template_id ~ '^tpl_[a-z2-7]{20}$'),
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (community_id, template_id)
);

create index application_template_newest on application_template (community_id, created_at desc, template_id desc);

create table application_response (
  community_id text not null references community,
  response_id text not null check (response_id ~ '^rsp_[a-z2-7]{20}$'),
  application_id text not null,
  application_version integer not null,
  user_id bigint not null,
  -- at submission; null: erased
  chat_user_id text,
  status text not null check (status in ('Pending', 'Passed', 'Failed')),
  revision integer not null default 1,
  -- null: not graded
  correct integer,
  graded integer,
  -- without answer keys; null: erased
  questions jsonb,
  answers jsonb,
  private_note text,
  applicant_feedback text,
  decided_by_kind text,
  decided_by_id text,
  submitted_at timestamptz not null default now(),
  reviewed_at timestamptz,
  erased_at timestamptz,
  primary key (community_id, response_id),
  constraint one_submission_per_version unique (community_id, application_id, application_version, user_id),
  check ((status = 'Pending') = (reviewed_at is null))
);

create index application_response_newest
  on application_response (community_id, application_id, submitted_at desc, response_id desc);
create index application_response_by_status
  on application_response (community_id, application_id, status, submitted_at desc, response_id desc);
create index application_response_by_user
  on application_response (community_id, application_id, user_id, submitted_at desc, response_id desc);

-- For the growing delay.
create table password_guess (
  community_id text not null,
  application_id text not null,
  user_id bigint not null,
  failures integer not null,
  blocked_until timestamptz not null default now(),
  primary key (community_id, application_id, user_id),
  foreign key (community_id, application_id) references application
);

-- For the dashboard.
create table notification (
  community_id text not null references community,
  notification_id bigint generated always as identity,
  kind text not null check (kind in ('response.decided')),
  user_id bigint not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (community_id, notification_id)
);

-- At most one per response.
create table result_message (
  community_id text not null,
  response_id text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'closed', 'failed')),
  attempts integer not null default 0,
  error text,
  queued_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (community_id, response_id),
  foreign key (community_id, response_id) references application_response
);
