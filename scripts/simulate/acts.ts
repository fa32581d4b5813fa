// What happens from outside: requests on every path, changes by hand, revocations, crashes.
import { isAssignable } from '../../src/ranks/rules'
import {
  hasEnded,
  isJoinKind,
  isRoleKind,
  isSuspensionKind,
  LONGEST_DEADLINE_SECONDS,
  type OperationKind,
} from '../../src/operations/rules'
import { award, change } from './callers'
import type { Request } from './database'
import { weighted } from './draws'
import type { ManualChange } from './history'
import { previewOf } from './previews'
import { HEALED_AFTER_SECONDS, LEASE_SECONDS, type Process, type Simulation } from './simulation'
import { keyIds, optional, roles, type World, upTo } from './world'

/** Shorter than that of the server, and long enough to wait for the takes of an hour twice. */
const REVERSAL_SECONDS = 3 * 3_600
/** How long a caller waits for the end of its operation. */
const WAIT_SECONDS = 25
/** Of most rank changes; the wait is a setting of the server. */
const TOO_SHORT_SECONDS = 0.1
const waits = [WAIT_SECONDS, WAIT_SECONDS, 1] as const

export interface Deployment {
  readonly sim: Simulation
  readonly api: Process
  readonly workers: readonly Process[]
}

interface Act {
  readonly name: string
  readonly weight: number
  /** May come between the steps of a calm schedule. */
  readonly isCalm?: true
  readonly run: (deployment: Deployment, name: string) => void | Promise<void>
}

/** A way in which the server queues operations, with what its code gives (`NewOperation`). */
interface Path {
  readonly name: string
  readonly weight: number
  readonly kinds: readonly OperationKind[]
  readonly deadlines: readonly number[]
  readonly gives: Partial<Request>
  /** `many`: one statement for all members of the community; `keyed`: repeated with its key until it is answered. */
  readonly is?: 'many' | 'keyed'
}

const named = ['rank.set', 'rank.set', 'rank.promote', 'rank.demote'] as const
const ofRoles = ['role.assign', 'role.unassign'] as const
const bound = { mustRun: true, supersede: true, requires: null } as const

export const paths: readonly Path[] = [
  { name: 'synchronous', weight: 8, kinds: named, deadlines: waits, gives: { awaited: true } },
  { name: 'asynchronous', weight: 12, kinds: [...named, ...ofRoles], deadlines: [5, 60, 600], gives: {}, is: 'keyed' },
  { name: 'award', weight: 4, kinds: ['rank.auto'], deadlines: waits, gives: { awaited: true } },
  { name: 'award, later', weight: 2, kinds: ['rank.auto'], deadlines: [TOO_SHORT_SECONDS], gives: { awaited: true } },
  {
    name: 'batch',
    weight: 2,
    kinds: ['rank.auto'],
    deadlines: [LONGEST_DEADLINE_SECONDS],
    is: 'many',
    gives: { reuses: true },
  },
  {
    name: 'event',
    weight: 2,
    kinds: [...named, 'rank.auto'],
    deadlines: [LONGEST_DEADLINE_SECONDS],
    is: 'many',
    gives: { urgent: true, mustRun: true },
  },
  {
    name: 'join request',
    weight: 4,
    kinds: ['join.accept', 'join.decline'],
    deadlines: [5, 60, 600],
    gives: {},
    is: 'keyed',
  },
  { name: 'bound role', weight: 4, kinds: ofRoles, deadlines: [7 * 86_400], gives: bound },
]

