-- compatible-from: 0020
-- A member holds several roles. Some roles of the group are ranks, the others are never given or taken by a rank change.
alter table rank
  -- false: the role is no rank, unless it has a threshold or the community has single_rank
  add column managed boolean not null default true;

alter table community
  -- every assignable role is a rank
  add column single_rank boolean not null default false,
  -- when a rank change was refused because the community has not declared which roles are ranks; null: never, or declared since
  add column rank_ambiguous_at timestamptz;

alter table member
  -- all roles as last read, by unique id; empty: read by a previous release
  add column role_ids bigint[] not null default '{}',
  -- named by a rank change that failed after a write: they are this server's, not given by hand
  add column unfinished_role_ids bigint[] not null default '{}';

alter table platform_operation
  -- roles assigned and unassigned; not in result, because the server of a previous release sends that as it is
  add column roles_written jsonb;

alter table suspension
  -- the ranks that the move took; null: only former_unique_id is known
  add column former_role_ids bigint[];
