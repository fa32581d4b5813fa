// Roles beside the ranks: all sets of roles, declarations and kinds of rank changes, with failures at each call and
// changes by hand.
import fc from 'fast-check'
import type { OperationKind } from '../../src/operations/rules'
import type { RankRow } from '../../src/ranks/queries'
import { ranksBesidesBase } from '../../src/ranks/rules'
import { fates, RoleWorld, type Given, type Hand } from './role-world'
import { runs } from '../support/runs'

const [GUEST, BASE, OWNER] = [1, 2, 9] as const
const others = [3, 4, 5, 6, 7, 8]

/** Guest, the base role, six more, owner. Roles 3 and 6 have thresholds. */
const ranksOf = (unmanaged: readonly number[]): RankRow[] =>
  [GUEST, BASE, ...others, OWNER].map((unique_id) => {
    const rank_id = unique_id === GUEST ? 0 : unique_id === OWNER ? 255 : unique_id * 10
    const isStep = unique_id === 3 || unique_id === 6
    return {
      unique_id,
      rank_id,
      name: `role ${unique_id}`,
      member_count: null,
      auto_rank_experience: isStep ? unique_id : null,
      managed: isStep || !unmanaged.includes(unique_id),
    }
  })

const idle: Hand = { give: null, take: null }
const role = fc.option(fc.constantFrom(...others), { nil: null })
const worlds = fc.record({
  unmanaged: fc.subarray(others),
  singleRank: fc.boolean(),
  held: fc.subarray(others),
  kind: fc.constantFrom<OperationKind>('rank.set', 'rank.promote', 'rank.demote', 'rank.auto', 'rank.suspend'),
  target: fc.constantFrom(...others),
  experience: fc.nat(9),
  fates: fc.array(fc.constantFrom(...fates), { maxLength: 8 }),
  hands: fc.array(fc.record({ give: role, take: role }), { maxLength: 6 }),
})
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never

const isNamed = ({ kind }: World): boolean => kind === 'rank.set' || kind === 'rank.suspend'

function start(world: World, change: Partial<Given> = {}): RoleWorld {
  const { kind, target, experience, singleRank, held } = world
  const suspended = { suspensionId: 's', suspendedUniqueId: target, formerUniqueId: null, formerRoles: null }
  return new RoleWorld({
    ranks: ranksOf(singleRank ? [] : world.unmanaged),
    roles: [BASE, ...held],
    singleRank,
    unfinished: [],
    experience,
    kind,
    target: isNamed(world) ? target : null,
    suspension: kind === 'rank.suspend' ? suspended : null,
    fates: world.fates,
    hands: world.hands,
    ...change,
  })
}

const ranksIn = (ranks: readonly RankRow[], roles: Iterable<number>): number[] =>
  ranksBesidesBase(ranks, [...roles]).map(({ unique_id }) => unique_id)
const managedOf = ({ unmanaged, singleRank }: World): RankRow[] => ranksOf(singleRank ? [] : unmanaged)
const check = (property: (world: World) => void): void =>
  fc.assert(fc.property(worlds, property), { numRuns: runs(4_000, 40) })

/** Suspends, changes roles by hand, and ends the suspension. */
function suspendAndRestore(world: World, between: readonly Hand[]): [RoleWorld, RoleWorld] {
  const suspend = start({ ...world, kind: 'rank.suspend' }, { hands: [] })
  suspend.run()
  const roles = new Set(suspend.roles)
  for (const { give, take } of between) {
    if (give !== null) roles.add(give)
    if (take !== null) roles.delete(take)
  }
  const { suspension } = suspend
  const target = suspension?.formerUniqueId ?? BASE
  return [suspend, start(world, { kind: 'rank.restore', target, suspension, roles: [...roles], hands: [] })]
}

