// The state machine of one execution: what follows from each observation.
import { DomainError, type ErrorCode } from '../../src/base/errors'
import { next } from '../../src/operations/dispatch/next'
import {
  advance,
  type Command,
  type FailedCall,
  type MembershipSnapshot,
  type Observation,
  type State,
} from '../../src/operations/dispatch/state'
import { throttledMessage } from '../../src/platform/failures'
import { authority, guest, holding, NOW, owner, recruit, sergeant, soldier, state } from './next-fixture'

const follow = (from: State, observation: Observation): Command => next(advance(from, observation), observation, NOW)

const assign = { verb: 'assign', role: sergeant.unique_id } as const
const unassignSoldier = { verb: 'unassign', role: soldier.unique_id } as const
const roles = (snapshot: MembershipSnapshot | null, askedAt = NOW): Observation => ({
  is: 'membership',
  snapshot,
  askedAt,
})
const claimed: Observation = { is: 'claimed' }
const recorded = (to: Partial<State['authority']> = {}): Observation => ({
  is: 'recorded',
  authority: { ...authority, ...to },
  target: sergeant,
  steps: [assign],
})
const call = (values: Partial<FailedCall> = {}, code: ErrorCode = 'platform_cloud_unavailable'): FailedCall => ({
  kind: 'unavailable',
  sent: false,
  status: 503,
  retryAfterSeconds: null,
  onRead: false,
  error: new DomainError(code, 'm'),
  ...values,
})
const failed = (values: Partial<FailedCall>, code?: ErrorCode, written = 0): Observation => ({
  is: 'failed',
  call: call(values, code),
  written: [assign, unassignSoldier].slice(0, written),
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

describe('the steps of a rank change', () => {
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
    [
      'is a take when the member has a lower rank afterwards',
      state({}, { target_unique_id: soldier.unique_id }),
      roles(holding(sergeant)),
      { do: 'record', target: soldier, takes: true },
    ],
    [
      'is no take when it was begun before a person gave a higher rank: what was begun is completed',
      state({}, { target_unique_id: soldier.unique_id, sent: true, steps: recordedSteps }),
      roles(holding(sergeant)),
      { do: 'record', target: soldier, takes: false },
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

describe('who asked for the change', () => {
  const person = { role: 'officer', enabled: true } as const
  const asked = { actor_kind: 'person', required_scope: 'members.ranks.write' } as const
  const revoked = fail('actor-authorization-revoked')
  const by = (to: Partial<State['authority']>, of: Parameters<typeof state>[1]) =>
    state({ authority: { ...authority, key: null, ...to } }, of)
  it.each<[string, State, object]>([
    ['a person whose role has the scope may', by({ person }, asked), read],
    ['a person whose role lacks the scope may not', by({ person: { ...person, role: 'viewer' } }, asked), revoked],
    ['a disabled person may not', by({ person: { ...person, enabled: false } }, asked), revoked],
    ['somebody who is no person of the community any more may not', by({ person: null }, asked), revoked],
    ['the operator is not asked for a key', by({}, { actor_kind: 'operator' }), read],
    ['a change that needs no scope is not asked for a key', by({}, { required_scope: null }), read],
    [
      'the refusal says that nothing was sent, and what to check',
      by({}, {}),
      { message: expect.stringMatching(/nothing was sent.*Check them/) as string },
    ],
    [
      'an unknown outcome is read although the key was revoked and no write is recorded as sent',
      by({}, { status: 'outcome_pending', sent: false }),
      read,
    ],
  ])('%s', (_title, from, expected) => {
    expect(follow(from, claimed)).toMatchObject(expected)
  })
})

describe('AutoRank outside the bounds of its key', () => {
  const bounds = { highestGiven: 9, lowestTouched: 0, highestTouched: 255 }
  const auto = { kind: 'rank.auto', target_unique_id: null } as const
  const kept = { do: 'succeed', rank: recruit, move: null, written: null }
  const of = { experience: 100, authority: { ...authority, bounds } }

  it('keeps the held rank', () => {
    expect(follow(state(of, auto), roles(holding(recruit)))).toMatchObject(kept)
  })

  it('keeps the held rank when the bounds were set during the read', () => {
    const from = state({ experience: 100, before: holding(recruit) }, auto)
    expect(follow(from, { ...recorded({ bounds }), target: soldier } as Observation)).toMatchObject(kept)
  })
})

describe('a join request', () => {
  const request = { requestId: 'r', userId: 7, requestedAt: '2026-01-01T00:00:00Z' }
  const accept = { kind: 'join.accept', target_unique_id: null } as const
  const decline = { kind: 'join.decline', target_unique_id: null } as const
  const step = { verb: 'accept', requestId: 'r', requestedAt: request.requestedAt, at: '' } as const
  const outside: MembershipSnapshot = {
    ...holding(guest),
    membership: { membershipId: '', highestRole: null, roles: [] },
  }
  const seen = (snapshot: MembershipSnapshot, found: typeof request | null = null): Observation => ({
    is: 'membership',
    snapshot,
    askedAt: NOW,
    request: found,
  })
  const rejected = { kind: 'rejected', status: 400 } as const
  it.each<[string, State, Observation, object]>([
    [
      'is accepted with its id and time',
      state({}, accept),
      seen(outside, request),
      { do: 'record', steps: [{ verb: 'accept', requestId: 'r', requestedAt: request.requestedAt }] },
    ],
    [
      'that is missing is looked for in the earlier decisions',
      state({}, accept),
      seen(outside),
      { do: 'read-decision' },
    ],
    [
      'that is missing and was never decided is not found',
      state({ latest: outside }, accept),
      { is: 'decision', decision: null },
      fail('join_request_not_found'),
    ],
    [
      'that was accepted moves the account to its rank, and changes no roles of a member',
      state({ target: guest, before: outside, sent: true, steps: [step] }, accept),
      seen(holding(recruit)),
      { do: 'succeed', rank: recruit, move: { action: 'join-request.accept' }, written: null },
    ],
    [
      'that is gone after an unknown outcome is looked for in the earlier decisions',
      state({}, { ...accept, ...pending, steps: [step] }),
      seen(outside),
      { do: 'read-decision' },
    ],
    [
      'that is still there after an unknown outcome is repeated',
      state({}, { ...accept, ...pending, steps: [step] }),
      seen(outside, request),
      { do: 'reschedule', status: 'queued' },
    ],
    [
      'that the platform refuses fails with the reason',
      state({}, decline),
      failed(rejected),
      fail('join_request_refused'),
    ],
    [
      'that the platform does not decide on at once is tried again',
      state({}, decline),
      failed({ kind: 'not_found', status: 404, sent: true }),
      { do: 'reschedule', status: 'outcome_pending' },
    ],
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })
})

describe('what the caller reads', () => {
  const throttled = { kind: 'rate_limited', status: 429, retryAfterSeconds: 9 } as const
  const refused = (code: ErrorCode, retryAfterSeconds?: number): Observation => ({
    is: 'refused',
    written: [],
    error: new DomainError(code, 'm', { ...(retryAfterSeconds && { retryAfterSeconds }) }),
  })
  const step = { ...assign, at: '' }
  const lost = { ...pending, steps: [step], awaited: true } as const
  const awaited = state({}, { awaited: true })
  it.each<[string, State, Observation, object]>([
    [
      'of an account outside the group says to join it',
      state(),
      roles(null),
      { message: expect.stringMatching(/not in the community's group.*must join/) as string, retryAfterSeconds: null },
    ],
    [
      'of a throttled change is when to try again, and that the account is a member still',
      awaited,
      failed(throttled, 'platform_cloud_rate_limited'),
      { message: throttledMessage(9), hasLeft: false, written: null },
    ],
    [
      'of another failure is its own message',
      awaited,
      failed({ onRead: true }),
      { code: 'platform_cloud_unavailable', message: 'm', hasLeft: false },
    ],
    [
      'of a refusal with the code of the error is its Retry-After',
      awaited,
      refused('platform_cloud_timeout', 5),
      { code: 'platform_cloud_timeout', retryAfterSeconds: 5 },
    ],
    [
      'of a refusal without Retry-After is null',
      awaited,
      refused('platform_cloud_timeout'),
      { retryAfterSeconds: null },
    ],
    [
      'of a refusal with another code is no Retry-After of that error',
      awaited,
      refused('platform_cloud_rate_limited', 5),
      { code: 'provider-rejected-429', retryAfterSeconds: null },
    ],
    [
      'of a write that was not applied says to repeat the request',
      state({}, { ...lost, reason: 'platform_cloud_timeout' }),
      roles(holding(recruit)),
      { message: 'The platform did not apply the change. Repeat the request.' },
    ],
    ...(['scheduler', 'connection'] as const).flatMap((codes) =>
      (['provider-rejected-408', 'platform_cloud_unavailable'] as const).map(
        (reason): [string, State, Observation, object] => [
          `of ${reason} is the code of the ${codes}`,
          state({ codes }, { ...lost, reason }),
          roles(holding(recruit)),
          fail(codes === 'connection' && reason.endsWith('408') ? 'platform_cloud_timeout' : reason),
        ],
      ),
    ),
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })
})

describe('a later attempt', () => {
  const step = { ...assign, at: '' }
  const queued = { do: 'reschedule', status: 'queued' }
  const credentials = { kind: 'credentials', status: 401 } as const
  it.each<[string, State, Observation, object]>([
    [
      'of a write that is not visible names the platform as the reason',
      state(written),
      roles(holding(recruit)),
      { do: 'reschedule', reason: 'platform_cloud_unavailable' },
    ],
    [
      'of a write that was lost keeps its reason, and waits for the failures before it',
      state({}, { ...pending, steps: [step], reason: 'platform_cloud_timeout', failures: 3 }),
      roles(holding(recruit)),
      { ...queued, reason: 'platform_cloud_timeout', inSeconds: 4 },
    ],
    [
      'of a write without a reason is that of a dead worker',
      state({}, { ...pending, steps: [step] }),
      roles(holding(recruit)),
      { ...queued, reason: 'worker-lost' },
    ],
    [
      'after forty writes, of which one took effect, continues later',
      state({}, { ...pending, steps: Array.from({ length: 40 }, () => step) }),
      roles(holding(sergeant, soldier)),
      { ...queued, reason: 'half-applied', inSeconds: 35 },
    ],
    [
      'follows a lost connection, which can be made again',
      state(),
      failed(credentials, 'platform_cloud_reconnect_required'),
      { ...queued, settleSeconds: 0 },
    ],
  ])('%s', (_title, from, observation, expected) => {
    expect(follow(from, observation)).toMatchObject(expected)
  })

  it('does not follow credentials that the platform rejects', () => {
    const rejected = failed(credentials, 'platform_cloud_credentials_invalid')
    expect(follow(state(), rejected)).toMatchObject(fail('authorization-intervention-required'))
  })
})

describe('an observation out of order is a bug, and no answer to the caller', () => {
  it.each<[string, Observation]>([
    ['the groups were read before the roles', { is: 'groups', blacklisted: false }],
    ['the decision was read before the roles', { is: 'decision', decision: null }],
    ['writes were recorded without a target', recorded()],
  ])('%s', (message, observation) => {
    expect(() => follow(state(), observation)).toThrow(message)
  })
})
