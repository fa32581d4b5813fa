// The state machine of one execution: what follows from each observation.
import { DomainError, type ErrorCode } from '../../src/base/errors'
import type { OperationRow } from '../../src/operations/queries'
import { next } from '../../src/operations/dispatch/next'
import {
  advance,
  type Command,
  type FailedCall,
  type MembershipSnapshot,
  type Observation,
  type State,
} from '../../src/operations/dispatch/state'
import type { RankRow } from '../../src/ranks/queries'
import { authority, NOW, operation } from './next-fixture'

const rank = (unique_id: number, rank_id: number, auto_rank_experience: number | null = null): RankRow => ({
  ...{ unique_id, rank_id, name: `rank ${rank_id}`, member_count: null, auto_rank_experience, managed: true },
})
const [guest, recruit, soldier, sergeant, owner] = [
  ...[rank(1, 0), rank(2, 1, 0), rank(3, 10, 100), rank(4, 50), rank(5, 255)],
] as [RankRow, RankRow, RankRow, RankRow, RankRow]
const ranks = [guest, recruit, soldier, sergeant, owner]

const holding = (held: RankRow, ...more: RankRow[]): MembershipSnapshot => ({
  membership: {
    membershipId: 'm',
    highestRole: held.unique_id,
    roles: [recruit, held, ...more].map(({ unique_id }) => unique_id),
  },
  ranks,
  held,
})

const state = (values: Partial<State> = {}, of: Partial<OperationRow> = {}): State => ({
  ...{ operation: operation(of), authority, suspension: null, experience: 0, codes: 'scheduler', settleSeconds: 5 },
  ...{
    sent: of.sent ?? false,
    steps: of.steps ?? [],
    unsent: [],
    applied: [],
    before: null,
    latest: null,
    actingRank: null,
    request: null,
    target: null,
    inBlacklistedGroup: null,
    notFound: null,
  },
  ...values,
})

const follow = (from: State, observation: Observation): Command => next(advance(from, observation), observation, NOW)

const assign = { verb: 'assign', role: sergeant.unique_id } as const
const unassignSoldier = { verb: 'unassign', role: soldier.unique_id } as const
const roles = (snapshot: MembershipSnapshot | null, askedAt = NOW): Observation => ({
  ...{ is: 'membership', snapshot, askedAt },
})
const claimed: Observation = { is: 'claimed' }
const recorded = (to: Partial<State['authority']> = {}): Observation => ({
  ...{ is: 'recorded', authority: { ...authority, ...to }, target: sergeant, steps: [assign] },
})
const call = (values: Partial<FailedCall> = {}, code: ErrorCode = 'platform_cloud_unavailable'): FailedCall => ({
  ...{ kind: 'unavailable', sent: false, status: 503, retryAfterSeconds: null, onRead: false, reason: 'r' },
  ...{ error: new DomainError(code, 'm'), ...values },
})
const failed = (values: Partial<FailedCall>, code?: ErrorCode, written = 0): Observation => ({
  ...{ is: 'failed', call: call(values, code), written: [assign, unassignSoldier].slice(0, written) },
})
const recordedSteps = [assign, unassignSoldier].map((step) => ({ ...step, at: '' }))
const unsentLast = recordedSteps.map((step, place) => ({ ...step, unsent: place === 1 }))
const written = { target: sergeant, before: holding(recruit), sent: true }
const pending = { status: 'outcome_pending', sent: true } as const
const suspension = {
  suspensionId: 's',
  suspendedUniqueId: sergeant.unique_id,
  formerUniqueId: soldier.unique_id,
  formerRoles: null,
}

const read = { do: 'read-membership', syncRanks: false }
const fail = (code: ErrorCode) => ({ do: 'fail', code })