it('no write names a role that is not a rank, the base role, guest or owner', () => {
  check((world) => {
    const run = start(world)
    run.run()
    const [suspend, restore] = suspendAndRestore(world, world.hands)
    restore.run()
    for (const { role: named } of [...run.writes, ...suspend.writes, ...restore.writes]) {
      const rank = managedOf(world).find(({ unique_id }) => unique_id === named)
      expect([named, rank?.managed, named === GUEST || named === OWNER]).toEqual([named, true, false])
    }
    for (const { verb, role: named } of run.writes) if (verb === 'unassign') expect(named).not.toBe(BASE)
  })
})

it('the roles that are not ranks stay as they are, but for changes by hand', () => {
  check((world) => {
    const run = start(world)
    run.run()
    const isRank = new Set(managedOf(world).flatMap(({ unique_id, managed }) => (managed ? [unique_id] : [])))
    for (const one of others.filter((unmanaged) => !isRank.has(unmanaged))) {
      const before = world.held.includes(one)
      const expected = (before || run.given.has(one)) && !run.taken.has(one)
      expect([one, run.roles.has(one)]).toEqual([one, expected])
    }
  })
})

it('a change that succeeds leaves exactly its target of the ranks', () => {
  check((world) => {
    const run = start(world, { hands: [] })
    const end = run.run()
    if (end?.do !== 'succeed' || !end.move) return
    const target = end.rank?.unique_id
    expect(ranksIn(managedOf(world), run.roles)).toEqual(target === undefined || target === BASE ? [] : [target])
  })
})

it('the answer names the roles that were given and taken', () => {
  check((world) => {
    const run = start(world, { hands: [] })
    const end = run.run()
    if (end?.do !== 'succeed') return
    const before = [BASE, ...world.held]
    const ids = (roles: readonly { uniqueId: number }[] = []) => roles.map(({ uniqueId }) => uniqueId)
    expect(ids(end.written?.assigned)).toEqual([...run.roles].filter((one) => !before.includes(one)).sort())
    expect(ids(end.written?.unassigned)).toEqual(before.filter((one) => !run.roles.has(one)).sort())
  })
})

it('a member with several roles is left alone until somebody declares which are ranks', () => {
  check((world) => {
    const run = start({ ...world, unmanaged: [], singleRank: false }, { hands: [] })
    const end = run.run()
    if (world.held.length <= 1) return expect(end).not.toMatchObject({ code: 'rank_ambiguous' })
    expect(run.writes).toEqual([])
    if (world.kind !== 'rank.auto') expect(end).toMatchObject({ do: 'fail', code: 'rank_ambiguous' })
  })
})

it('a started change takes no role that was given since, while nobody has declared the ranks', () => {
  check((world) => {
    const applied = world.fates.map((fate) => (fate.endsWith('after') ? fate : 'applied'))
    const undeclared = { ...world, unmanaged: [], singleRank: false, held: world.held.slice(0, 1), fates: applied }
    const run = start(undeclared, { hands: [idle, idle, ...world.hands.map(({ give }) => ({ give, take: null }))] })
    run.run()
    for (const { verb, role: named } of run.writes) if (verb === 'unassign') expect(undeclared.held).toContain(named)
  })
})

it('the next change completes one that failed after a write', () => {
  check((world) => {
    const undeclared = { ...world, unmanaged: [], singleRank: false, held: world.held.slice(0, 1) }
    const failed = start(undeclared, { hands: [] })
    if (failed.run()?.do !== 'fail' || failed.steps.length === 0) return
    const unfinished = failed.steps.map((step) => step.role)
    const again = start(undeclared, {
      hands: [],
      fates: [],
      kind: 'rank.set',
      target: 7,
      roles: [...failed.roles],
      unfinished,
    })
    expect(again.run()).toMatchObject({ do: 'succeed' })
    expect(ranksIn(ranksOf([]), again.roles)).toEqual([7])
  })
})

