// One decision: for the same facts, the check before an operation is stored, its execution, the preview of AutoRank and
// the dry run of a reversal say the same.
import fc from 'fast-check'
import { peopleGive } from '../../src/auth/bounds/rules'
import { decideStored } from '../../src/awards/auto-rank/rules'
import { type DomainError } from '../../src/base/errors'
import type { RankBounds } from '../../src/context'
import {
  numbersInDoubt,
  problemOfAuthor,
  storedFacts,
  type Asked,
  type Facts,
} from '../../src/operations/decision/rules'
import { next } from '../../src/operations/dispatch/next'
import { advance, type Command, type MembershipSnapshot, type Observation } from '../../src/operations/dispatch/state'
import type { OperationRow } from '../../src/operations/queries'
import type { RankRow } from '../../src/ranks/queries'
import { isRank, rankHeld } from '../../src/ranks/rules'
import type { Item } from '../../src/reversals/entries/rules'
import { decideRank, decideRoles, type NeededOperation } from '../../src/reversals/ranks/outcome'
import type { Obstacle } from '../../src/reversals/verdicts'
import { runs } from '../support/runs'
import { authority, NOW, state } from './next-fixture'

const NUMBERS = [0, 1, 5, 10, 50, 60, 100, 200, 255] as const
const number = fc.constantFrom(...NUMBERS)

/** Most roles have no threshold; half of those are not ranks. */
const thresholds = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 5 }) },
)

const groups = fc
  .array(fc.record({ isRank: fc.boolean(), threshold: thresholds }), {
    minLength: NUMBERS.length,
    maxLength: NUMBERS.length,
  })
  .map((roles) =>
    roles.map(({ isRank: managed, threshold }, index): RankRow => {
      const rank_id = NUMBERS[index] ?? 0
      const auto_rank_experience = rank_id === 0 || rank_id === 255 ? null : threshold
      const named = { unique_id: 1_000 + rank_id, rank_id, name: `rank ${rank_id}`, member_count: null }
      return { ...named, auto_rank_experience, managed: managed || auto_rank_experience !== null }
    }),
  )

const someBounds = fc.record({
  highestGiven: number,
  lowestTouched: fc.constantFrom(0, 0, 5, 60),
  highestTouched: fc.constantFrom(255, 255, 100, 10),
  givenByPeople: fc.uniqueArray(number, { maxLength: 3 }),
})

interface Case {
  readonly ranks: readonly RankRow[]
  readonly roles: readonly number[]
  readonly unfinished: readonly number[]
  readonly bounds: RankBounds | null
  readonly declared: boolean
  readonly suspended: boolean
  readonly blacklisted: boolean
  readonly experience: number
  readonly demotes: boolean
  readonly target: number
}

const role = number.map((one) => 1_000 + one)
const anyCase: fc.Arbitrary<Case> = fc.record({
  ranks: groups,
  unfinished: fc.uniqueArray(role, { maxLength: 3 }),
  bounds: fc.option(someBounds),
  // every member has the base role
  roles: fc.uniqueArray(role, { maxLength: 4 }).map((some) => [...new Set([1_001, ...some])]),
  declared: fc.boolean(),
  suspended: fc.boolean(),
  blacklisted: fc.boolean(),
  demotes: fc.boolean(),
  experience: fc.integer({ min: 0, max: 5 }),
  target: role,
})

/** Half of the targets are roles that the member has. */
const cases = fc.tuple(anyCase, fc.boolean(), fc.nat()).map(([one, isHeld, pick]): Case => ({
  ...one,
  target: (isHeld && one.roles[pick % one.roles.length]) || one.target,
}))

function snapshotOf({ ranks, roles }: Case): MembershipSnapshot {
  const held = rankHeld(ranks, roles)
  if (!held) throw new Error('the base role was not found')
  return { membership: { membershipId: 'm', roles, highestRole: held.unique_id }, ranks, held }
}

function authorityOf(one: Case): typeof authority {
  const { bounds, suspended, blacklisted, unfinished, declared: ranksDeclared, demotes: autoRankDemotes } = one
  const community = { ...authority.community, ranksDeclared, autoRankDemotes }
  const unmanaged = one.ranks.filter(({ managed }) => !managed).map(({ unique_id }) => unique_id)
  return { ...authority, community, bounds, suspended, blacklisted, unfinished, unmanaged }
}

/** The last command before something is sent, or the end of the execution. */
function execute(one: Case, of: Partial<OperationRow>): Command {
  const start = state({ authority: authorityOf(one), experience: one.experience }, of)
  const seen: Observation = { is: 'membership', snapshot: snapshotOf(one), askedAt: NOW }
  const read = advance(start, seen)
  const command = next(read, seen, NOW)
  if (command.do !== 'record') return command
  const recorded: Observation = { is: 'recorded', authority: start.authority, ...command }
  return next(advance(read, recorded), recorded, NOW)
}

/** Roles that are given and taken, `nothing`, or the code of the failure. */
function outcomeOf(command: Command): unknown {
  if (command.do === 'write') return command.steps
  if (command.do === 'fail') return command.code
  return command.do === 'succeed' && command.move === null ? 'nothing' : command
}

const storedOf = (one: Case) => ({ rankUniqueId: snapshotOf(one).held.unique_id, roleIds: one.roles })

function factsOf(one: Case): Facts<RankRow> {
  const { suspended, blacklisted, unfinished, bounds } = one
  const stored = { ...storedFacts(one.ranks, storedOf(one)), community: authorityOf(one).community, unfinished }
  return { ...stored, suspended, blacklisted, author: { bounds, account: null } }
}

