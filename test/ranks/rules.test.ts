// Properties of the AutoRank ladder.
import fc from 'fast-check'
import {
  decideAutoRank,
  nextStep,
  storedRank,
  unlessBlocked,
  unreachableSteps,
  type Circumstances,
  type RankFacts,
} from '../../src/ranks/rules'
import { compareRanks } from '../../src/ranks/comparison'
import type { Community } from '../../src/context'
import { UNBOUNDED } from '../../src/auth/bounds/rules'
import { explainDecision } from '../../src/awards/auto-rank/rules'
import { runs } from '../support/runs'

const free: Circumstances = { connected: true, enabled: true, demotes: true }

/** Few different values, so that equal ones are frequent. */
const thresholds = fc.option(fc.integer({ min: -3, max: 8 }), { nil: null })
const ladders = fc
  .uniqueArray(fc.record({ rank_id: fc.integer({ min: 0, max: 255 }), auto_rank_experience: thresholds }), {
    selector: ({ rank_id }) => rank_id,
    minLength: 1,
    maxLength: 7,
  })
  .map((ranks) =>
    ranks
      .map((rank): RankFacts => ({
        ...rank,
        unique_id: rank.rank_id + 1_000,
        name: `rank ${rank.rank_id}`,
        managed: true,
      }))
      .sort((one, other) => one.rank_id - other.rank_id),
  )
const states = ladders.chain((ranks) =>
  fc.record({
    ranks: fc.constant(ranks),
    held: fc.option(fc.constantFrom(...ranks), { nil: null }),
    experience: fc.integer({ min: -4, max: 9 }),
  }),
)
const communities = fc.record({
  connection: fc.constantFrom<Community['connection']>('none', 'connected', 'reconnect_required'),
  autoRankEnabled: fc.boolean(),
  autoRankDemotes: fc.boolean(),
})
const blockStates = fc.record({
  suspended: fc.boolean(),
  blacklisted: fc.boolean(),
  ambiguous: fc.constant(false),
  unfinished: fc.constant([]),
})

it('the explanation of AutoRank equals its decision', () => {
  const someBounds = fc.option(fc.integer({ min: 0, max: 255 }).map((highestGiven) => ({ ...UNBOUNDED, highestGiven })))
  const property = fc.property(states, communities, blockStates, someBounds, (state, settings, blocks, bounds) => {
    const { ranks, held, experience } = state
    const community = settings as Community
    const { connection, autoRankEnabled, autoRankDemotes } = settings
    const facts = { ranks, experience, rank_unique_id: held?.unique_id ?? null, role_ids: [], ...blocks }
    const explanation = explainDecision(community, facts, bounds)
    const circumstances = { connected: connection !== 'none', enabled: autoRankEnabled, demotes: autoRankDemotes }
    const earned = decideAutoRank(ranks, held, experience, circumstances)
    const outOfBounds =
      bounds !== null && held !== null && Math.max(held.rank_id, earned.target?.rank_id ?? 0) > bounds.highestGiven
    const decision = unlessBlocked(earned, { ...blocks, outOfBounds })
    expect(explanation.target).toBe(decision.target)
    if (decision.outcome === 'move' && connection === 'reconnect_required') {
      expect(explanation).toMatchObject({ outcome: 'skipped', reason: 'platform_cloud_reconnect_required' })
    } else expect([explanation.outcome, explanation.reason]).toEqual([decision.outcome, decision.reason])
    expect(explanation.held).toBe(held)
    for (const { rank, experience: from, met } of explanation.ladder) {
      expect([from, met]).toEqual([rank.auto_rank_experience, from <= experience])
    }
  })
  fc.assert(property, { numRuns: runs(3_000) })
})

it('the next step is given at its threshold, and not below', () => {
  const property = fc.property(states, ({ ranks, held, experience }) => {
    const next = nextStep(ranks, held, experience)
    const above = (from: number) => decideAutoRank(ranks, held, from, free).target
    if (!next) {
      const best = above(1_000)
      const now = Math.max(above(experience)?.rank_id ?? -1, held?.rank_id ?? -1)
      expect(best === null || best.rank_id <= now).toBe(true)
      return
    }
    const from = next.auto_rank_experience ?? NaN
    expect(from).toBeGreaterThan(experience)
    expect(above(from)).toBe(next)
    const floor = Math.max(above(experience)?.rank_id ?? -1, held?.rank_id ?? -1)
    for (let less = experience; less < from; less++) expect(above(less)?.rank_id ?? -1).toBeLessThanOrEqual(floor)
  })
  fc.assert(property, { numRuns: runs(3_000) })
})

it('unreachableSteps returns the steps that no experience gives', () => {
  const property = fc.property(ladders, (ranks) => {
    const reached = new Set<RankFacts | null>()
    for (let experience = -4; experience <= 9; experience++) {
      reached.add(decideAutoRank(ranks, null, experience, free).target)
    }
    const steps = ranks.filter(
      ({ rank_id, auto_rank_experience }) => auto_rank_experience !== null && rank_id !== 0 && rank_id !== 255,
    )
    expect(unreachableSteps(ranks)).toEqual(steps.filter((step) => !reached.has(step)))
  })
  fc.assert(property, { numRuns: runs(2_000) })
})

it('compareRanks reports added, changed and removed ranks, and ignores member counts', () => {
  const rank = (unique_id: number, rank_id: number, name: string, member_count = 1) => ({
    unique_id,
    rank_id,
    name,
    member_count,
  })
  const before = [rank(1, 0, 'Guest'), rank(2, 10, 'Private'), rank(3, 50, 'Sergeant'), rank(4, 60, 'Gone')]
  const after = [rank(1, 0, 'Guest', 7), rank(2, 10, 'Soldier'), rank(3, 55, 'Sergeant'), rank(5, 70, 'New')]
  expect(compareRanks(before, after)).toEqual({
    added: [after[3]],
    changed: [
      { before: before[1], after: after[1] },
      { before: before[2], after: after[2] },
    ],
    removed: [before[3]],
  })
  expect(compareRanks(before, before)).toEqual({ added: [], changed: [], removed: [] })
})

it('takes the stored rank when a previous release has stored it without the roles', () => {
  const ranks = [1, 2, 3].map((rank_id): RankFacts => ({
    rank_id,
    unique_id: 1_000 + rank_id,
    name: `rank ${rank_id}`,
    auto_rank_experience: null,
    managed: rank_id < 3,
  }))
  expect(storedRank(ranks, { rankUniqueId: 1_003, roleIds: [1_001, 1_002, 1_003] })?.rank_id).toBe(2)
  expect(storedRank(ranks, { rankUniqueId: 1_001, roleIds: [1_002] })?.rank_id).toBe(1)
})