describe('the way of a rank change', () => {
  it.each<[string, State, Observation, object]>([
    ['reads the roles once it is claimed', state(), claimed, read],
    [
      'records the role to assign before the role to unassign',
      state(),
      roles(holding(soldier)),
      { do: 'record', target: sergeant, steps: [assign, unassignSoldier], former: null },
    ],
    [
      'succeeds without a move if the member holds the rank',
      state(),
      roles(holding(sergeant)),
      { do: 'succeed', rank: sergeant, move: null },
    ],
    ['sends what was recorded', state({ before: holding(recruit) }), recorded(), { do: 'write', steps: [assign] }],
    ['reads the roles again after the writes', state({ ...written, sent: false }), { is: 'written' }, read],
    [
      'succeeds with the move from the rank before the writes',
      state(written),
      roles(holding(sergeant)),
      { do: 'succeed', rank: sergeant, move: { before: { rank: { uniqueId: recruit.unique_id } } } },
    ],
    [
      'waits a second if an acknowledged write is not visible, and longer before it takes the write for lost',
      state(written),
      roles(holding(recruit)),
      { do: 'reschedule', status: 'outcome_pending', inSeconds: 1, settleSeconds: 5, failures: 1, sent: true },
    ],
    ['is cancelled if its writes could not be recorded', state(), { is: 'unrecorded' }, { do: 'cancel-overdue' }],
    [
      'fails if the account has left the group',
      state(),
      roles(null),
      { ...fail('member_not_in_group'), hasLeft: true },
    ],
    ['fails for the owner of the group', state(), roles(holding(owner)), fail('rank_not_assignable')],
    [
      'fails if the target rank was deleted',
      state({}, { target_unique_id: 99 }),
      roles(holding(recruit)),
      fail('rank_not_found'),
    ],
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })
})

describe('the target', () => {
  const promote = { kind: 'rank.promote', target_unique_id: null } as const
  const auto = { kind: 'rank.auto', target_unique_id: null } as const
  it.each<[string, State, Observation, object]>([
    [
      'of a promotion is the next rank',
      state({}, promote),
      roles(holding(soldier)),
      { do: 'record', target: sergeant },
    ],
    [
      'of a promotion from the highest rank is an error',
      state({}, promote),
      roles(holding(sergeant)),
      fail('rank_limit_reached'),
    ],
    [
      'of AutoRank is the rank that the experience has earned',
      state({ experience: 100 }, auto),
      roles(holding(recruit)),
      { do: 'record', target: soldier },
    ],
    [
      'of AutoRank is the held rank below the threshold',
      state({ experience: 99 }, auto),
      roles(holding(recruit)),
      { do: 'succeed', move: null },
    ],
    [
      'of AutoRank is the held rank while the member is suspended',
      state({ experience: 100, authority: { ...authority, suspended: true } }, auto),
      roles(holding(recruit)),
      { do: 'succeed', rank: recruit, move: null },
    ],
    [
      'of a suspension is stored with the rank held before',
      state({ suspension }, { kind: 'rank.suspend' }),
      roles(holding(soldier)),
      { do: 'record', target: sergeant, former: { rank: soldier.unique_id, roles: [soldier.unique_id] } },
    ],
    [
      'of a restore is the former rank',
      state({ suspension }, { kind: 'rank.restore', target_unique_id: soldier.unique_id }),
      roles(holding(sergeant)),
      { do: 'record', target: soldier },
    ],
    [
      'of a restore is superseded by a manual change',
      state({ suspension }, { kind: 'rank.restore', target_unique_id: soldier.unique_id }),
      roles(holding(recruit)),
      fail('operation_superseded'),
    ],
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })
})

describe('permissions and blocks', () => {
  const groups = { ...authority, blacklistedGroups: [11] }
  const revoked = { ...authority, key: null }
  it.each<[string, State, Observation, object]>([
    ['a revoked key sends nothing', state({ authority: revoked }), claimed, fail('actor-authorization-revoked')],
    [
      'a key revoked during the read sends nothing',
      state({ before: holding(recruit) }),
      recorded({ key: null }),
      fail('actor-authorization-revoked'),
    ],
    [
      'a key without its scope sends nothing',
      state({ authority: { ...authority, key: { scopes: [], enabled: true, expiresAt: null } } }),
      claimed,
      fail('actor-authorization-revoked'),
    ],
    [
      'a rank change that was sent is completed after its key was revoked',
      state({ authority: revoked }, { sent: true }),
      claimed,
      read,
    ],
    [
      'a suspended member keeps its rank',
      state({ authority: { ...authority, suspended: true } }),
      roles(holding(recruit)),
      fail('member_suspended'),
    ],
    [
      'a member suspended during the read keeps its rank',
      state({ before: holding(recruit) }),
      recorded({ suspended: true }),
      fail('member_suspended'),
    ],
    [
      'a blacklisted member is not promoted',
      state({ authority: { ...authority, blacklisted: true } }),
      roles(holding(recruit)),
      fail('member_blacklisted'),
    ],
    [
      'a blacklisted member is demoted',
      state({ authority: { ...authority, blacklisted: true } }, { target_unique_id: soldier.unique_id }),
      roles(holding(sergeant)),
      { do: 'record', target: soldier },
    ],
    [
      'blacklisted groups are read before a promotion',
      state({ authority: groups }),
      roles(holding(recruit)),
      { do: 'read-groups', groups: [11] },
    ],
    [
      'a member of a blacklisted group is not promoted',
      state({ authority: groups, before: holding(recruit) }),
      { is: 'groups', blacklisted: true },
      fail('member_blacklisted'),
    ],
    [
      'a member of no blacklisted group is promoted',
      state({ authority: groups, before: holding(recruit) }),
      { is: 'groups', blacklisted: false },
      { do: 'record', target: sergeant },
    ],
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })
})