export const acts: readonly Act[] = [
  ...paths.map((path) => ({ ...path, run: (deployment: Deployment, name: string) => submit(deployment, name, path) })),
  { name: 'retry', weight: 2, isCalm: true, run: retry },
  { name: 'take back', weight: 4, isCalm: true, run: takeBack },
  { name: 'suspend', weight: 6, isCalm: true, run: suspend },
  { name: 'lift', weight: 3, isCalm: true, run: lift },
  { name: 'cancel', weight: 2, run: cancel },
  { name: 'give or take by hand', weight: 4, isCalm: true, run: changeByHand },
  { name: 'leave or join', weight: 3, isCalm: true, run: leaveOrJoin },
  { name: 'revoke a key', weight: 2, run: revoke },
  { name: 'bound a key', weight: 3, run: boundKey },
  { name: 'ask to join', weight: 2, isCalm: true, run: askToJoin },
  { name: 'decide by hand', weight: 3, isCalm: true, run: decideByHand },
  { name: 'declare', weight: 2, isCalm: true, run: declare },
  { name: 'delete or create a role', weight: 1, isCalm: true, run: changeRoles },
  { name: 'disable the platform key', weight: 1, run: disable },
  { name: 'blacklist', weight: 2, run: blacklist },
  {
    name: 'kill a worker',
    weight: 4,
    run: ({ sim, workers }, name) => sim.kill(sim.draws.pick(`${name} worker`, workers)),
  },
  { name: 'kill the API', weight: 1, run: ({ sim, api }) => sim.kill(api) },
  { name: 'lose all jobs', weight: 2, run: loseJobs },
  { name: 'pause a community', weight: 2, run: pauseCommunity },
  { name: 'pause a worker', weight: 4, run: pause },
  { name: 'crash the database', weight: 2, run: ({ sim }) => sim.crashDatabase() },
]

/** Acts that a calm schedule begins with, and the state that it reaches when the operation writes. */
export const calmPaths = new Map([
  ...paths.map(({ name }) => [name, `writes ${name}`] as const),
  ['suspend', 'writes end of a suspension'],
])

/** A schedule begins with an operation. In a calm one, the rest are changes by hand and what may follow. */
function drawActs({ draws, options: { path } }: Simulation): {
  readonly acts: readonly Act[]
  readonly within: number
} {
  const count = path === undefined ? draws.between('acts', 2, 12) : draws.between('acts', 2, 5)
  const first = acts.filter(({ name }, index) => (path === undefined ? index < paths.length : name === path))
  const rest = acts.filter(({ isCalm }) => path === undefined || isCalm)
  return {
    acts: Array.from({ length: count }, (_, index) => weighted(draws, `act${index} kind`, index === 0 ? first : rest)),
    // sometimes all at once
    within: draws.pick('acts within', path === undefined ? [0.3, 1, 10, HEALED_AFTER_SECONDS - 5] : [0.1, 0.3, 3]),
  }
}

export function planActs(deployment: Deployment): void {
  const { sim } = deployment
  const { draws, clock } = sim
  const { acts: drawn, within } = drawActs(sim)
  for (const [index, act] of drawn.entries()) {
    const name = `act${index}`
    clock.after(1_000 * within * draws.unit(`${name} at`), () => {
      if (!sim.isPart(`${name}: ${act.name}`)) return
      sim.reach(`act ${act.name}`)
      void act.run(deployment, name)
      return true
    })
  }
}

/** Who has asked to join. */
function asking({ draws, world, groupOf }: Simulation, name: string): World['members'][number] | null {
  const all = world.members.filter((one) => groupOf(one.communityId).requestedAt(one.userId) !== null)
  return all.length === 0 ? null : draws.pick(`${name} asking`, all)
}

const someone = ({ draws, world }: Simulation, name: string) => draws.pick(`${name} member`, world.members)

/** Most often a rank for a rank change, and a role that is none for an operation on a role. */
function targetOf(
  { draws, database }: Simulation,
  name: string,
  communityId: string,
  kind: OperationKind,
): number | null {
  if (kind !== 'rank.set' && !isRoleKind(kind)) return null
  const fitting = database
    .ranksOf(communityId)
    .filter((role) => isAssignable(role) && role.managed !== isRoleKind(kind))
  const all = roles.filter(isAssignable)
  const from: readonly { readonly unique_id: number }[] =
    fitting.length > 0 && draws.chance(`${name} fits`, 0.85) ? fitting : all
  return draws.pick(`${name} target`, from).unique_id
}

