-- compatible-from: 0020
-- A key may act for a member of the group (X-On-Behalf-Of), and the audit log names both.
alter table api_key add column act_for boolean not null default false;
alter table platform_operation add column on_behalf_of bigint;

-- with another parameter, which has a default: servers of the previous release call it without
drop function if exists change_points(text, bigint, text, text, bigint, text, text, text, text, boolean);

create or replace trigger api_key_changed
  after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at, allowed_addresses,
    highest_rank_given, lowest_rank_touched, highest_rank_touched, rank_changes_per_minute_limit, points_per_minute_limit,
    paused_at, act_for on api_key
  for each row execute function notify_access_changed();
