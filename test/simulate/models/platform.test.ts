// The same calls to the platform simulator, over HTTP, and to the model of it: the roles and failures are the same.
import { answers, failureOf, Group, type Answer } from '../../../scripts/simulate/platform'
import { drawsOf } from '../../../scripts/simulate/draws'
import { HttpPlatform } from '../../../src/platform/http-platform'
import { PlatformFailure, type Membership } from '../../../src/platform/platform'
import { startSimulator, type Simulator } from '../../../src/simulator/server'
import { membershipIdOf } from '../../../src/simulator/wire'
import { group, testWorld } from '../../support/app'

const connection = { groupId: group.id, credential: { kind: 'api_key', apiKey: group.apiKey } } as const
const ranks = { guest: 0, recruit: 1, private: 10, sergeant: 50, lieutenant: 100, owner: 255 } as const
const roles = Object.entries(group.roles).map(([name, unique_id]) => ({
  name,
  unique_id,
  rank_id: ranks[name as keyof typeof ranks],
}))
const members = [...group.members.slice(0, 2), group.outsider]
const CALLS = 150

let simulator: Simulator
let platform: HttpPlatform
let model: Group
beforeAll(async () => {
  simulator = await startSimulator({ world: testWorld() })
  platform = new HttpPlatform({ apiUrl: simulator.url, usersUrl: simulator.url, timeoutMs: 2_000 })
  model = new Group({ now: 0 }, roles)
  for (const userId of group.members) model.set(userId, [])
})
afterAll(() => simulator.close())

async function outcome<T>(work: () => T | Promise<T>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error
    const { kind, sent, status, retryAfterSeconds, authenticationFailed } = error
    return { kind, sent, status, retryAfterSeconds, authenticationFailed }
  }
}

const rolesOf = (membership: Membership | null): readonly number[] | null => membership && [...membership.roles].sort()

test('roles, and calls for what is not there', async () => {
  const draws = drawsOf(1)
  for (let call = 0; call < CALLS; call++) {
    const userId = draws.pick(`member ${call}`, members)
    const step = {
      verb: draws.pick(`verb ${call}`, ['assign', 'unassign'] as const),
      role: draws.pick(`role ${call}`, [...Object.values(group.roles), 4_711]),
    }
    const send = step.verb === 'assign' ? 'assignRole' : 'unassignRole'
    const one = await outcome(() => platform[send](connection, membershipIdOf(userId), step.role).then(() => 'done'))
    const other = await outcome(() => (model.write(userId, step), 'done'))
    expect({ call, ...step, answer: other }).toEqual({ call, ...step, answer: one })
    expect(rolesOf(model.read(userId, 0))).toEqual(rolesOf(await platform.getMembership(connection, userId)))
  }
})

test.each(['accept', 'decline'] as const)(
  'a join request that is asked for, decided on (%s) and decided on again',
  async (verb) => {
    const userId = group.outsider
    if (simulator.world.rolesOf(group.id, userId).length > 0) simulator.world.removeMember(group.id, userId)
    simulator.world.joins.send(group.id, userId)
    model.set(userId, null, 0)
    for (const id of [membershipIdOf(userId), membershipIdOf(userId)]) {
      const seen = await platform.findJoinRequest(connection, userId)
      expect(seen?.userId).toBe(model.readRequest(userId, 0)?.userId)
      const one = await outcome(() =>
        platform.decideJoinRequest(connection, seen?.requestId ?? id, verb).then(() => 'done'),
      )
      expect(await outcome(() => (model.decide(userId, verb), 'done'))).toEqual(one)
      expect(rolesOf(model.read(userId, 0))).toEqual(rolesOf(await platform.getMembership(connection, userId)))
    }
  },
)

const simulated = answers.filter(({ simulator: fault }) => fault !== null)

test.each(simulated)('a write that is answered: $name', async ({ simulator: fault, failure, applies }: Answer) => {
  const [userId] = group.members
  const role = group.roles.sergeant
  if (simulator.world.rolesOf(group.id, userId).includes(role)) simulator.world.takeRole(group.id, userId, role)
  if (fault) simulator.faults.add({ ...fault, count: 1 })
  const brief = new HttpPlatform({ apiUrl: simulator.url, usersUrl: simulator.url, timeoutMs: 300 })
  const one = await outcome(() => brief.assignRole(connection, membershipIdOf(userId), role).then(() => 'done'))
  simulator.faults.clear()
  const other = await outcome(() => {
    if (failure) throw failureOf(failure, true)
    return 'done'
  })
  expect(other).toEqual(one)
  expect(simulator.world.rolesOf(group.id, userId).includes(role)).toBe(applies !== 'no')
})
