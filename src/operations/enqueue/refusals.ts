// Why an operation is not queued.

/** The first of this order is named. */
export type Refusal =
  | (
      | 'not-configured'
      | 'reconnect-required'
      | 'paused'
      | 'writes-paused'
      | 'no-worker'
      | 'throttled'
      | 'no-member'
      | 'no-target'
    )
  | ('rank-above-bounds' | 'member-out-of-bounds' | 'given-by-people')

export type Need = 'connection' | 'open-queue' | 'open-group' | 'worker' | 'budget' | 'member' | 'target'

/** SQL: the first need of the operation `a` that is not met, or null. */
export const refusal = `case
  when 'connection' = any (a.needs) and gate.connection is null then 'not-configured'
  when 'connection' = any (a.needs) and gate.connection <> 'connected' then 'reconnect-required'
  when 'open-queue' = any (a.needs) and gate.paused then 'paused'
  when 'open-group' = any (a.needs) and gate.writes_paused then 'writes-paused'
  when 'worker' = any (a.needs) and not gate.working then 'no-worker'
  when 'budget' = any (a.needs) and gate.blocked_until > now() + make_interval(secs => a.deadline_seconds) then 'throttled'
  when 'member' = any (a.needs) and m.user_id is null then 'no-member'
  when 'target' = any (a.needs) and (a.named_unique_id is not null or a.named_rank_id is not null) and target.unique_id is null
    then 'no-target'
  -- null without bounds
  when a.lowest_touched > m.rank_id or a.highest_touched < m.rank_id then 'member-out-of-bounds'
  when a.highest_given < target.rank_id or (a.kind like 'rank.%' and a.highest_given < m.rank_id)
    or (a.kind = 'rank.promote' and a.highest_given = m.rank_id) then 'rank-above-bounds'
  when target.rank_id = any (a.given_by_people) and a.kind <> 'role.unassign' then 'given-by-people' end`
