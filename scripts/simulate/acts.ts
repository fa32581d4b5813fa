// What happens from outside: requests, changes by hand, revocations, crashes. A new kind of rank change is a row of `submitted`.
import type { OperationKind } from '../../src/rank-changes/rules'
import type { Request } from './database'
import { weighted } from './draws'
import { LEASE_SECONDS, type Process, type Simulation } from './simulation'
import { keyIds, MODERATOR, roles, SUSPENDED, targets } from './world'
import { startWorker } from './workers'

/** How long a caller waits. */
const WAIT_SECONDS = 25

export interface Deployment {
  readonly sim: Simulation
  readonly api: Process
  readonly workers: readonly Process[]
}

interface Act {
  readonly name: string
  readonly weight: number
  readonly run: (deployment: Deployment, name: string) => void | Promise<void>
}

/** Null: queued by a suspension or its end. */
const submitted: Readonly<Record<OperationKind, { readonly weight: number; readonly isNamed: boolean } | null>> = {
  'rank.set': { weight: 5, isNamed: true },
  'rank.promote': { weight: 3, isNamed: false },
  'rank.demote': { weight: 2, isNamed: false },
  'rank.auto': { weight: 3, isNamed: false },
  'rank.suspend': null,
  'rank.restore': null,
  // not simulated yet
  'role.assign': null,
  'role.unassign': null,
}
const kinds = Object.entries(submitted).flatMap(([kind, row]) => (row ? [{ ...row, kind: kind as OperationKind }] : []))

/** All but the first run while faults last. */
const acts: readonly Act[] = [
  { name: 'submit', weight: 30, run: submit },
  { name: 'suspend', weight: 6, run: suspend },
  { name: 'lift', weight: 3, run: lift },
  { name: 'cancel', weight: 2, run: cancel },
  { name: 'give or take by hand', weight: 4, run: changeByHand },
  { name: 'leave or join', weight: 2, run: leaveOrJoin },
  { name: 'revoke a key', weight: 2, run: revoke },
  { name: 'declare', weight: 2, run: declare },
  { name: 'delete or create a role', weight: 1, run: changeRoles },
  { name: 'disable the platform key', weight: 1, run: disable },
  { name: 'blacklist', weight: 2, run: blacklist },
  { name: 'kill a worker', weight: 4, run: killWorker },
  { name: 'kill the API', weight: 1, run: killApi },
  { name: 'pause a worker', weight: 2, run: pause },
  { name: 'crash the database', weight: 2, run: crashDatabase },
]

export function planActs(deployment: Deployment, withinSeconds: number): void {
  const { sim } = deployment
  const { draws, clock } = sim
  const count = draws.between('acts', 2, 12)
  // sometimes all at once
  const within = draws.pick('acts within', [1, 10, withinSeconds - 5])
  for (let index = 0; index < count; index++) {
    const name = `act${index}`
    const act = index === 0 ? (acts[0] as Act) : weighted(draws, `${name} kind`, acts)
    clock.after(1_000 * within * draws.unit(`${name} at`), () => {
      if (!sim.isPart(`${name}: ${act.name}`)) return
      sim.reach(`act ${act.name}`)
      void act.run(deployment, name)
      return true
    })
  }
}

const someone = ({ draws, world }: Simulation, name: string) => draws.pick(`${name} member`, world.members)

async function submit({ sim, api }: Deployment, name: string): Promise<void> {
  const { draws, history } = sim
  const member = someone(sim, name)
  const { kind, isNamed } = weighted(draws, `${name} change`, kinds)
  const awaited = draws.chance(`${name} awaited`, 0.35)
  const key = awaited ? undefined : `key of ${name}`
  const request: Request = {
    ...{
      ...member,
      kind,
      awaited,
      operationId: `op-${name}`,
      actor: { kind: 'key', id: draws.pick(`${name} by`, keyIds) },
    },
    targetUniqueId: isNamed ? draws.pick(`${name} target`, targets) : null,
    deadlineSeconds: awaited ? WAIT_SECONDS : draws.pick(`${name} deadline`, [5, 60, 600]),
    ...(key === undefined ? {} : { key }),
    supersede: !awaited && draws.chance(`${name} supersedes`, 0.3),
    reuses: kind === 'rank.auto' && !awaited,
    mustRun: kind === 'rank.auto' && !awaited,
  }
  const accepted = await enqueue(sim, api, request, draws.between(`${name} repeats`, 0, 2))
  if (accepted) history.accepted.push({ operationId: accepted, key })
  if (awaited) await stopWaiting(sim, api, request.operationId)
}

/** Repeats a request that was not answered, with its key. */
async function enqueue(sim: Simulation, api: Process, request: Request, repeats: number): Promise<string | null> {
  const { communityId, userId, key, operationId } = request
  for (let attempt = 0; ; attempt++) {
    const id = attempt === 0 ? operationId : `${operationId}.${attempt}`
    const seen = sim.database.snapshot(communityId, userId)
    try {
      const act = `submit ${id} ${request.kind} ${request.targetUniqueId ?? ''} for ${userId}`
      const accepted = await sim.query(api, act, () => sim.database.enqueue({ ...request, operationId: id }, seen))
      sim.tell(api.name, act, accepted ?? 'refused')
      if (!accepted) return null
      await sim.query(api, `promote after ${id}`, () => sim.database.promoteNext(communityId, userId)).catch(() => null)
      return accepted
    } catch {
      sim.tell(api.name, `submit ${id}`, 'no answer')
      if (key === undefined || attempt === repeats) return null
    }
  }
}