async function submit(
  { sim, api }: Deployment,
  name: string,
  { kinds, deadlines, gives, is, ...path }: Path,
): Promise<void> {
  const { draws, world } = sim
  const { communityId, userId } = (kinds.some(isJoinKind) && asking(sim, name)) || someone(sim, name)
  const members = world.members.filter(
    (one) => one.communityId === communityId && (is === 'many' || one.userId === userId),
  )
  const actor = { kind: 'key', id: draws.pick(`${name} by`, keyIds) } as const
  const requests = members.map((member, index): Request => {
    const own = index === 0 ? name : `${name}-${index}`
    const kind = draws.pick(`${own} change`, kinds)
    return {
      ...member,
      kind,
      actor,
      awaited: false,
      operationId: `op-${own}`,
      path: path.name,
      targetUniqueId: targetOf(sim, own, communityId, kind),
      deadlineSeconds: draws.pick(`${name} deadline`, deadlines),
      ...(is === 'keyed' ? { key: `key of ${name}`, supersede: draws.chance(`${name} supersedes`, 0.3) } : {}),
      ...gives,
    }
  })
  if (!gives.awaited) return enqueue(sim, api, requests, draws.between(`${name} repeats`, 0, 2))
  for (const request of requests)
    if (request.kind !== 'rank.auto') await change(sim, api, request)
    else await award(sim, api, { ...request, path: 'award' }, draws.pick(`${name} experience`, [0, 100]))
}

/** An operator repeats an operation that failed. */
async function retry({ sim, api }: Deployment, name: string): Promise<void> {
  const failed = sim.database.operations.filter(
    ({ status, kind }) => hasEnded(status) && status !== 'succeeded' && !isSuspensionKind(kind),
  )
  if (failed.length === 0) return
  const { community_id: communityId, user_id: userId, kind, ...of } = sim.draws.pick(`${name} of`, failed)
  const request: Request = {
    communityId,
    userId,
    kind,
    awaited: false,
    operationId: `op-${name}`,
    path: 'retry',
    deadlineSeconds: 300,
    targetUniqueId: kind === 'rank.auto' ? null : of.target_unique_id,
    key: `retry ${of.operation_id}`,
    actor: { kind: 'job', id: 'operator' },
  }
  await enqueue(sim, api, [request], 0)
}

/** What a reversal of the key queues that has made one of the changes; what happened since may have undone it. */
async function takeBack({ sim, api }: Deployment, name: string): Promise<void> {
  const { draws, database, history, clock } = sim
  const changed = database.operations.filter(
    ({ move }) => move?.action === 'member.rank' || move?.action === 'member.role',
  )
  if (changed.length === 0) return
  const one = draws.pick(`${name} of`, changed)
  const actor = { kind: 'key', id: draws.pick(`${name} by`, keyIds) } as const
  const requests = previewOf(database, one, sim.boundsInPreview(one.community_id, actor)).operations.map(
    ({ kind, userId, targetUniqueId, entries, found }, index): Request => ({
      communityId: one.community_id,
      userId,
      kind,
      awaited: false,
      operationId: `op-${name}-${index}`,
      actor,
      targetUniqueId,
      mustRun: true,
      deadlineSeconds: REVERSAL_SECONDS,
      path: 'reversal',
      reversal: { reversalId: name, reason: null, entries, found },
    }),
  )
  if (requests.length === 0) return
  for (const { operationId } of requests) history.previews.set(operationId, clock.now)
  await enqueue(sim, api, requests, 0)
}

/** Queues the requests in one statement. Those that were not answered are repeated with their key. */
async function enqueue(sim: Simulation, api: Process, requests: readonly Request[], repeats: number): Promise<void> {
  const { database, history } = sim
  for (let attempt = 0; ; attempt++) {
    const seen = requests.map(({ communityId, userId }) => database.snapshot(communityId, userId))
    const again = requests.map((one) =>
      attempt === 0 ? one : { ...one, operationId: `${one.operationId}.${attempt}` },
    )
    const act = again
      .map((one) => `${one.operationId} ${one.kind} ${one.targetUniqueId ?? ''} for ${one.userId}`)
      .join(', ')
    try {
      const accepted = await sim.query(api, `submit ${act}`, () =>
        again.map((one, at) => database.enqueue(one, seen[at])),
      )
      sim.tell(api.name, `submit ${act}`, accepted.map((one) => one ?? 'refused').join(', '))
      accepted.forEach((operationId, at) => {
        if (operationId !== null) history.accepted.push({ operationId, key: requests[at]?.key })
      })
      return
    } catch {
      sim.tell(api.name, `submit ${act}`, 'no answer')
      if (requests.some(({ key }) => key === undefined) || attempt === repeats) return
    }
  }
}

