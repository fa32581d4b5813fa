// Control operations of the platform simulator.
import { BodySchema } from './body-schema'
import type { Role } from './entities'
import { idIn } from './ids'
import type { JoinVerb } from './joins'
import type { Journal } from './journal'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import { notificationOrder, notify } from './notifications'
import { gatewayError } from './wire'
import { raidKinds, type RaidKind, type World } from './world'

interface NewMembers {
  readonly groupId: number
  readonly from: number
  readonly count: number
}

interface NewUser {
  readonly userId: number
  readonly username: string
  /** The account becomes a member of this group. */
  readonly groupId?: number
  /** RFC 3339; default: now. */
  readonly createTime?: string
}

interface NewRole extends Role {
  readonly groupId: number
}

interface ManualChange {
  readonly groupId: number
  readonly give?: number
  readonly take?: number
  readonly actorUserId?: number
}

interface Raid {
  readonly groupId: number
  readonly actorUserId: number
  readonly changes: number
  readonly kind?: RaidKind
}

interface JoinByHand {
  readonly groupId: number
  readonly userId: number
  /** Default `send`. */
  readonly action?: 'send' | 'withdraw' | JoinVerb
  readonly actorUserId?: number
}

const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const newMembers = new BodySchema<NewMembers>({
  type: 'object',
  required: ['groupId', 'from', 'count'],
  properties: { groupId: id, from: id, count: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  additionalProperties: false,
})
const newUser = new BodySchema<NewUser>({
  type: 'object',
  required: ['userId', 'username'],
  properties: {
    userId: id,
    groupId: id,
    username: { type: 'string', minLength: 1, maxLength: 20 },
    createTime: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' },
  },
  additionalProperties: false,
})
const newRole = new BodySchema<NewRole>({
  type: 'object',
  required: ['groupId', 'roleId', 'rank', 'name'],
  properties: {
    groupId: id,
    roleId: id,
    rank: { type: 'integer', minimum: 1, maximum: 254 },
    name: { type: 'string', minLength: 1, maxLength: 100 },
  },
  additionalProperties: false,
})
const manualChange = new BodySchema<ManualChange>({
  type: 'object',
  required: ['groupId'],
  properties: { groupId: id, give: id, take: id, actorUserId: id },
  additionalProperties: false,
})
const raid = new BodySchema<Raid>({
  type: 'object',
  required: ['groupId', 'actorUserId', 'changes'],
  properties: {
    groupId: id,
    actorUserId: id,
    changes: { type: 'integer', minimum: 1, maximum: 100_000 },
    kind: { enum: raidKinds },
  },
  additionalProperties: false,
})
const joinByHand = new BodySchema<JoinByHand>({
  type: 'object',
  required: ['groupId', 'userId'],
  properties: {
    groupId: id,
    userId: id,
    actorUserId: id,
    action: { enum: ['send', 'withdraw', 'accept', 'decline'] },
  },
  additionalProperties: false,
})

export function platformControl(
  world: World,
  journal: Journal,
  request: SimulatorRequest,
): SimulatorReply | Promise<SimulatorReply> | null {
  const operation = `${request.method} ${request.path}`
  if (operation === 'GET /_simulator/journal') {
    return ok({ entries: journal.after(Number(request.query.get('after') ?? '0') || 0) })
  }
  if (operation === 'DELETE /_simulator/journal') {
    journal.clear()
    return ok({ entries: [] })
  }
  if (operation === 'POST /_simulator/notifications') return sendNotification(request.body)
  if (operation === 'POST /_simulator/members') return addMembers(world, request.body)
  if (operation === 'POST /_simulator/join-requests') return joinManually(world, request.body)
  if (operation === 'POST /_simulator/raids') return raidByHand(world, request.body)
  if (operation === 'POST /_simulator/users') return addUser(world, request.body)
  const [, account] = /^GET \/_simulator\/users\/(\d{1,16})\/id$/.exec(operation) ?? []
  if (account !== undefined) return showId(world, Number(account), request.query.get('domain') ?? '')
  if (operation === 'POST /_simulator/sign-in') return world.signIns.control(request.body)
  if (operation === 'POST /_simulator/roles') return addRole(world, request.body)
  const [, userId] = /^POST \/_simulator\/members\/(\d{1,16})\/roles$/.exec(operation) ?? []
  return userId === undefined ? null : changeManually(world, Number(userId), request.body)
}

async function sendNotification(body: unknown): Promise<SimulatorReply> {
  if (!notificationOrder.matches(body)) return badRequest(notificationOrder.issues())
  try {
    return ok(await notify(body))
  } catch (error) {
    return badRequest((error as Error).message)
  }
}

function addMembers(world: World, body: unknown): SimulatorReply {
  if (!newMembers.matches(body)) return badRequest(newMembers.issues())
  return attempt(() => {
    world.addMembers(body.groupId, body.from, body.count)
    return { groupId: body.groupId, members: world.groups.get(body.groupId)?.members.size }
  })
}

function addUser(world: World, body: unknown): SimulatorReply {
  if (!newUser.matches(body)) return badRequest(newUser.issues())
  const { groupId, createTime = new Date().toISOString(), ...user } = body
  return attempt(() => {
    if (groupId !== undefined) world.group(groupId)
    world.addUser({ ...user, createTime })
    if (groupId !== undefined) world.addMember(groupId, user.userId)
    return { ...user, createTime }
  })
}

function showId(world: World, userId: number, domain: string): SimulatorReply {
  return attempt(() => {
    world.user(userId)
    return { userId, domain, id: idIn(world, domain, userId) }
  })
}

function addRole(world: World, body: unknown): SimulatorReply {
  if (!newRole.matches(body)) return badRequest(newRole.issues())
  const { groupId, ...role } = body
  return attempt(() => {
    world.addRole(groupId, role)
    return { groupId, ...role }
  })
}

function changeManually(world: World, userId: number, body: unknown): SimulatorReply {
  if (!manualChange.matches(body)) return badRequest(manualChange.issues())
  const { groupId, give, take, actorUserId } = body
  return attempt(() => {
    if (give !== undefined) world.giveRole(groupId, userId, give, actorUserId)
    if (take !== undefined) world.takeRole(groupId, userId, take, actorUserId)
    return { groupId, userId, roles: world.rolesOf(groupId, userId) }
  })
}

function raidByHand(world: World, body: unknown): SimulatorReply {
  if (!raid.matches(body)) return badRequest(raid.issues())
  const { groupId, actorUserId, changes, kind = 'ranks' } = body
  return attempt(() => ({ groupId, actorUserId, kind, changes: world.raid(groupId, actorUserId, changes, kind) }))
}

function joinManually({ joins, groups }: World, body: unknown): SimulatorReply {
  if (!joinByHand.matches(body)) return badRequest(joinByHand.issues())
  const { groupId, userId, action = 'send', actorUserId } = body
  return attempt(() => {
    const changed =
      action === 'send' || action === 'withdraw'
        ? joins[action](groupId, userId)
        : joins.decide(groupId, userId, action, actorUserId)
    const group = groups.get(groupId)
    return { groupId, userId, changed, requested: group?.joinRequests.has(userId), member: group?.members.has(userId) }
  })
}

function attempt(work: () => object): SimulatorReply {
  try {
    return ok(work())
  } catch (error) {
    return badRequest((error as Error).message)
  }
}

function badRequest(message: string): SimulatorReply {
  return gatewayError(400, 0, message)
}
