// Kinds of operations, which rank a restore gives back, and the codes and delays of failures (pure functions).
import type { ErrorCode } from '../../src/base/errors'
import type { DomainError } from '../../src/base/errors'
import {
  assertNotBlocked,
  decide,
  decideOnRefusal,
  isApplied,
  isJoinKind,
  isRoleKind,
  isRoleStep,
  isSuspensionKind,
  queueLimitOf,
  rankToRestore,
  retryDelay,
  type Failure,
  type OperationKind,
} from '../../src/operations/rules'
import type { RankFacts } from '../../src/ranks/rules'

const kinds: OperationKind[] = [
  ...(['rank.set', 'rank.promote', 'rank.demote', 'rank.auto', 'rank.suspend', 'rank.restore'] as const),
  ...(['role.assign', 'role.unassign', 'join.accept', 'join.decline'] as const),
]

it('an operation is of a suspension, of a role, of a join request, or a rank change', () => {
  expect(kinds.filter(isSuspensionKind)).toEqual(['rank.suspend', 'rank.restore'])
  expect(kinds.filter(isRoleKind)).toEqual(['role.assign', 'role.unassign'])
  expect(kinds.filter(isJoinKind)).toEqual(['join.accept', 'join.decline'])
})

it('a community has its own queue limit, or that of the server', () => {
  const limitOf = (queueLimit: number | null) =>
    queueLimitOf({ community: { queueLimit }, settings: { queueLimit: 7 } } as Parameters<typeof queueLimitOf>[0])
  expect([limitOf(null), limitOf(0), limitOf(9)]).toEqual([7, 0, 9])
})

it('a step of a role is applied when the roles show it, and a step of a join request never', () => {
  const role = (verb: 'assign' | 'unassign') => ({ verb, role: 5 })
  expect([isApplied(role('assign'), [5]), isApplied(role('assign'), [6])]).toEqual([true, false])
  expect([isApplied(role('unassign'), [5]), isApplied(role('unassign'), [6])]).toEqual([false, true])
  const join = { verb: 'accept', requestId: 'x', requestedAt: null } as const
  expect([isRoleStep(role('assign')), isRoleStep(join), isApplied(join, [])]).toEqual([true, false, false])
})

it.each([0, 1, 2, 3, 4, 99])('after %d failures in a row the next attempt is at most 15 seconds later', (failures) => {
  expect(retryDelay(failures)).toBe([1, 2, 4, 8, 15][failures] ?? 15)
})

describe('a failure', () => {
  const failure: Failure = {
    ...({ kind: 'unavailable', sent: false, status: null } as const),
    retryAfterSeconds: null,
    onRead: false,
    connectionLost: false,
  }
  const state = { awaited: false, sent: false, failures: 0 }
  const options = { settleSeconds: 5 }
  const decided = (but: Partial<Failure>, of: Partial<typeof state & { mustRun: boolean }> = {}) =>
    decide({ ...failure, ...but }, { ...state, ...of }, options)

  it.each<[Failure['kind'], ErrorCode]>([
    ['credentials', 'authorization-intervention-required'],
    ['rate_limited', 'provider-rejected-429'],
    ['request_timeout', 'provider-rejected-408'],
    ['timeout', 'platform_cloud_timeout'],
    ['rejected', 'platform_cloud_unavailable'],
    ['unavailable', 'platform_cloud_unavailable'],
    ['not_found', 'rank_not_found'],
  ])('%s has the code %s', (kind, code) => {
    expect(decided({ kind }).code).toBe(code)
  })

  it('of an awaited change tells the caller when to repeat it', () => {
    expect(decided({ retryAfterSeconds: 7 }, { awaited: true })).toEqual({
      to: 'failed',
      code: 'platform_cloud_unavailable',
      retryAfterSeconds: 7,
    })
    expect(decided({ kind: 'rejected', retryAfterSeconds: 7 }, { awaited: true })).toMatchObject({
      retryAfterSeconds: null,
    })
  })

  it('after a sent write is followed by a read: at once when it was sent now, with a delay when it was before', () => {
    expect(decided({ sent: true })).toMatchObject({ to: 'outcome_pending', inSeconds: 0, settleSeconds: 5 })
    expect(decided({ sent: true, status: 500 })).toMatchObject({ inSeconds: 0, settleSeconds: 0 })
    expect(decided({ onRead: true, kind: 'rejected' }, { sent: true, failures: 2 })).toEqual({
      to: 'outcome_pending',
      code: 'platform_cloud_unavailable',
      inSeconds: 4,
      settleSeconds: 0,
    })
    expect(decided({}, { sent: true, failures: 1 })).toMatchObject({
      to: 'outcome_pending',
      inSeconds: 2,
      settleSeconds: 0,
    })
    expect(decided({ kind: 'rejected' }, { sent: true })).toMatchObject({ to: 'failed' })
  })

  it('of a change that must run is final only for a write that the platform calls invalid', () => {
    const mustRun = (kind: Failure['kind'], onRead: boolean) => decided({ kind, onRead }, { mustRun: true }).to
    expect(mustRun('rejected', false)).toBe('failed')
    expect([mustRun('rejected', true), mustRun('not_found', false), mustRun('credentials', false)]).toEqual([
      ...['queued', 'queued', 'queued'],
    ])
    expect(decided({ kind: 'credentials', connectionLost: true }).to).toBe('queued')
  })
})