async function suspend({ sim, api }: Deployment, name: string): Promise<void> {
  const { draws, database, clock } = sim
  const member = someone(sim, name)
  const isKept = draws.chance(`${name} kept`, 0.15)
  const request: Request = {
    ...member,
    kind: 'rank.suspend',
    awaited: true,
    operationId: `op-${name}`,
    deadlineSeconds: WAIT_SECONDS,
    actor: { kind: 'key', id: draws.pick(`${name} by`, keyIds) },
    path: 'suspension',
    targetUniqueId: isKept ? null : targetOf(sim, name, member.communityId, 'rank.set'),
  }
  const seen = database.snapshot(member.communityId, member.userId)
  const endsAt = clock.now + 1_000 * draws.between(`${name} for`, 10, 90)
  const add = () => database.suspend(request, { id: `sus-${name}`, endsAt }, seen)
  if (!isKept) return change(sim, api, request, add)
  const refusal = await sim.query(api, `suspend ${member.userId}`, add).catch(() => 'no answer')
  sim.tell(api.name, `suspend ${member.userId}`, refusal ?? 'kept')
}

async function lift({ sim, api }: Deployment, name: string): Promise<void> {
  const live = sim.database.suspensions.filter(({ state }) => state !== 'ended')
  if (live.length === 0) return
  const { id } = sim.draws.pick(`${name} of`, live)
  await sim.query(api, `lift ${id}`, () => sim.database.lift(id, `op-${name}`)).catch(() => undefined)
  sim.tell(api.name, `lift ${id}`)
}

async function cancel({ sim, api }: Deployment, name: string): Promise<void> {
  const { operations } = sim.database
  if (operations.length === 0) return
  const { operation_id: id, user_id: userId } = sim.draws.pick(`${name} of`, operations)
  const work = () => sim.database.cancel(id, ['queued'], 'operation_cancelled')
  const cancelled = await sim.query(api, `cancel ${id}`, work).catch(() => false)
  const code = 'operation_cancelled'
  if (cancelled) sim.history.answers.push({ at: sim.clock.now, userId, operationIds: [id], code, committed: [] })
  sim.tell(api.name, `cancel ${id}`, cancelled ? 'cancelled' : 'not cancelled')
}

type Manual = Omit<ManualChange, 'at'> & { readonly text: string }

function manual(sim: Simulation, { text, ...change }: Manual): void {
  const { communityId, userId } = change
  sim.history.manual.push({ at: sim.clock.now, ...change })
  sim.tell('a person', text, userId === null ? communityId : `member ${userId}`)
}

function changeByHand({ sim }: Deployment, name: string): void {
  const { communityId, userId } = someone(sim, name)
  const group = sim.groupOf(communityId)
  const held = group.held(userId)
  if (held === null) return
  const { unique_id: role } = sim.draws.pick(`${name} role`, group.roles.filter(isAssignable))
  if (role === group.base) return
  const isHeld = held.includes(role)
  group.set(userId, isHeld ? held.filter((one) => one !== role) : [...held, role])
  const isRank = sim.database.ranksOf(communityId).every((one) => one.unique_id !== role || one.managed)
  manual(sim, { communityId, userId, role: { id: role, isRank }, text: `${isHeld ? 'takes' : 'gives'} ${role}` })
}

/** One that leaves may join again at once, with another id. */
function leaveOrJoin({ sim }: Deployment, name: string): void {
  const { communityId, userId } = someone(sim, name)
  const group = sim.groupOf(communityId)
  const change = (isMember: boolean): void => {
    if (isMember && sim.draws.chance(`${name} id`, 0.8)) group.setId(userId, 1_000 * userId + sim.history.manual.length)
    group.set(userId, isMember ? [] : null)
    manual(sim, { communityId, userId, role: null, text: isMember ? 'joins' : 'leaves' })
  }
  const isMember = group.held(userId) !== null
  change(!isMember)
  if (isMember && sim.draws.chance(`${name} again`, 0.7))
    sim.clock.after(50 * sim.draws.unit(`${name} away`), () => change(true))
}

function askToJoin({ sim }: Deployment, name: string): void {
  const { communityId, userId } = someone(sim, name)
  const group = sim.groupOf(communityId)
  if (group.held(userId) !== null) return
  group.set(userId, null, sim.clock.now)
  manual(sim, { communityId, userId, role: null, text: 'asks to join' })
}

