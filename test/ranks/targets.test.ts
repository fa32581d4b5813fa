// Which rank a member holds, which rank a change targets, and which roles are written (pure functions).
import fc from 'fast-check'
import type { DomainError } from '../../src/base/errors'
import type { Community } from '../../src/context'
import {
  assertIsRank,
  assertNotOwner,
  circumstancesOf,
  decideAutoRank,
  isAmbiguous,
  namedTarget,
  neighbour,
  roleChanges,
  rankAmbiguous,
  rankHeld,
  ranksBesidesBase,
  storedRank,
  unlessBlocked,
  type RankFacts,
} from '../../src/ranks/rules'
import { runs } from '../support/runs'

const role = (
  rank_id: number,
  name: string,
  managed = true,
  auto_rank_experience: number | null = null,
): RankFacts => ({
  unique_id: 1_000 + rank_id,
  rank_id,
  name,
  managed,
  auto_rank_experience,
})
const guest = role(0, 'Guest')
const recruit = role(1, 'Recruit', true, 0)
const soldier = role(10, 'Soldier', true, 100)
const moderator = role(15, 'Moderator', false)
const captain = role(20, 'Captain', true, 200)
const owner = role(255, 'Owner')
const ranks = [guest, recruit, soldier, moderator, captain, owner]
const ids = (...roles: readonly RankFacts[]) => roles.map(({ unique_id }) => unique_id)

function errorOf(act: () => unknown): DomainError {
  try {
    act()
  } catch (error) {
    return error as DomainError
  }
  throw new Error('nothing was refused')
}

describe('the rank that a member holds', () => {
  it.each<[string, RankFacts | null, RankFacts[]]>([
    ['nothing without a known role', null, []],
    ['the only rank', soldier, [soldier]],
    ['the highest of several ranks', captain, [recruit, captain, soldier]],
    ['the rank below a role that is none', soldier, [soldier, moderator]],
    ['the base role with only a role that is no rank', recruit, [moderator]],
    ['owner above every rank', owner, [captain, owner]],
    ['guest for a guest', guest, [guest]],
  ])('is %s', (_, held, roles) => {
    expect(rankHeld(ranks, ids(...roles))).toBe(held)
  })

  it('is the base role, the lowest that can be given, even if that is declared no rank', () => {
    expect(rankHeld([guest, { ...recruit, managed: false }, moderator], ids(moderator))?.name).toBe('Recruit')
    expect(rankHeld([guest, owner], [9])).toBeNull()
  })

  it('is the stored one where the stored roles are unknown now', () => {
    expect(storedRank(ranks, { rankUniqueId: null, roleIds: ids(soldier) })).toBeNull()
    expect(storedRank(ranks, { rankUniqueId: soldier.unique_id, roleIds: [] })).toBe(soldier)
    expect(storedRank(ranks, { rankUniqueId: soldier.unique_id, roleIds: ids(soldier, captain) })).toBe(captain)
    expect(storedRank(ranks, { rankUniqueId: 5, roleIds: [5] })).toBeNull()
  })
})

describe('a member with several ranks', () => {
  const held = ids(recruit, soldier, moderator, captain)

  it('holds them beside the base role, and roles that are no ranks do not count', () => {
    expect(ranksBesidesBase(ranks, held)).toEqual([soldier, captain])
  })

  it('is ambiguous until the community declares what is a rank, or the roles are its own unfinished change', () => {
    const ambiguous = (ranksDeclared: boolean, roles: number[], own: number[]) =>
      isAmbiguous({ ranksDeclared }, ranks, roles, own)
    expect(ambiguous(false, held, [])).toBe(true)
    expect(ambiguous(false, held, ids(soldier))).toBe(true)
    expect(ambiguous(false, held, ids(soldier, captain))).toBe(false)
    expect(ambiguous(true, held, [])).toBe(false)
    expect(ambiguous(false, ids(recruit, soldier), [])).toBe(false)
  })

  it('gets an error that names at most ten of the roles and both ways out', () => {
    const many = [recruit, ...Array.from({ length: 12 }, (_, index) => role(100 + index, `R${index}`))]
    const error = rankAmbiguous(many, ids(...many))
    expect(error.code).toBe('rank_ambiguous')
    expect(error.message).toMatch(/several roles, R0 \(1100\), R1 \(1101\), .*R9 \(1109\), and the community/)
    expect(error.message).toContain('singleRank')
    expect(error.details).toEqual({ roles: ids(...many.slice(1, 11)) })
  })
})