describe('an error of the connection before a write', () => {
  const state = { awaited: false, sent: false, failures: 0 }

  it.each<[ErrorCode, ErrorCode, number | null]>([
    ['platform_cloud_not_configured', 'platform_cloud_not_configured', 15],
    ['platform_cloud_reconnect_required', 'authorization-intervention-required', 15],
    ['platform_cloud_refresh_pending', 'platform_cloud_refresh_pending', 1],
    ['platform_cloud_configuration_unavailable', 'platform_cloud_configuration_unavailable', 10],
    ['platform_cloud_credentials_invalid', 'authorization-intervention-required', null],
    ['platform_cloud_rate_limited', 'provider-rejected-429', 15],
    ['platform_cloud_timeout', 'platform_cloud_timeout', 2],
    ['platform_cloud_unavailable', 'platform_cloud_unavailable', 2],
    ['roblox_scheduler_unavailable', 'roblox_scheduler_unavailable', 1],
    ['server_busy', 'server_busy', 1],
  ])('%s queues the change with the code %s', (error, code, seconds) => {
    const failed = { to: 'failed', code, retryAfterSeconds: null }
    const queued = (inSeconds: number) => ({ to: 'queued', code, inSeconds, settleSeconds: 0 })
    expect(decideOnRefusal(error, state)).toEqual(seconds === null ? failed : queued(seconds))
    expect(decideOnRefusal(error, { ...state, awaited: true })).toEqual(failed)
    expect(decideOnRefusal(error, { ...state, mustRun: true })).toEqual(queued(seconds ?? 15))
    expect(decideOnRefusal(error, { ...state, failures: 1, mustRun: true })).toEqual(
      queued(Math.min((seconds ?? 15) * 2, 15)),
    )
  })

  it('is followed by a read when a write was sent, after its own delay', () => {
    const inSeconds = (error: ErrorCode) => {
      const decision = decideOnRefusal(error, { ...state, sent: true, failures: 3 })
      expect(decision).toMatchObject({ to: 'outcome_pending', settleSeconds: 0 })
      return decision && 'inSeconds' in decision ? decision.inSeconds : null
    }
    expect(inSeconds('platform_cloud_rate_limited')).toBe(30)
    expect(inSeconds('platform_cloud_credentials_invalid')).toBe(30)
    expect(inSeconds('server_busy')).toBe(1)
  })
})

const role = (rank_id: number, name: string, managed = true): RankFacts => ({
  unique_id: 1_000 + rank_id,
  rank_id,
  name,
  managed,
  auto_rank_experience: null,
})
const guest = role(0, 'Guest')
const recruit = role(1, 'Recruit')
const suspended = role(2, 'Suspended')
const soldier = role(10, 'Soldier')
const captain = role(20, 'Captain')
const moderator = role(30, 'Moderator', false)
const ranks = [guest, recruit, suspended, soldier, captain, moderator, role(255, 'Owner')]

describe('the end of a suspension', () => {
  const restored = (held: RankFacts[], former: { rank: number | null; roles: RankFacts[] }, sent = false) => {
    const roles = (some: RankFacts[]) => some.map(({ unique_id }) => unique_id)
    try {
      const before = { rank: former.rank, roles: roles(former.roles) }
      return rankToRestore(ranks, roles(held), { suspended: suspended.unique_id, former: before }, sent).name
    } catch (error) {
      expect((error as DomainError).message).toMatch(/Set another rank|was not restored/)
      return (error as DomainError).code
    }
  }

  it('gives back the highest of the former ranks', () => {
    const former = { rank: captain.unique_id, roles: [recruit, soldier, captain, moderator] }
    expect(restored([recruit, suspended], former)).toBe('Captain')
    expect(restored([recruit, soldier, captain], former)).toBe('Captain')
  })

  it('gives back the stored rank where the former roles are unknown', () => {
    expect(restored([suspended], { rank: soldier.unique_id, roles: [] })).toBe('Soldier')
  })

  it('gives back nothing when a person changed the rank since, unless the change has begun', () => {
    const former = { rank: captain.unique_id, roles: [recruit, captain] }
    expect(restored([recruit, soldier], former)).toBe('operation_superseded')
    expect(restored([recruit, soldier], former, true)).toBe('Captain')
    expect(restored([recruit, suspended, moderator], former)).toBe('Captain')
  })

  it('gives back no rank that is gone, or that is guest now', () => {
    expect(restored([suspended], { rank: 7, roles: [] })).toBe('rank_not_found')
    expect(restored([suspended], { rank: null, roles: [] })).toBe('rank_not_found')
    expect(restored([suspended], { rank: guest.unique_id, roles: [guest] })).toBe('rank_not_assignable')
  })
})

it('a block tells how to end it', () => {
  const messageOf = (blocks: { suspended: boolean; blacklisted: boolean }) => {
    try {
      return assertNotBlocked(blocks, recruit, captain)
    } catch (error) {
      return (error as DomainError).message
    }
  }
  expect(messageOf({ suspended: true, blacklisted: true })).toContain('after the suspension ends')
  expect(messageOf({ suspended: false, blacklisted: true })).toContain('Remove the entry')
  expect(messageOf({ suspended: false, blacklisted: false })).toBeUndefined()
})