/** The check before the enqueue statement, which then stores the target. */
function checkEarly({ kind, target }: Asked, one: Case): DomainError | null {
  const { bounds, ranks } = one
  if (bounds === null) return null
  const doubt = numbersInDoubt(kind, bounds)
  const found = ranks.find(({ unique_id }) => unique_id === target)
  const isInDoubt = doubt.held.includes(snapshotOf(one).held.rank_id) || doubt.target.includes(found?.rank_id ?? -1)
  return isInDoubt ? problemOfAuthor({ kind, target }, { ...factsOf(one), suspended: false, blacklisted: false }) : null
}

const kinds = ['rank.set', 'rank.suspend', 'rank.promote', 'rank.demote', 'role.assign', 'role.unassign'] as const

it.each(kinds)('%s: the check before it is stored refuses what the execution refuses to its author', (kind) => {
  const seen = { early: 0, refused: 0, made: 0 }
  const isMove = kind === 'rank.promote' || kind === 'rank.demote'
  const property = fc.property(cases, (one) => {
    const asked = { kind, target: isMove ? null : one.target }
    const early = checkEarly(asked, one)
    const command = execute(one, { kind, target_unique_id: asked.target })
    if (early) expect(command).toMatchObject({ do: 'fail', code: early.code, message: early.message })
    const isOfAuthor =
      command.do === 'fail' && (command.code === 'rank_out_of_bounds' || command.message === peopleGive().message)
    // the target of a move is known only at the execution
    if (isOfAuthor && !isMove) expect(early).toMatchObject({ code: command.code, message: command.message })
    if (early) seen.early++
    if (isOfAuthor) seen.refused++
    if (command.do === 'write') seen.made++
  })
  fc.assert(property, { numRuns: runs(8_000) })
  expect(Math.min(seen.early, seen.refused, seen.made)).toBeGreaterThan(0)
})

it('AutoRank: the preview says what the execution does', () => {
  const seen = new Set<string>()
  const property = fc.property(cases, (one) => {
    const { experience, ranks, roles, unfinished, suspended, blacklisted, bounds } = one
    const { held } = snapshotOf(one)
    if (held.rank_id === 255) return
    const stored = { rank_unique_id: held.unique_id, role_ids: roles }
    const facts = { experience, ranks, unfinished, suspended, blacklisted, ...stored }
    const said = decideStored(authorityOf(one).community, facts, bounds)
    const command = execute(one, { kind: 'rank.auto', target_unique_id: null })
    seen.add(said.reason)
    if (said.reason === 'rank_ambiguous') expect(outcomeOf(command)).toBe('rank_ambiguous')
    else if (said.outcome !== 'move') expect(outcomeOf(command)).toBe('nothing')
    else {
      const given = roles.includes(said.target?.unique_id ?? 0)
        ? []
        : [{ verb: 'assign', role: said.target?.unique_id }]
      expect(outcomeOf(command)).toEqual(expect.arrayContaining(given))
      expect(command.do).toBe('write')
    }
  })
  fc.assert(property, { numRuns: runs(16_000) })
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['blacklisted', 'rank_ambiguous', 'rank_out_of_bounds', 'suspended', 'threshold_met']),
  )
})

const item = (values: Pick<Item, 'kind' | 'object' | 'before' | 'after'>): Item => ({
  auditId: '1',
  position: 1,
  userId: 7,
  obstacle: null,
  ...values,
})

/** What the dry run of a reversal says: the code of the obstacle; null: the item is taken back. */
function dryRun(one: Case, of: Item): unknown {
  let said: unknown = 'nothing'
  const outcome = {
    keep: (items: readonly Item[], obstacle: Obstacle) => void (items.length > 0 && (said = obstacle.errorCode)),
    operate: (_: readonly Item[], operation: NeededOperation | null) => void (said = operation && null),
  }
  const { suspended, blacklisted, unfinished, ranks, bounds } = one
  const member = { userId: 7, ...storedOf(one), unfinished, suspended, blacklisted }
  const situation = { community: authorityOf(one).community, ranks, bounds, rolesOfAwards: [] }
  const changes = { items: [of], others: [] }
  if (of.kind === 'rank') decideRank(outcome, member, changes, situation)
  else decideRoles(outcome, member, changes, situation)
  return said
}

it('a reversal: the dry run says what the execution does', () => {
  const seen = new Set<unknown>()
  const property = fc.property(cases, fc.boolean(), (one, isRankChange) => {
    const { held } = snapshotOf(one)
    const { target } = one
    const isHeld = one.roles.includes(target)
    if (isRankChange && target === held.unique_id) return
    const said = isRankChange
      ? dryRun(one, item({ kind: 'rank', object: null, before: target, after: held.unique_id }))
      : dryRun(one, item({ kind: 'role', object: String(target), before: isHeld ? 0 : 1, after: isHeld ? 1 : 0 }))
    const kind = isRankChange ? 'rank.set' : isHeld ? 'role.unassign' : 'role.assign'
    const reversal = { reversalId: 'r', reason: null, entries: ['1'], found: isRankChange ? held.unique_id : null }
    const command = execute(one, { kind, target_unique_id: target, reversal })
    seen.add(said)
    if (said === null) expect(command.do).toBe('write')
    else expect(outcomeOf(command)).toBe(said)
  })
  fc.assert(property, { numRuns: runs(5_000) })
  const codes = [
    'rank_ambiguous',
    'rank_not_assignable',
    'rank_out_of_bounds',
    'member_suspended',
    'member_blacklisted',
  ]
  expect([...seen]).toEqual(expect.arrayContaining([null, 'role_is_rank', ...codes]))
})

it('finds ranks of each kind in its cases', () => {
  const [one] = fc.sample(cases, { seed: 1, numRuns: 1 })
  expect(one?.ranks.some(isRank)).toBe(true)
})
