// Callers that wait: src/operations/enqueue/submit-and-wait.ts, and the award of src/awards/points/actions.ts.
import { isSkipped } from '../../src/awards/auto-rank/rules'
import type { RankChanged } from '../../src/operations/enqueue/submit-and-wait'
import { hasEnded, LONGEST_DEADLINE_SECONDS } from '../../src/operations/rules'
import { DomainError, type ErrorCode } from '../../src/base/errors'
import { toDomainError } from '../../src/db/errors'
import type { Operation, Request } from './database'
import type { Answered } from './history'
import type { Process, Simulation } from './simulation'

/** Longer than those of the server, so that few statements read what has not ended. */
const POLL_MS = 5_000

/** @returns the code of a refusal; null: accepted */
type Enqueue = () => ErrorCode | null

export const enqueueOne =
  (
    { database }: Simulation,
    request: Request,
    seen = database.snapshot(request.communityId, request.userId),
  ): Enqueue =>
  () =>
    database.refusalOf(request) ?? (database.enqueue(request, seen), null)

/** A change that its caller waits for, and its answer. */
export async function change(
  sim: Simulation,
  api: Process,
  request: Request,
  enqueue = enqueueOne(sim, request),
): Promise<void> {
  const answered = await submitAndWait(sim, api, request, enqueue).then(() => ({ code: null, committed: [] }), refused)
  answer(sim, api, { ...answered, userId: request.userId, operationIds: [request.operationId] })
}

/**
 * @param request the rank change of AutoRank
 * @param experience the value that the award sets
 */
export async function award(sim: Simulation, api: Process, request: Request, experience: number): Promise<void> {
  const { communityId, userId, operationId } = request
  const later: Request = {
    ...request,
    operationId: `${operationId}-later`,
    awaited: false,
    reuses: true,
    mustRun: true,
    deadlineSeconds: LONGEST_DEADLINE_SECONDS,
    path: 'award, later',
  }
  const queue = (): Promise<string | null> =>
    sim.query(api, `queue ${later.operationId}`, () => sim.database.enqueue(later))
  const give = (): void => {
    const member = sim.database.community(communityId).members.get(userId)
    if (member) member.experience = experience
  }
  const rank = async (): Promise<Pick<Answered, 'autoRank'>> => {
    await sim.query(api, `award ${userId}`, give)
    try {
      const { changed } = await submitAndWait(sim, api, request, enqueueOne(sim, request))
      return { autoRank: { outcome: changed ? 'changed' : 'unchanged' } }
    } catch (error) {
      if (error instanceof DomainError && isSkipped(error)) return { autoRank: { outcome: 'skipped' } }
      return { autoRank: await sim.rankLater(error, queue) }
    }
  }
  const answered = await rank().then((given) => ({ ...given, code: null, committed: [] }), refused)
  answer(sim, api, { ...answered, userId, operationIds: [operationId, later.operationId] })
}

function refused(error: unknown): Pick<Answered, 'code' | 'committed'> {
  const { code, details } = toDomainError(error)
  return { code, committed: (details?.['committed'] ?? []) as readonly string[] }
}

function answer(sim: Simulation, api: Process, answered: Omit<Answered, 'at'>): void {
  const { operationIds, code, autoRank } = answered
  sim.history.answers.push({ ...answered, at: sim.clock.now })
  if (autoRank) sim.reach(`award ${autoRank.outcome}`)
  if (autoRank?.operationId) sim.history.accepted.push({ operationId: autoRank.operationId, key: undefined })
  sim.tell(api.name, `answers ${operationIds[0]}`, code ?? autoRank?.outcome ?? 'done')
}

async function submitAndWait(
  sim: Simulation,
  api: Process,
  { operationId, kind, targetUniqueId, userId, deadlineSeconds }: Request,
  enqueue: Enqueue,
): Promise<Pick<RankChanged, 'changed'>> {
  const act = `submit ${operationId} ${kind} ${targetUniqueId ?? ''} for ${userId}`
  const refusal = await sim.query(api, act, enqueue).catch(() => 'lost' as const)
  sim.tell(api.name, act, refusal ?? '')
  if (refusal !== null && refusal !== 'lost') throw new DomainError(refusal, 'Refused.')
  const row = await waitFor(sim, api, operationId, deadlineSeconds)
  if (row === 'pending') return stopWaiting(sim, api, operationId)
  if (row === null) throw new DomainError('roblox_scheduler_unavailable', 'The commit was not answered.')
  return resultOf(row)
}

/** @returns null: not stored; `pending`: not ended in time */
function waitFor(sim: Simulation, api: Process, operationId: string, seconds: number): Promise<Row | 'pending'> {
  const until = sim.clock.now + 1_000 * seconds
  return new Promise((resolve) => {
    let isOver = false
    const end = (row: Row | 'pending'): true => {
      isOver = true
      sim.waiting.delete(operationId)
      resolve(row)
      return true
    }
    const poll = async (): Promise<void> => {
      const row = await find(sim, api, operationId).catch(() => 'pending' as const)
      if (!isOver && row !== 'pending' && (row === null || hasEnded(row.status))) end(row)
    }
    const look = (): boolean | void => {
      if (isOver) return
      const left = until - sim.clock.now
      if (left <= 0) return end('pending')
      void poll()
      api.later(Math.min(left, POLL_MS), look)
    }
    sim.waiting.set(operationId, () => api.later(1, () => void (isOver || void poll())))
    api.later(Math.min(until - sim.clock.now, POLL_MS), look)
  })
}

type Row = Readonly<Operation> | null

const find = (sim: Simulation, api: Process, operationId: string): Promise<Row> =>
  sim.query(api, `read ${operationId}`, () => {
    const row = sim.database.find(operationId)
    return row ? { ...row } : null
  })

async function stopWaiting(sim: Simulation, api: Process, operationId: string): Promise<Pick<RankChanged, 'changed'>> {
  const cancel = () => sim.database.cancel(operationId, ['queued', 'dispatching'], 'deadline-cancelled-before-dispatch')
  if (await sim.query(api, `stop waiting for ${operationId}`, cancel))
    throw new DomainError('deadline-cancelled-before-dispatch', 'Nothing was sent.')
  const row = await find(sim, api, operationId)
  if (row && hasEnded(row.status)) return resultOf(row)
  throw new DomainError('outcome-pending-check-status', 'The outcome is unknown.')
}

function resultOf({ result, error_code: code, roles_written: written }: Readonly<Operation>) {
  if (result) return result
  throw new DomainError(code ?? 'internal_error', 'It failed.', written ? { details: { committed: ['rank'] } } : {})
}