async function stopWaiting(sim: Simulation, api: Process, operationId: string): Promise<void> {
  await new Promise<void>((resolve) =>
    api.later(WAIT_SECONDS * 1_000, () => {
      resolve()
      return true
    }),
  )
  const cancel = () => sim.database.cancel(operationId, ['queued', 'dispatching'], 'deadline-cancelled-before-dispatch')
  const cancelled = await sim.query(api, `stop waiting for ${operationId}`, cancel).catch(() => false)
  sim.tell(api.name, `stop waiting for ${operationId}`, cancelled ? 'cancelled' : '')
}

async function suspend({ sim, api }: Deployment, name: string): Promise<void> {
  const { draws, database, clock } = sim
  const member = someone(sim, name)
  const isKept = draws.chance(`${name} kept`, 0.15)
  const request: Request = {
    ...{ ...member, kind: 'rank.suspend', awaited: true, operationId: `op-${name}`, deadlineSeconds: WAIT_SECONDS },
    ...{ actor: { kind: 'key', id: draws.pick(`${name} by`, keyIds) }, targetUniqueId: isKept ? null : SUSPENDED },
  }
  const seen = database.snapshot(member.communityId, member.userId)
  const endsAt = clock.now + 1_000 * draws.between(`${name} for`, 10, 90)
  const add = () => database.suspend(request, { id: `sus-${name}`, endsAt }, seen)
  const added = await sim.query(api, `suspend ${member.userId}`, add).catch(() => false)
  sim.tell(api.name, `suspend ${member.userId}`, added ? request.operationId : 'refused')
  if (added && !isKept) await stopWaiting(sim, api, request.operationId)
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
  const { operation_id: id } = sim.draws.pick(`${name} of`, operations)
  const work = () => sim.database.cancel(id, ['queued'], 'operation_cancelled')
  const cancelled = await sim.query(api, `cancel ${id}`, work).catch(() => false)
  sim.tell(api.name, `cancel ${id}`, cancelled ? 'cancelled' : 'not cancelled')
}

function manual(sim: Simulation, communityId: string, userId: number | null, text: string): void {
  sim.history.manual.push({ at: sim.clock.now, communityId, userId, text })
  sim.tell('a person', text, userId === null ? communityId : `member ${userId}`)
}

function changeByHand({ sim }: Deployment, name: string): void {
  const { communityId, userId } = someone(sim, name)
  const group = sim.groupOf(communityId)
  const held = group.held(userId)
  if (held === null) return
  const role = sim.draws.pick(`${name} role`, [MODERATOR, MODERATOR, 3, 4, 6])
  if (!group.roles.some(({ unique_id }) => unique_id === role)) return
  const isHeld = held.includes(role)
  group.set(userId, isHeld ? held.filter((one) => one !== role) : [...held, role])
  manual(sim, communityId, userId, `${isHeld ? 'takes' : 'gives'} ${role}`)
}

function leaveOrJoin({ sim }: Deployment, name: string): void {
  const { communityId, userId } = someone(sim, name)
  const group = sim.groupOf(communityId)
  const isMember = group.held(userId) !== null
  group.set(userId, isMember ? null : [])
  manual(sim, communityId, userId, isMember ? 'leaves' : 'joins')
}

function revoke({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const id = sim.draws.pick(`${name} key`, keyIds)
  const key = sim.database.community(communityId).keys.get(id)
  if (!key) return
  sim.tell('operator', `revokes ${id} of ${communityId}`)
  key.revoked = true
}

function declare({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const community = sim.database.community(communityId)
  const rank = community.ranks.find(({ unique_id }) => unique_id === sim.draws.pick(`${name} role`, [4, MODERATOR, 6]))
  if (!rank) return
  rank.managed = !rank.managed
  sim.history.declarations.push({ at: sim.clock.now, communityId })
  sim.tell('operator', `declares ${rank.unique_id} ${rank.managed ? 'a rank' : 'none'}`, communityId)
}

function changeRoles({ sim }: Deployment, name: string): void {
  const { communityId } = someone(sim, name)
  const group = sim.groupOf(communityId)
  const role = roles.find(({ unique_id }) => unique_id === sim.draws.pick(`${name} role`, [4, 6]))
  if (!role) return
  const isThere = group.roles.some(({ unique_id }) => unique_id === role.unique_id)
  if (isThere) group.removeRole(role.unique_id)
  else group.addRole(role)
  sim.history.declarations.push({ at: sim.clock.now, communityId })
  manual(sim, communityId, null, `${isThere ? 'deletes' : 'creates'} ${role.unique_id}`)
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

function killWorker({ sim, workers }: Deployment, name: string): void {
  const process = sim.draws.pick(`${name} worker`, workers)
  kill(sim, process)
  sim.clock.after(1_000 * sim.draws.between(`${name} for`, 1, 30), () => startWorker(sim, process))
}

function killApi({ sim, api }: Deployment): void {
  kill(sim, api)
}

function kill(sim: Simulation, process: Process): void {
  process.epoch++
  sim.tell(process.name, 'is killed')
}

/** Longer than a lease, or shorter. */
function pause({ sim, workers }: Deployment, name: string): void {
  const process = sim.draws.pick(`${name} worker`, workers)
  const seconds = sim.draws.pick(`${name} for`, [3, LEASE_SECONDS / 2, LEASE_SECONDS + 15])
  process.pausedUntil = sim.clock.now + 1_000 * seconds
  sim.tell(process.name, `is paused for ${seconds} s`)
}

function crashDatabase({ sim }: Deployment): void {
  sim.databaseEpoch++
  sim.database.crash()
  sim.tell('database', 'crashes')
}