it('a suspension gives back the ranks that it took, and keeps what was changed by hand beside them', () => {
  check((world) => {
    const ranks = managedOf(world)
    const beside = world.hands.filter(({ give, take }) => ranksIn(ranks, [give ?? BASE, take ?? BASE]).length === 0)
    const [suspend, restore] = suspendAndRestore({ ...world, fates: [] }, beside)
    if (suspend.writes.length === 0) return
    const atStart = ranksIn(ranks, world.held)
    expect(suspend.suspension?.formerRoles).toEqual(atStart)
    const before = [...suspend.roles]
    for (const { give, take } of beside) {
      if (give !== null && !before.includes(give)) before.push(give)
      if (take !== null && before.includes(take)) before.splice(before.indexOf(take), 1)
    }
    expect(restore.run()).toMatchObject({ do: 'succeed' })
    expect(ranksIn(ranks, restore.roles)).toEqual(atStart)
    const others = (roles: Iterable<number>) => [...roles].filter((one) => ranksIn(ranks, [one]).length === 0).sort()
    expect(others(restore.roles)).toEqual(others(before))
  })
})

it.each([[idle], [{ give: 8, take: null }]])(
  'a restore that is killed at each call gives back all ranks (%j)',
  (hand) => {
    const fatesOf = fc.array(
      fc.constantFrom(
        'applied' as const,
        'killed before' as const,
        'killed after' as const,
        'lost after' as const,
        'lost before' as const,
      ),
      { maxLength: 6 },
    )
    const property = fc.property(fc.subarray([3, 4, 5, 6]), fatesOf, (held, killed) => {
      const world = {
        unmanaged: [8],
        singleRank: false,
        held,
        kind: 'rank.suspend',
        target: 7,
        experience: 0,
        fates: [],
        hands: [],
      } as const
      const [, restore] = suspendAndRestore({ ...world, held: [...held], unmanaged: [8], fates: [], hands: [] }, [hand])
      const again = new RoleWorld({ ...restoreOf(restore), fates: killed })
      expect(again.run()).toMatchObject({ do: 'succeed' })
      expect([...again.roles].sort()).toEqual([BASE, ...held, ...(hand.give === null ? [] : [hand.give])].sort())
    })
    fc.assert(property, { numRuns: runs(500) })
  },
)

const restoreOf = (world: RoleWorld): Given => world.start

describe('an operation on a role', () => {
  const all = [GUEST, BASE, ...others, OWNER]
  const onRole = (property: (world: World, run: RoleWorld, wanted: boolean) => void): void =>
    fc.assert(
      fc.property(worlds, fc.constantFrom(...all), fc.boolean(), (world, target, wanted) =>
        property(world, start(world, { kind: wanted ? 'role.assign' : 'role.unassign', target }), wanted),
      ),
      { numRuns: runs(4_000, 40) },
    )

  it('names this role alone, and none that is a rank, the base role, guest or owner', () => {
    onRole((world, run, wanted) => {
      const { target } = run.start
      const role = managedOf(world).find(({ unique_id }) => unique_id === target)
      const end = run.run()
      for (const { verb, role: named } of run.writes)
        expect([verb, named, role?.managed]).toEqual([wanted ? 'assign' : 'unassign', target, false])
      if (target === GUEST || target === BASE || target === OWNER)
        expect(end).toMatchObject({ do: 'fail', code: 'rank_not_assignable' })
      else if (role?.managed) expect(end).toMatchObject({ do: 'fail', code: 'role_is_rank' })
      if (target === GUEST || target === BASE || target === OWNER || role?.managed) expect(run.writes).toEqual([])
    })
  })

  it('leaves all other roles as they are, but for changes by hand', () => {
    onRole((world, run) => {
      run.run()
      for (const one of others.filter((other) => other !== run.start.target)) {
        const expected = (world.held.includes(one) || run.given.has(one)) && !run.taken.has(one)
        expect([one, run.roles.has(one)]).toEqual([one, expected])
      }
    })
  })

  it('ends, and brings the role about where it succeeds, keeping the rank', () => {
    onRole((world, template, wanted) => {
      const run = new RoleWorld({ ...template.start, hands: [] })
      const end = run.run()
      expect(end).not.toBeNull()
      if (end?.do !== 'succeed') return
      expect([run.roles.has(end.target.unique_id), end.target.unique_id]).toEqual([wanted, run.start.target])
      expect(ranksIn(managedOf(world), run.roles)).toEqual(ranksIn(managedOf(world), run.start.roles))
    })
  })
})
