// For each fault, client and action: a community with its own group, key and account.
import { setCommunity } from '../../../src/communities/actions'
import { connectGroup } from '../../../src/platform-connection/actions'
import { pauseCommunity } from '../../../src/operations/operator/actions'
import { setRankThreshold } from '../../../src/ranks/actions'
import type { Fault, FaultEffect } from '../../../src/simulator/faults'
import type { TestApp, TestCommunity } from '../../support/app'
import type { LossyProxy } from '../lossy-proxy'
import { hasPython } from '../python'

export const clients = ['typescript', ...(hasPython ? (['python'] as const) : []), 'luau'] as const
export const actions = ['award', 'changeExperience', 'changeRank', 'promoteMember'] as const

interface Circumstances {
  /** Mode of the lossy proxy; absent: no proxy. `hasty`: needed where the server asks to wait 30 seconds. */
  readonly connection?: 'cut' | 'lost' | 'hasty'
  /** Applies to the first write of a role, or the first read of a membership. */
  readonly platform?: { readonly on: 'write' | 'read'; readonly effect: FaultEffect }
  readonly queue?: 'paused' | 'full'
}

export const faults = {
  'a write answered 429': { platform: { on: 'write', effect: { kind: 'throttle', retryAfter: 1 } } },
  'a write answered 503': { platform: { on: 'write', effect: { kind: 'reject', status: 503 } } },
  'a write answered 408': { platform: { on: 'write', effect: { kind: 'reject', status: 408 } } },
  'a write that is done and answered 500': {
    platform: { on: 'write', effect: { kind: 'applyThenStatus', status: 500 } },
  },
  'a write without an answer': { platform: { on: 'write', effect: { kind: 'hang' } } },
  'a write that is done without an answer': { platform: { on: 'write', effect: { kind: 'applyThenHang' } } },
  'a membership read answered 429': {
    connection: 'hasty',
    platform: { on: 'read', effect: { kind: 'throttle', retryAfter: 1 } },
  },
  'a membership read answered 503': { platform: { on: 'read', effect: { kind: 'reject', status: 503 } } },
  'a membership read without an answer': { platform: { on: 'read', effect: { kind: 'hang' } } },
  'a paused queue': { connection: 'hasty', queue: 'paused' },
  'a full queue': { connection: 'hasty', queue: 'full' },
  'a connection cut before the request is forwarded': { connection: 'cut' },
  'a connection cut before the answer': { connection: 'lost' },
} as const satisfies Record<string, Circumstances>

export type FaultName = keyof typeof faults

/** What the programs of the clients read; the other properties are for the test. */
export interface Scenario {
  readonly id: string
  readonly baseUrl: string
  readonly communityId: string
  readonly key: string
  readonly action: (typeof actions)[number]
  readonly userId: string
  readonly client: (typeof clients)[number]
  readonly fault: FaultName
  readonly groupId: number
  readonly community: TestCommunity
}

const ladder = { guest: 0, recruit: 1, private: 10, sergeant: 50, owner: 255 } as const

/** A group with a recruit who becomes private at 100 experience and sergeant at 1,000. */
function addGroup(
  { world }: TestApp,
  groupId: number,
  userId: number,
): { apiKey: string; roleOf(rank: number): number } {
  const owner = groupId + 20_000
  const apiKey = `key of ${groupId}`
  const roleOf = (rank: number): number => groupId * 1_000 + rank
  world.addUser({ userId: owner, username: `Owner${groupId}` })
  world.addUser({ userId, username: `Member${userId}` })
  world.addGroup({ groupId, name: `Group ${groupId}`, ownerUserId: owner })
  for (const [name, rank] of Object.entries(ladder)) world.addRole(groupId, { roleId: roleOf(rank), rank, name })
  world.addMember(groupId, owner)
  world.giveRole(groupId, owner, roleOf(ladder.owner))
  world.addMember(groupId, userId)
  world.addKey(apiKey, { name: 'test', ownerUserId: owner, groupIds: [groupId] })
  return { apiKey, roleOf }
}

function faultOf(groupId: number, { on, effect }: NonNullable<Circumstances['platform']>): Fault {
  const memberships = `/groups/${groupId}/memberships`
  const match = on === 'read' ? { method: 'GET', path: `${memberships}$` } : { method: 'POST', path: `${memberships}/` }
  return { ...effect, ...match, count: 1 }
}

async function makeScenario(
  app: TestApp,
  proxy: LossyProxy,
  groupId: number,
  [client, fault, action]: readonly [Scenario['client'], FaultName, Scenario['action']],
): Promise<Scenario> {
  const circumstances: Circumstances = faults[fault]
  const userId = groupId + 40_000
  const { apiKey, roleOf } = addGroup(app, groupId, userId)
  const community = await app.community({ connected: false })
  await connectGroup(await community.ctx(), groupId, apiKey)
  const ctx = await community.ctx()
  for (const [rank, experience] of [
    [1, 0],
    [10, 100],
    [50, 1_000],
  ] as const) {
    await setRankThreshold(ctx, roleOf(rank), experience)
  }
  if (circumstances.queue === 'paused') await pauseCommunity(ctx)
  if (circumstances.queue === 'full') await setCommunity(ctx, { queueLimit: 0 })
  if (circumstances.platform) app.simulator.faults.add(faultOf(groupId, circumstances.platform))
  const baseUrl = circumstances.connection ? `${proxy.url}/${circumstances.connection}` : app.url
  const { communityId, key } = community
  const id = `${client}: ${fault}: ${action}`
  return { id, baseUrl, communityId, key, action, userId: String(userId), client, fault, groupId, community }
}

export async function makeScenarios(app: TestApp, proxy: LossyProxy): Promise<Scenario[]> {
  const names = Object.keys(faults) as FaultName[]
  const all = clients.flatMap((client) =>
    names.flatMap((fault) => actions.map((action) => [client, fault, action] as const)),
  )
  const made: Scenario[] = []
  // one after the other: the platform time limit of tests is short
  for (const [index, of] of all.entries()) made.push(await makeScenario(app, proxy, 1_000 + index, of))
  return made
}