describe('a failed call', () => {
  const lost = { sent: true, status: null, kind: 'timeout' } as const
  const missing = { kind: 'not_found', status: 404 } as const
  it.each<[string, State, Observation, object]>([
    [
      'before a write is repeated later',
      state(),
      failed({ onRead: true }),
      { do: 'reschedule', status: 'queued', sent: false },
    ],
    [
      'before a write ends what a caller waits for',
      state({}, { awaited: true }),
      failed({ onRead: true }),
      fail('platform_cloud_unavailable'),
    ],
    [
      'without an answer is followed by a read at once, and taken for lost when it can no longer take effect',
      state({ before: holding(recruit) }),
      failed(lost, 'platform_cloud_timeout'),
      { do: 'reschedule', status: 'outcome_pending', inSeconds: 0, settleSeconds: 7, sent: true },
    ],
    [
      'without an answer names the writes that were not sent',
      state({ before: holding(soldier), steps: recordedSteps, unsent: [assign, unassignSoldier] }),
      failed(lost, 'platform_cloud_timeout'),
      { do: 'reschedule', status: 'outcome_pending', unsent: 1 },
    ],
    [
      'with 500 is taken for lost when an old read can no longer hide it',
      state({ before: holding(recruit) }),
      failed({ sent: true, status: 500 }),
      { do: 'reschedule', status: 'outcome_pending', inSeconds: 0, settleSeconds: 2, sent: true },
    ],
    [
      'after an acknowledged write names that write, although an old read does not show it',
      state({ sent: true, steps: recordedSteps, applied: [assign], notFound: call(missing), before: holding(soldier) }),
      roles(holding(soldier)),
      { ...fail('rank_not_found'), written: { assigned: [{ uniqueId: sergeant.unique_id }], unassigned: [] } },
    ],
    ...[true, false].map((onRead): [string, State, Observation, object] => [
      `with 404 of a ${onRead ? 'read' : 'write, while the role is there,'} never ends a restore`,
      state(onRead ? {} : { notFound: call(missing) }, { kind: 'rank.restore' }),
      onRead ? failed({ ...missing, onRead }) : roles(holding(recruit)),
      { do: 'reschedule', status: 'queued' },
    ]),
    [
      'after a write is never given up',
      state({}, { awaited: true }),
      failed({}, 'platform_cloud_unavailable', 1),
      { do: 'reschedule', status: 'outcome_pending' },
    ],
    [
      'with 404 is followed by a read of roles and ranks',
      state(),
      failed(missing, 'rank_not_found'),
      { do: 'read-membership', syncRanks: true },
    ],
    [
      'with 404 fails with the missing rank if the member is there',
      state({ notFound: call(missing, 'rank_not_found') }),
      roles(holding(recruit)),
      fail('rank_not_found'),
    ],
    [
      'with 404 fails with the missing member otherwise',
      state({ notFound: call(missing, 'rank_not_found') }),
      roles(null),
      fail('member_not_in_group'),
    ],
    [
      'with 429 waits as long as the platform asks',
      state(),
      failed({ kind: 'rate_limited', status: 429, retryAfterSeconds: 9 }, 'platform_cloud_rate_limited'),
      { do: 'reschedule', reason: 'provider-rejected-429', inSeconds: 9 },
    ],
    [
      'with 429 reports the code of the scheduler',
      state({}, { awaited: true }),
      failed({ kind: 'rate_limited', status: 429, retryAfterSeconds: 9 }, 'platform_cloud_rate_limited'),
      { ...fail('provider-rejected-429'), retryAfterSeconds: 9 },
    ],
    [
      'with 429 reports the code of the connection without a scheduler',
      state({ codes: 'connection' }, { awaited: true }),
      failed({ kind: 'rate_limited', status: 429 }, 'platform_cloud_rate_limited'),
      fail('platform_cloud_rate_limited'),
    ],
    [
      'while the credential is checked is repeated in a second',
      state(),
      failed({ kind: 'credentials', status: 401 }, 'platform_cloud_refresh_pending'),
      { do: 'reschedule', reason: 'platform_cloud_refresh_pending', inSeconds: 1 },
    ],
    [
      'for a missing connection is repeated until the deadline',
      state(),
      { is: 'refused', error: new DomainError('platform_cloud_not_configured', 'm'), written: [] },
      { do: 'reschedule', status: 'queued', inSeconds: 15 },
    ],
    [
      'for rejected credentials never ends a restore',
      state({}, { kind: 'rank.restore' }),
      failed({ kind: 'credentials', status: 403 }, 'platform_cloud_credentials_invalid'),
      { do: 'reschedule', status: 'queued' },
    ],
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })
})

