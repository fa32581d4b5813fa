// The processes of the deployment: dispatchers with the shipped loop on modelled ports, and the sweep.
import { errorMessage } from '../../src/base/error-message'
import { type DomainError } from '../../src/base/errors'
import { reconnectRequired, refreshPending } from '../../src/platform-connection/errors'
import { toDomainError } from '../../src/platform/failures'
import { PlatformFailure, type Connection } from '../../src/platform/platform'
import { callsToRecord } from '../../src/operations/dispatch/dispatcher'
import { execute, noUsage, type Execution } from '../../src/operations/dispatch/execute'
import type { Ports } from '../../src/operations/dispatch/ports'
import type { Claimed, Priority } from '../../src/operations/dispatch/queries'
import { isRoleStep, type Step } from '../../src/operations/rules'
import type { SentWrite } from './history'
import { LEASE_SECONDS, MOST_IN_FLIGHT, PLATFORM_TIMEOUT_MS, type Process, type Simulation } from './simulation'

const lanesOf: readonly (readonly Priority[])[] = [
  ['settle', 'urgent'],
  ['settle', 'urgent', 'bulk'],
]

/** Starts two dispatchers and the sweep; called again after a crash. */
export function startWorker(sim: Simulation, process: Process): void {
  lanesOf.forEach((priorities, index) =>
    startDispatcher(sim, process, { name: `${process.name}.${index}`, priorities }),
  )
  startSweep(sim, process)
}

interface Dispatcher {
  readonly name: string
  readonly priorities: readonly Priority[]
}

function startDispatcher(sim: Simulation, process: Process, { name, priorities }: Dispatcher): void {
  const limits = new Map<string, number>()
  const pause = (): number => 20 + 1_000 * sim.draws.unit(sim.numbered(`${name} waits`)) ** 2
  const poll = (): void => {
    const job = sim.database.takeJob(priorities.includes('bulk') ? 'bulk' : 'urgent')
    if (!job) return process.later(pause() + sim.idleMs(), poll)
    void work().finally(() => process.later(pause() / 10, poll))
  }
  const work = async (): Promise<void> => {
    try {
      while (await executeNext());
    } catch (error) {
      sim.tell(name, 'gives up', errorMessage(error))
    }
  }
  const executeNext = async (): Promise<boolean> => {
    const claimed = await sim.query(process, 'claim', () => claim(sim, name, priorities), false)
    if (!claimed) return false
    void sim.query(process, 'wake the dispatch', () => sim.database.wakeDispatch()).catch(() => undefined)
    const { community_id: communityId } = claimed.operation
    const usage = noUsage()
    await execute({ ...executionOf(sim, process, claimed), usage })
    const calls = callsToRecord(usage, limits.get(communityId) ?? null)
    if (calls === null) return true
    await sim.query(process, 'record calls', () => sim.database.recordCalls(communityId, calls, usage.limits))
    if (usage.limits.perMinute !== null) limits.set(communityId, usage.limits.perMinute)
    return true
  }
  process.later(pause(), poll)
}

function claim(sim: Simulation, name: string, priorities: readonly Priority[]): Claimed | null {
  const { database, history, clock } = sim
  const claimed = database.claim(name, priorities, LEASE_SECONDS, MOST_IN_FLIGHT)
  if (!claimed) return null
  const { community_id, user_id, operation_id, claims, kind } = claimed.operation
  const operation = database.find(operation_id)
  if (!operation) throw new Error('a claim without an operation')
  const before = database.operations.filter((one) => one.seq < operation.seq && one.endedAt === null)
  const ahead = before.filter((one) => one.community_id === community_id && one.user_id === user_id)
  const budget = database.budgets.get(database.community(community_id).owner)
  const running = database.operations.filter((one) => one.community_id === community_id && one.status === 'dispatching')
  history.claims.push({
    at: clock.now,
    operation: { ...operation },
    ahead: ahead.map((one) => one.operation_id),
    budget: budget ? { ...budget } : null,
    running: running.length,
  })
  sim.reach(`claim ${kind}`)
  sim.tell(name, `claims ${operation_id}`, `claim ${claims}, ${operation.status}`)
  return claimed
}

