// Why an operation is not queued.

/** The first of this order is named. `undecided`: the author may perhaps not make the change (numbersInDoubt). */
export type Refusal =
  | 'not-configured'
  | 'reconnect-required'
  | 'paused'
  | 'writes-paused'
  | 'no-worker'
  | 'throttled'
  | 'no-member'
  | 'no-target'
  | 'undecided'

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
  when m.rank_id = any (a.held_in_doubt) or target.rank_id = any (a.target_in_doubt) then 'undecided' end`
