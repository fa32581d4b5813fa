// Counts what AutoRank does with groups of members that it treats alike. Pure.
import type { Community, RankBounds } from '../../context'
import { thresholdOf, type RankFacts } from '../../ranks/rules'
import { decideStored, type AutoRankFacts, type Decided } from './rules'

export interface MemberGroup extends Omit<AutoRankFacts, 'experience' | 'ranks'> {
  /** Thresholds that their experience reaches. */
  readonly reached: number
  readonly members: number
}

export interface Ladder {
  readonly community: Community
  readonly ranks: readonly RankFacts[]
}

export interface Preview {
  readonly members: number
  readonly promoted: number
  readonly demoted: number
  readonly unchanged: number
  readonly skipped: ReadonlyMap<Decided['reason'], number>
  /** Most frequent first. */
  readonly moves: readonly Moves[]
}

export interface LadderPreview extends Preview {
  readonly newRanks: readonly RankFacts[]
  readonly unreachable: readonly RankFacts[]
  readonly uncertain: number
}

export interface Moves {
  readonly from: RankFacts
  readonly to: RankFacts
  readonly members: number
  readonly alreadyDue: number
}

export function stepsOf(...ladders: readonly Ladder[]): number[] {
  const thresholds = ladders.flatMap(({ ranks }) => ranks.map(thresholdOf)).filter(Number.isFinite)
  return [...new Set(thresholds)].sort((one, other) => one - other)
}

export interface PreviewFacts {
  readonly now: Ladder
  readonly then: Ladder
  readonly steps: readonly number[]
  readonly bounds: RankBounds | null
  /** Includes the blocked members, as if they were not. */
  readonly all: readonly MemberGroup[]
  readonly blocked: readonly MemberGroup[]
}

export function previewOf({ all, blocked, ...facts }: PreviewFacts): Preview {
  const tally = new Tally(facts)
  for (const group of all) tally.add(group, group.members)
  for (const group of blocked) {
    tally.add({ ...group, suspended: false, blacklisted: false }, -group.members)
    tally.add(group, group.members)
  }
  return tally.preview()
}

class Tally {
  private readonly counts = new Map<Decided['reason'], number>()
  private readonly moved = new Map<string, Moves>()

  constructor(private readonly facts: Omit<PreviewFacts, 'all' | 'blocked'>) {}

  add(group: MemberGroup, members: number): void {
    const { held, outcome, reason, target } = this.decide(this.facts.then, group)
    if (outcome !== 'move' || held === null || target === null) {
      this.counts.set(reason, (this.counts.get(reason) ?? 0) + members)
      return
    }
    const due = this.decide(this.facts.now, group)
    const isDue = due.outcome === 'move' && due.target?.unique_id === target.unique_id
    const key = `${held.unique_id} ${target.unique_id}`
    const known = this.moved.get(key) ?? { from: held, to: target, members: 0, alreadyDue: 0 }
    const alreadyDue = known.alreadyDue + (isDue ? members : 0)
    this.moved.set(key, { ...known, members: known.members + members, alreadyDue })
  }

  /** Any experience that reaches the same thresholds decides the same. */
  private decide({ community, ranks }: Ladder, { reached, ...group }: MemberGroup): Decided {
    const { steps, bounds } = this.facts
    const experience = steps[reached - 1] ?? (steps[0] ?? 1) - 1
    return decideStored(community, { ...group, experience, ranks }, bounds)
  }

  preview(): Preview {
    const moves = [...this.moved.values()].filter(({ members }) => members > 0).sort((a, b) => b.members - a.members)
    const sum = (some: readonly { readonly members: number }[]) =>
      some.reduce((total, { members }) => total + members, 0)
    const isDemotion = ({ from, to }: Moves): boolean => to.rank_id < from.rank_id
    const demoted = sum(moves.filter(isDemotion))
    const promoted = sum(moves) - demoted
    const rest = [...this.counts].filter(([, members]) => members > 0)
    const isUnchanged = (reason: Decided['reason']) => reason === 'already_there' || reason === 'below_ladder'
    const skipped = new Map(rest.filter(([reason]) => !isUnchanged(reason)))
    const unchanged = sum(rest.filter(([reason]) => isUnchanged(reason)).map(([, members]) => ({ members })))
    const members = promoted + demoted + unchanged + sum([...skipped.values()].map((count) => ({ members: count })))
    return { members, promoted, demoted, unchanged, skipped, moves }
  }
}