describe('the target of a rank change', () => {
  it('is named by role id or by rank number', () => {
    expect(namedTarget(ranks, { kind: 'set', rankUniqueId: soldier.unique_id })).toBe(soldier)
    expect(namedTarget(ranks, { kind: 'set', rankId: 20 })).toBe(captain)
  })

  it('is the rank where several roles have one number', () => {
    const twin = { ...captain, unique_id: 7, managed: false }
    expect(namedTarget([twin, captain], { kind: 'set', rankId: 20 })).toBe(captain)
    expect(errorOf(() => namedTarget([twin], { kind: 'set', rankId: 20 })).code).toBe('rank_not_assignable')
  })

  it('must exist, and the error names the field and the value', () => {
    const byNumber = errorOf(() => namedTarget(ranks, { kind: 'set', rankId: 99 }))
    expect([byNumber.code, byNumber.details]).toEqual(['rank_not_found', { field: 'rankId' }])
    expect(byNumber.message).toContain('rankId 99')
    expect(errorOf(() => namedTarget(ranks, { kind: 'set', rankUniqueId: 98 })).message).toContain('rankUniqueId 98')
  })

  it('must be a rank: guest, owner and other roles are refused, each with its reason', () => {
    for (const one of [guest, owner])
      expect(errorOf(() => assertIsRank(one))).toMatchObject({
        code: 'rank_not_assignable',
        message: expect.stringContaining(`${one.name} is guest or owner`),
      })
    expect(errorOf(() => assertIsRank(moderator))).toMatchObject({
      code: 'rank_not_assignable',
      message: expect.stringContaining('Moderator is not a rank of this community'),
    })
    expect(() => assertIsRank(soldier)).not.toThrow()
  })

  it('is the next rank above or below, and roles that are no ranks are passed over', () => {
    expect(neighbour(ranks, soldier, 'promote')).toBe(captain)
    expect(neighbour(ranks, captain, 'demote')).toBe(soldier)
    expect(neighbour(ranks, guest, 'promote')).toBe(recruit)
    expect(neighbour(ranks, moderator, 'demote')).toBe(soldier)
  })

  it('does not exist beyond the highest and the lowest rank, and the error names the rank held', () => {
    const highest = errorOf(() => neighbour(ranks, captain, 'promote'))
    const lowest = errorOf(() => neighbour(ranks, recruit, 'demote'))
    expect([highest.code, lowest.code]).toEqual(['rank_limit_reached', 'rank_limit_reached'])
    expect(highest.message).toContain('Captain, the highest assignable rank')
    expect(lowest.message).toContain('Recruit, the lowest assignable rank')
  })

  it('is never the rank of an owner', () => {
    const error = errorOf(() => assertNotOwner(owner))
    expect([error.code, error.message]).toEqual(['rank_not_assignable', expect.stringContaining('owns the group')])
    for (const held of [null, captain, guest]) expect(() => assertNotOwner(held)).not.toThrow()
  })
})

it('after the planned writes a member holds the target ranks, the base role and every role that is no rank', () => {
  const some = fc.subarray(ids(...ranks))
  fc.assert(
    fc.property(some, some, (held, targets) => {
      const { assign, unassign } = roleChanges(ranks, held, targets)
      const after = new Set([...held.filter((id) => !unassign.includes(id)), ...assign])
      for (const one of ranks) {
        const id = one.unique_id
        const isTarget = targets.includes(id)
        const expected =
          one === soldier || one === captain
            ? isTarget
            : one === recruit
              ? held.includes(id) || isTarget
              : held.includes(id)
        expect([one.name, after.has(id)]).toEqual([one.name, expected])
      }
      expect(assign.filter((id) => held.includes(id))).toEqual([])
      expect(unassign.filter((id) => !held.includes(id))).toEqual([])
    }),
    { numRuns: runs(500) },
  )
})

describe('AutoRank', () => {
  const free = { connected: true, enabled: true, demotes: false }

  it.each<[string, RankFacts | null, number, Partial<typeof free>, string, RankFacts | null, RankFacts[]?]>([
    ['not_connected', recruit, 150, { connected: false, enabled: false }, 'skipped', soldier],
    ['disabled', recruit, 150, { enabled: false }, 'skipped', soldier],
    ['no_ladder', recruit, 150, {}, 'skipped', null, [guest, moderator, { ...soldier, auto_rank_experience: null }]],
    ['not_in_group', null, 150, {}, 'skipped', soldier],
    ['outside_ladder', moderator, 150, {}, 'skipped', soldier],
    ['below_ladder', recruit, -1, {}, 'unchanged', null],
    ['already_there', soldier, 100, {}, 'unchanged', soldier],
    ['already_there', soldier, 199, {}, 'unchanged', soldier],
    ['demotion_not_allowed', captain, 199, {}, 'skipped', soldier],
    ['threshold_met', captain, 199, { demotes: true }, 'move', soldier],
    ['threshold_met', recruit, 200, {}, 'move', captain],
    ['threshold_met', guest, 0, {}, 'move', recruit],
  ])('answers %s (%j at %d experience, with %j)', (reason, held, experience, but, outcome, target, of = ranks) => {
    expect(decideAutoRank(of, held, experience, { ...free, ...but })).toEqual({ outcome, reason, target })
  })

  it('takes its circumstances from the community', () => {
    const of = (connection: Community['connection'], autoRankEnabled: boolean, autoRankDemotes: boolean) =>
      circumstancesOf({ connection, autoRankEnabled, autoRankDemotes } as Community)
    expect(of('none', true, false)).toEqual({ connected: false, enabled: true, demotes: false })
    expect(of('reconnect_required', false, true)).toEqual({ connected: true, enabled: false, demotes: true })
  })

  it('moves no member that is blocked, and names the first block', () => {
    const none = { suspended: false, blacklisted: false, ambiguous: false, outOfBounds: false }
    const move = { outcome: 'move', reason: 'threshold_met', target: soldier } as const
    expect(unlessBlocked(move, none)).toBe(move)
    const blocks = [
      ['suspended', 'suspended'],
      ['blacklisted', 'blacklisted'],
      ['ambiguous', 'rank_ambiguous'],
      ['outOfBounds', 'rank_out_of_bounds'],
    ] as const
    for (const [index, [block, reason]] of blocks.entries()) {
      const later = Object.fromEntries(blocks.slice(index).map(([name]) => [name, true]))
      expect(unlessBlocked(move, { ...none, ...later })).toEqual({ outcome: 'skipped', reason, target: soldier })
      const unchanged = { outcome: 'unchanged', reason: 'already_there', target: soldier } as const
      expect(unlessBlocked(unchanged, { ...none, [block]: true })).toBe(unchanged)
    }
  })
})
