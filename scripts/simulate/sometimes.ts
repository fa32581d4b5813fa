// States that a run must reach at least once, generated from the types and the outcome tables of the engine.
import { statuses, decide, type Failure, type OperationKind } from '../../src/operations/rules'
import type { Command, Observation } from '../../src/operations/dispatch/state'
import type { Schema } from '../../src/contract/types'
import type { SuspensionOutcome } from '../../src/moderation/suspensions/rules'
import { acts, paths } from './acts'
import { answers } from './platform'

/** A new one does not compile until it is named here. */
const commands: Record<Command['do'], true> = {
  'read-membership': true,
  'read-groups': true,
  record: true,
  write: true,
  succeed: true,
  fail: true,
  'read-decision': true,
  'cancel-overdue': true,
  reschedule: true,
}
const observations: Record<Observation['is'], true> = {
  claimed: true,
  membership: true,
  groups: true,
  recorded: true,
  unrecorded: true,
  written: true,
  failed: true,
  refused: true,
  decision: true,
  exceeded: true,
}
const kinds: Record<OperationKind, true> = {
  'join.accept': true,
  'join.decline': true,
  'role.assign': true,
  'role.unassign': true,
  'rank.set': true,
  'rank.promote': true,
  'rank.demote': true,
  'rank.auto': true,
  'rank.suspend': true,
  'rank.restore': true,
}
const outcomes: Record<SuspensionOutcome, true> = {
  restored: true,
  superseded: true,
  failed: true,
  unrestored: true,
  kept: true,
}
const ofAwards: Record<Schema<'AutoRankOutcome'>['outcome'], true> = {
  unchanged: true,
  changed: true,
  queued: true,
  skipped: true,
}
/** Error codes of the rules and of the other requests; those of failed calls come from `decide`. `join_request_gone` is rare. */
const codes = [
  'actor-authorization-revoked',
  'deadline-cancelled-before-dispatch',
  'member_blacklisted',
  'member_not_in_group',
  'member_suspended',
  'operation_cancelled',
  'operation_superseded',
  'rank_ambiguous',
  'rank_limit_reached',
  'rank_not_assignable',
  'rank_not_found',
  'role_is_rank',
  'join_request_accepted',
  'join_request_not_found',
  'join_request_refused',
  'platform_cloud_refresh_pending',
  'rate_limit_exceeded',
  'take_not_allowed',
  'rank_out_of_bounds',
] as const
/** sql/schema.sql; test/simulate/database.test.ts compares. */
export const transitions = [
  'new → queued',
  'queued → dispatching',
  'queued → cancelled',
  'queued → failed',
  'dispatching → succeeded',
  'dispatching → failed',
  'dispatching → queued',
  'dispatching → cancelled',
  'dispatching → outcome_pending',
  'outcome_pending → succeeded',
  'outcome_pending → failed',
  'outcome_pending → queued',
] as const

/** Each decision that `decide` gives for the answers of the platform. */
function decisions(): string[] {
  const found = new Set<string>()
  const both = [true, false]
  for (const { failure, on } of answers) {
    if (!failure) continue
    for (const onRead of on === 'any' ? both : [false])
      for (const awaited of both)
        for (const sent of both)
          for (const mustRun of awaited ? [false] : both) {
            const facts: Failure = {
              kind: failure.kind,
              status: failure.status,
              onRead,
              sent: !onRead && failure.unsure === true,
              retryAfterSeconds: failure.retryAfterSeconds ?? null,
              connectionLost: false,
            }
            const { to, code } = decide(facts, { awaited, sent, failures: 0, mustRun }, { settleSeconds: 5 })
            found.add(to === 'failed' ? `code ${code}` : `later ${to} ${code}`)
          }
  }
  return [...found]
}

export const sometimes: readonly string[] = [
  ...Object.keys(commands).map((name) => `command ${name}`),
  ...Object.keys(observations).map((name) => `observation ${name}`),
  ...Object.keys(kinds).flatMap((kind) => [`claim ${kind}`, `${kind} succeeded`, `${kind} failed`]),
  ...Object.keys(outcomes).map((outcome) => `suspension ${outcome}`),
  ...statuses.map((status) => `status ${status}`),
  ...transitions.map((transition) => `transition ${transition}`),
  ...codes.map((code) => `code ${code}`),
  ...decisions(),
  'later queued half-applied',
  'later queued worker-lost',
  'later queued rate_limit_exceeded',
  ...Object.keys(ofAwards).map((outcome) => `award ${outcome}`),
  ...answers.flatMap(({ name, on }) => [`platform write ${name}`, ...(on === 'any' ? [`platform read ${name}`] : [])]),
  ...[...paths.map(({ name }) => name), 'retry', 'reversal', 'suspension', 'end of a suspension'].map(
    (name) => `writes ${name}`,
  ),
  'id of the account',
  'id of the group',
  'id of another account',
  'id that the group has replaced',
  ...acts.map(({ name }) => `act ${name}`),
  'writes again after a crash',
  'platform read old',
  'platform read answered',
  'platform write answered',
]