function decideByHand({ sim }: Deployment, name: string): void {
  const one = asking(sim, name)
  if (!one) return
  const { communityId, userId } = one
  const group = sim.groupOf(communityId)
  const verb = sim.draws.pick(`${name} verb`, ['accept', 'decline'] as const)
  group.decide(userId, verb)
  manual(sim, { communityId, userId, role: null, text: `${verb}s the request` })
}

function revoke({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const id = sim.draws.pick(`${name} key`, keyIds)
  const key = sim.database.community(communityId).keys.get(id)
  if (!key) return
  sim.tell('operator', `revokes ${id} of ${communityId}`)
  key.revoked = true
}

function boundKey({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const id = sim.draws.pick(`${name} key`, keyIds)
  const key = sim.database.community(communityId).keys.get(id)
  if (!key) return
  key.bounds = upTo(sim.draws.pick(`${name} to`, [1, 10, 50, 255]))
  sim.history.bounded.push({ at: sim.clock.now, communityId })
  sim.tell('operator', `lets ${id} of ${communityId} give ranks up to ${key.bounds.highestGiven}`)
}

function declare({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const community = sim.database.community(communityId)
  const rank = community.ranks.find(({ unique_id }) => unique_id === sim.draws.pick(`${name} role`, [4, 5, 6, 8]))
  if (!rank) return
  rank.managed = !rank.managed
  sim.history.declarations.push({ at: sim.clock.now, communityId })
  sim.tell('operator', `declares ${rank.unique_id} ${rank.managed ? 'a rank' : 'none'}`, communityId)
}

function changeRoles({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const group = sim.groupOf(communityId)
  const role = roles.find(({ unique_id }) => unique_id === sim.draws.pick(`${name} role`, optional))
  if (!role) return
  const isThere = group.roles.some(({ unique_id }) => unique_id === role.unique_id)
  if (isThere) group.removeRole(role.unique_id)
  else group.addRole(role)
  sim.history.declarations.push({ at: sim.clock.now, communityId })
  manual(sim, { communityId, userId: null, role: null, text: `${isThere ? 'deletes' : 'creates'} ${role.unique_id}` })
}

function disable({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const { owner } = sim.database.community(communityId)
  sim.world.enabledKeys.delete(owner)
  sim.tell('a person', `disables the platform key of ${owner}`)
  sim.clock.after(1_000 * sim.draws.between(`${name} for`, 1, 30), () => reconnect(sim, owner))
}

export function reconnect(sim: Simulation, owner: string): void {
  sim.world.enabledKeys.add(owner)
  for (const { id, owner: of } of sim.database.communities.values()) if (of === owner) sim.database.connect(id)
  sim.tell('operator', `connects ${owner} again`)
}

function blacklist({ sim }: Deployment, name: string): void {
  const { communityId, userId } = someone(sim, name)
  const community = sim.database.community(communityId)
  // group 99: accounts with an even id are in it
  if (sim.draws.chance(`${name} group`, 0.5)) community.blacklistedGroups.add(99)
  else community.blacklisted.add(userId)
  sim.tell('operator', 'blacklists', `member ${userId} or group 99`)
}

/** Longer than a lease, or shorter. */
function pause({ sim, workers }: Deployment, name: string): void {
  const process = sim.draws.pick(`${name} worker`, workers)
  const seconds = sim.draws.pick(`${name} for`, [3, LEASE_SECONDS / 2, LEASE_SECONDS + 15])
  process.pausedUntil = sim.clock.now + 1_000 * seconds
  sim.tell(process.name, `is paused for ${seconds} s`)
}

function loseJobs({ sim }: Deployment): void {
  sim.database.jobs = []
  sim.tell('database', 'loses all jobs')
}

function pauseCommunity({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  sim.database.pause(communityId)
  sim.tell('operator', 'pauses', communityId)
  sim.clock.after(1_000 * sim.draws.between(`${name} for`, 1, 40), () => resume(sim, communityId))
}

export function resume(sim: Simulation, communityId: string): void {
  sim.database.resume(communityId)
  sim.tell('operator', 'resumes', communityId)
}
