-- Medals, qualifications, holders. By id, so that a rename keeps awards.

create table medal (
  community_id text not null references community,
  medal_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  primary key (community_id, medal_id),
  unique (community_id, name)
);

create table member_medal (
  community_id text not null,
  user_id bigint not null,
  medal_id bigint not null,
  count integer not null check (count between 1 and 1000),
  awarded_at timestamptz not null default now(),
  primary key (community_id, user_id, medal_id),
  foreign key (community_id, user_id) references member,
  foreign key (community_id, medal_id) references medal
);

create table qualification (
  community_id text not null references community,
  qualification_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  primary key (community_id, qualification_id),
  unique (community_id, name)
);

create table member_qualification (
  community_id text not null,
  user_id bigint not null,
  qualification_id bigint not null,
  awarded_at timestamptz not null default now(),
  primary key (community_id, user_id, qualification_id),
  foreign key (community_id, user_id) references member,
  foreign key (community_id, qualification_id) references qualification
);