function executionOf(sim: Simulation, process: Process, claimed: Claimed): Omit<Execution, 'usage'> {
  const { bug } = sim.options
  const ports = portsOf(sim, process, claimed)
  return {
    ports: bug?.ports?.(ports, sim, claimed) ?? ports,
    claimed: bug?.claimed?.(claimed) ?? claimed,
    leaseSeconds: LEASE_SECONDS,
    platformTimeoutMs: PLATFORM_TIMEOUT_MS,
    leaseEndsAt: 0,
    codes: sim.draws.pick('codes', ['scheduler', 'connection'] as const),
  }
}

/** The database and the platform of one execution. */
function portsOf(sim: Simulation, process: Process, claimed: Claimed): Ports {
  const { database, history, world } = sim
  const { operation } = claimed
  const { community_id: communityId, user_id: userId, operation_id: operationId, claims } = operation
  const { owner, groupId } = database.community(communityId)
  const label = `${operationId}#${claims}`
  const group = sim.groupOf(communityId)
  const query = <T>(act: string, work: () => T): Promise<T> => sim.query(process, `${label} ${act}`, work)
  const end = <E extends { readonly do: string }>(store: (row: typeof operation, ending: E) => void) => {
    return (ending: E): Promise<void> => query(ending.do, () => store.call(database, operation, ending))
  }
  const write = (
    connection: Connection,
    membershipId: string,
    { verb, role }: Pick<SentWrite, 'verb' | 'role'>,
    apply: (account: number | null) => boolean,
  ): Promise<never> => {
    const sent: SentWrite = {
      verb,
      role,
      operationId,
      claims,
      communityId,
      userId,
      sentAt: sim.clock.now,
      named: null,
      appliedAt: null,
      changed: false,
    }
    history.writes.push(sent)
    const work = (): never => {
      sent.named = group.accountOf(membershipId)
      sim.reach(membershipId === String(userId) ? 'id of the account' : 'id of the group')
      if (sent.named === null) sim.reach('id that the group has replaced')
      if (world.members.some((one) => String(one.userId) === membershipId && one.userId !== userId))
        sim.reach('id of another account')
      sent.changed = apply(sent.named) || sent.changed
      sim.reach(`writes ${database.find(operationId)?.path}`)
      if (history.interrupted.has(operationId)) sim.reach('writes again after a crash')
      sent.appliedAt = sim.clock.now
      return undefined as never
    }
    return sim.call(process, `${label} ${verb} ${role}`, { connection, owner, kind: verb, work })
  }
  const writeRole = (connection: Connection, membershipId: string, step: Step) =>
    write(connection, membershipId, step, (account) => group.write(account, step))
  const read = <T>(connection: Connection, act: string, work: (lagMs: number) => T): Promise<T> => {
    const lagMs = sim.lagOf(sim.numbered(`${label} ${act} age`))
    return sim.call(process, `${label} ${act}`, { connection, owner, kind: 'read', work: () => work(lagMs) })
  }
  const syncRanks = async (): Promise<void> => {
    const work = () => [...group.roles]
    const roles = await sim
      .call(process, `${label} list roles`, { connection: null, owner, kind: 'other', work })
      .catch((error: unknown) => {
        throw error instanceof PlatformFailure ? toDomainError(error) : error
      })
    await query('store roles', () => database.syncRanks(communityId, roles))
  }
  return {
    platform: {
      getMembership: (connection) => read(connection, 'read roles', (lagMs) => group.read(userId, lagMs)),
      findJoinRequest: (connection) => read(connection, 'read request', (lagMs) => group.readRequest(userId, lagMs)),
      findJoinDecision: (connection) => read(connection, 'read log', () => group.decisions.get(userId) ?? null),
      decideJoinRequest: (connection, requestId, verb) =>
        write(connection, requestId, { verb, role: 0 }, (account) => group.decide(account, verb)),
      groupsAmong: (connection, _, groups) => {
        const work = () => new Set(groups.filter((one) => one === 99 && userId % 2 === 0))
        return sim.call(process, `${label} read groups`, { connection, owner, kind: 'read', work })
      },
      assignRole: (connection, membership, role) => writeRole(connection, membership, { verb: 'assign', role }),
      unassignRole: (connection, membership, role) => writeRole(connection, membership, { verb: 'unassign', role }),
    },
    now: () => new Date(sim.clock.now),
    connection: async () => {
      if (claimed.connection?.status === 'reconnect_required') throw reconnectRequired()
      if (claimed.connection?.being_checked && (await query('read connection', () => isChecked(sim, communityId))))
        throw refreshPending()
      return { groupId, credential: { kind: 'api_key', apiKey: owner } }
    },
    describe: (_, failure) =>
      failure.authenticationFailed
        ? describe(sim, process, communityId, failure)
        : Promise.resolve(toDomainError(failure)),
    onFailure: () => undefined,
    onDecision: ({ is }, command) => {
      sim.reach(`observation ${is}`)
      sim.reach(`command ${command.do}`)
      if (command.do === 'reschedule') sim.reach(`later ${command.status} ${command.reason}`)
    },
    ranksFor: async ({ roles }, known) => {
      if (roles.every((role) => known.some(({ unique_id }) => unique_id === role))) return known
      await syncRanks()
      return query('read ranks', () => database.ranksOf(communityId))
    },
    syncRanks,
    record: (writes) =>
      query('record', () => {
        const wasSent = database.find(operationId)?.sent ?? false
        const recorded = database.record(operation, writes)
        const isExcess = recorded !== null && 'limit' in recorded
        if (recorded && !isExcess)
          history.records.push({ at: sim.clock.now, operationId, claims, wasSent, authority: recorded })
        const steps = writes.steps.map((step) => `${step.verb} ${isRoleStep(step) ? step.role : ''}`)
        sim.tell(label, `records ${steps.join(', ')}`, isExcess ? 'takes too much' : recorded ? '' : 'not stored')
        return recorded
      }),
    storeAbsence: () => query('store absence', () => database.storeAbsence(operation)),
    succeed: end(database.succeed),
    fail: end(database.fail),
    cancelIfOverdue: () => query('cancel-overdue', () => database.cancelIfOverdue(operation)),
    reschedule: end(database.reschedule),
  }
}