describe('an unknown outcome', () => {
  const steps = [{ ...assign, at: '' }]
  it.each<[string, State, Observation, object]>([
    ['is read without a check of the key', state({ authority: { ...authority, key: null } }, pending), claimed, read],
    [
      'is a success if the roles show the target',
      state({}, { ...pending, steps }),
      roles(holding(sergeant)),
      { do: 'succeed', rank: sergeant, move: { after: {} } },
    ],
    [
      'continues at once if one write took effect',
      state({}, { ...pending, steps, failures: 3 }),
      roles(holding(sergeant, soldier)),
      { do: 'reschedule', status: 'queued', reason: 'half-applied', inSeconds: 0, failures: 0, sent: true },
    ],
    [
      'waits while a write of it may still be applied, even after it was sent again',
      state({}, { ...pending, steps: recordedSteps, settle_at: '2026-01-01T00:00:04Z' }),
      roles(holding(sergeant, soldier)),
      { do: 'reschedule', status: 'outcome_pending', inSeconds: 4 },
    ],
    [
      'continues at once if the other write was not sent',
      state({}, { ...pending, steps: unsentLast, settle_at: '2026-01-01T00:00:04Z' }),
      roles(holding(sergeant, soldier)),
      { do: 'reschedule', status: 'queued', reason: 'half-applied', inSeconds: 0 },
    ],
    [
      'is read again while the write may still be applied',
      state({}, { ...pending, steps, settle_at: '2026-01-01T00:00:04Z' }),
      roles(holding(recruit)),
      { do: 'reschedule', status: 'outcome_pending', inSeconds: 4 },
    ],
    [
      'is read again if the roles were asked for while the write could still be applied, however late the answer came',
      state(
        {},
        { ...pending, steps, awaited: true, reason: 'platform_cloud_timeout', settle_at: '2025-12-31T23:59:30Z' },
      ),
      roles(holding(recruit), NOW - 35_000),
      { do: 'reschedule', status: 'outcome_pending', inSeconds: 5 },
    ],
    [
      'is repeated if no write took effect',
      state({}, { ...pending, steps }),
      roles(holding(recruit)),
      { do: 'reschedule', status: 'queued', sent: false, inSeconds: 0 },
    ],
    [
      'fails with its reason if a caller waits and no write took effect',
      state({}, { ...pending, steps, awaited: true, reason: 'platform_cloud_timeout' }),
      roles(holding(recruit)),
      fail('platform_cloud_timeout'),
    ],
    [
      'is repeated for a waiting caller after a worker died',
      state({}, { ...pending, steps, awaited: true, reason: 'worker-lost' }),
      roles(holding(recruit)),
      { do: 'reschedule', status: 'queued', reason: 'worker-lost' },
    ],
    [
      'is read again later if another tool changes the roles all the time',
      state({}, { ...pending, steps: Array.from({ length: 41 }, () => ({ ...assign, at: '' })) }),
      roles(holding(sergeant, soldier)),
      { do: 'reschedule', status: 'outcome_pending', reason: 'platform_cloud_unavailable' },
    ],
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })
})