const isChecked = ({ database, clock }: Simulation, communityId: string): boolean =>
  database.community(communityId).checkingUntil > clock.now

/** `toConnectionError` of an API key: asks the platform whether the key is active, in one process at a time. */
async function describe(
  sim: Simulation,
  process: Process,
  communityId: string,
  failure: PlatformFailure,
): Promise<DomainError> {
  const community = sim.database.community(communityId)
  const { owner } = community
  const isMine = await sim.query(process, `${communityId} claims the check`, () => {
    if (isChecked(sim, communityId)) return false
    community.checkingUntil = sim.clock.now + 10_000
    return true
  })
  if (!isMine) return refreshPending(failure)
  const work = () => sim.world.enabledKeys.has(owner)
  // the introspection of a disabled key succeeds
  const isActive = await process.request(5, 5, work)
  await sim.query(process, `${communityId} ends the check`, () => {
    community.checkingUntil = 0
    if (!isActive) community.status = 'reconnect_required'
  })
  return isActive ? toDomainError(failure) : reconnectRequired(failure)
}

/** The sweep runs each second. */
function startSweep(sim: Simulation, process: Process): void {
  const { database } = sim
  const sweep = async (): Promise<void> => {
    let count = 0
    const restore = (): string => `${sim.numbered('restore')}.${++count}`
    await sim.query(process, 'restore due', () => database.restoreDue(restore))
    await sim.query(process, 'end kept', () => database.endKept())
    await sim.query(process, 'cancel overdue', () => database.cancelOverdue())
    await sim.query(process, 'requeue expired', () => database.requeueExpired())
    await sim.query(process, 'wake the dispatch', () => database.wakeDispatch())
  }
  const run = (): void => {
    const again = (): void => process.later(1_000 + sim.idleMs(), run)
    if (!database.hasSweepWork()) return again()
    void sweep().then(again, again)
  }
  process.later(1_000 * sim.draws.unit(sim.numbered(`${process.name} sweep`)), run)
}
