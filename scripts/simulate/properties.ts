// What holds in every schedule, as data. A later feature adds a row.
import { errorStatus } from '../../generated/errors'
import { isAssignable } from '../../src/ranks/rules'
import { hasEnded } from '../../src/rank-changes/rules'
import type { Operation, Suspension } from './database'
import type { History, SentWrite } from './history'
import { MOST_IN_FLIGHT, PLATFORM_TIMEOUT_MS } from './simulation'

export interface Property {
  readonly name: string
  readonly what: string
  /** Of each violation, a sentence. */
  readonly check: (history: History) => string[]
}

/** A read is at most two seconds old, and an unanswered write is applied within two timeouts. */
const OLDEST_READ_MS = 2_000
const LATEST_WRITE_MS = 2 * PLATFORM_TIMEOUT_MS

export const properties: readonly Property[] = [
  { name: 'lost', what: 'an acknowledged rank change is stored, and what a success reports was so', check: lost },
  { name: 'doubled', what: 'a key has one rank change, which chooses one target and assigns it once', check: doubled },
  { name: 'ends', what: 'each rank change ends, with a code and a message unless it succeeded', check: ends },
  {
    name: 'explains',
    what: 'a rank change that did not succeed names what it changed, or changed nothing',
    check: explains,
  },
  {
    name: 'order',
    what: 'the rank changes of a member run one after another, in the order of acceptance',
    check: order,
  },
  { name: 'after-end', what: 'nothing is sent after the end of a rank change', check: afterEnd },
  {
    name: 'budget',
    what: 'no claim exceeds the budget, the pause or the executions of a community at once',
    check: budget,
  },
  { name: 'unmanaged', what: 'a role that is no rank, the guest and the owner are never written', check: unmanaged },
  { name: 'suspension', what: 'the end of a suspension gives back what its start took', check: suspension },
  { name: 'revoked', what: 'a revoked key starts nothing', check: revoked },
]

const of = <T>(rows: readonly T[], problem: (row: T) => string | null): string[] =>
  rows.flatMap((row) => problem(row) ?? [])

const timeOf = (text: string | null): number => (text === null ? Infinity : Date.parse(text))
const writesOf = ({ writes }: History, { operation_id }: Operation): SentWrite[] =>
  writes.filter(({ operationId }) => operationId === operation_id)

/** A person changed the roles of the member, or which of them are ranks. */
function isDisturbed(history: History, { community_id, user_id }: Operation, from: number, to: number): boolean {
  const isWithin = ({ at }: { readonly at: number }): boolean => at >= from - OLDEST_READ_MS && at <= to
  const { manual, declarations } = history
  return (
    declarations.some((one) => one.communityId === community_id && isWithin(one)) ||
    manual.some((one) => one.communityId === community_id && (one.userId ?? user_id) === user_id && isWithin(one))
  )
}

function lost(history: History): string[] {
  const { database, groups } = history
  const missing = of(history.accepted, ({ operationId }) =>
    database.find(operationId) ? null : `${operationId} was acknowledged and is not stored`,
  )
  const untrue = of(database.operations, (one) => {
    const { status, target_unique_id: target, user_id: userId, community_id: id, operation_id } = one
    if (status !== 'succeeded' || target === null || (one.kind === 'rank.auto' && !one.result?.changed)) return null
    const first = history.claims.find((claim) => claim.operation.operation_id === operation_id)
    const since = (first?.at ?? 0) - OLDEST_READ_MS
    if (isDisturbed(history, one, since, timeOf(one.completed_at))) return null
    const held = groups.get(id)?.heldSince(userId, since) ?? []
    const base = groups.get(id)?.base
    const ranks = ranksAt(history, operation_id)
    const expected = one.kind === 'rank.restore' ? null : target === base ? [] : [target]
    const wasSo = held.some((roles) => {
      const own = (roles ?? []).filter((role) => !ranks.includes(role))
      return roles !== null && (expected === null || own.join() === expected.join())
    })
    return wasSo ? null : `${operation_id} succeeded with ${target}, which the member never held alone`
  })
  return [...missing, ...untrue]
}

/** Roles that were no ranks at the last claim. */
const ranksAt = ({ claims }: History, id: string): readonly number[] =>
  claims.findLast(({ operation }) => operation.operation_id === id)?.unmanaged ?? []

function doubled(history: History): string[] {
  const byKey = new Map<string, string>()
  const keys = of(history.accepted, ({ operationId, key }) => {
    if (key === undefined) return null
    const known = byKey.get(key) ?? operationId
    byKey.set(key, known)
    return known === operationId ? null : `${key} has ${known} and ${operationId}`
  })
  const stored = history.database.operations.filter(({ kind }) => kind !== 'rank.auto')
  const perKey = of(history.accepted, ({ key }) => {
    const ids = stored.filter(({ operation_id: id }) => key !== undefined && isOfKey(id, key))
    return ids.length > 1 ? `${key} has ${ids.map(({ operation_id }) => operation_id).join(' and ')}` : null
  })
  const targets = of(history.database.operations, (one) => {
    if (one.kind === 'rank.restore') return null
    const assigned = new Set(one.steps.filter(({ verb }) => verb === 'assign').map(({ role }) => role))
    return assigned.size > 1 ? `${one.operation_id} chose ${[...assigned].join(' and ')}` : null
  })
  const twice = of(history.database.operations, (one) => {
    const effective = writesOf(history, one).filter(({ verb, changed }) => verb === 'assign' && changed)
    const role = effective.map((write) => write.role).find((id, at, all) => all.indexOf(id) !== at)
    if (role === undefined || isDisturbed(history, one, 0, timeOf(one.completed_at))) return null
    return `${one.operation_id} assigned ${role} twice with effect`
  })
  return [...keys, ...perKey, ...targets, ...twice]
}

/** A repeated submission has the id of the first one and a number. */
const isOfKey = (id: string, key: string): boolean => id.replace(/^op-|\.\d+$/g, '') === key.replace('key of ', '')

function ends({ database }: History): string[] {
  const changes = of(database.operations, ({ operation_id: id, status, error_code: code, error_message: message }) => {
    if (!hasEnded(status)) return `${id} is ${status} in the end`
    if (status === 'succeeded') return code === null ? null : `${id} succeeded with ${code}`
    return code !== null && code in errorStatus && message ? null : `${id} ended without a code or a message`
  })
  const suspensions = of(database.suspensions, ({ id, state }) =>
    state === 'ended' ? null : `${id} is ${state} in the end`,
  )
  return [...changes, ...suspensions]
}

function explains(history: History): string[] {
  return of(history.database.operations, (one) => {
    if (one.status === 'succeeded' || one.roles_written !== null) return null
    const effective = writesOf(history, one).filter(({ changed }) => changed)
    if (effective.length === 0 || one.error_code === 'member_not_in_group') return null
    if (isDisturbed(history, one, 0, history.endedAt)) return null
    return `${one.operation_id} ended with ${one.error_code} and does not name ${effective.map(spell).join(', ')}`
  })
}

const spell = ({ verb, role }: SentWrite): string => `${verb} ${role}`

function order(history: History): string[] {
  const claims = of(history.claims, ({ operation, ahead }) =>
    ahead.length === 0 ? null : `${operation.operation_id} was claimed before the end of ${ahead.join(' and ')}`,
  )
  const overlaps = of(history.writes, (write) => {
    const before = history.writes.find(
      (other) => other.operationId !== write.operationId && isOvertaken(history, other, write),
    )
    return before
      ? `${spell(before)} of ${before.operationId} was applied after ${write.operationId} had begun to write`
      : null
  })
  return [...claims, ...overlaps]
}

/** A person who makes the same change hides that the write is still on its way. */
function isOvertaken(history: History, other: SentWrite, write: SentWrite): boolean {
  const { userId, changed, sentAt, appliedAt, operationId } = other
  if (userId !== write.userId || !changed || sentAt >= write.sentAt || (appliedAt ?? 0) <= write.sentAt) return false
  const operation = history.database.find(operationId)
  return !operation || !isDisturbed(history, operation, sentAt, write.sentAt)
}

function afterEnd(history: History): string[] {
  return of(history.writes, (write) => {
    const { operationId, sentAt } = write
    const end = timeOf(history.database.find(operationId)?.completed_at ?? null)
    if (sentAt > end) return `${operationId} sent ${spell(write)} ${sentAt - end} ms after its end`
    const { appliedAt, changed } = write
    return changed && (appliedAt ?? 0) > Math.max(end, sentAt + LATEST_WRITE_MS)
      ? `${operationId}: ${spell(write)} was applied after its end`
      : null
  })
}

function budget(history: History): string[] {
  return of(history.claims, ({ at, operation: { operation_id: id, urgent, status, sent }, budget: after, running }) => {
    const isUrgent = urgent || sent
    const most = MOST_IN_FLIGHT * (urgent ? 2 : 1)
    if (status === 'dispatching' && !sent && running > most) return `${id} is execution ${running} of its community`
    if (!after) return null
    const { used, perMinute, blockedUntil, windowStartedAt } = after
    if (blockedUntil > at) return `${id} was claimed while the platform allows no call`
    const limit = isUrgent ? perMinute : Math.trunc((perMinute * 4) / 5)
    // the first claim of a minute may be made whatever it needs
    return used > limit && windowStartedAt !== at ? `${id} was claimed with ${used} of ${limit} calls used` : null
  })
}

function unmanaged(history: History): string[] {
  return of(history.writes, (write) => {
    const { operationId, claims, communityId, role } = write
    const recorded = history.records.findLast((one) => one.operationId === operationId && one.claims === claims)
    if (!recorded) return `${operationId} sent ${spell(write)}, which was not recorded`
    const rank = history.database.ranksOf(communityId).find(({ unique_id }) => unique_id === role)
    const isForbidden = recorded.authority.unmanaged.includes(role) || (rank && !isAssignable(rank))
    return isForbidden ? `${operationId} sent ${spell(write)}, which is no rank` : null
  })
}

/** Restored exactly, unless a person has interfered or the platform has refused. */
function suspension(history: History): string[] {
  return of(history.database.suspensions, (one) => {
    const start = history.database.operations.find(
      (op) => op.kind === 'rank.suspend' && startOf(one) === op.operation_id,
    )
    if (!start || one.outcome === null || one.outcome === 'failed' || one.outcome === 'kept') return null
    // the platform calls the write invalid, or a caller has cancelled the restore
    const isRefused = one.errorCode === 'platform_cloud_unavailable' || one.errorCode === 'operation_cancelled'
    if (one.outcome === 'unrestored' && isRefused) return null
    const restore = history.database.find(one.operationId ?? '')
    const began = history.claims.find(({ operation }) => operation.operation_id === start.operation_id)?.at ?? 0
    const to = timeOf(restore?.completed_at ?? null)
    if (isDisturbed(history, start, began, to)) return null
    const taken = writesOf(history, start).filter(({ verb, changed }) => verb === 'unassign' && changed)
    const roles = history.groups.get(one.communityId)?.heldSince(one.userId, to).at(0) ?? []
    const missing = taken.filter(({ role }) => !roles.includes(role)).map(({ role }) => role)
    return missing.length === 0 ? null : `${one.id} (${one.outcome}) did not give back ${missing.join(' and ')}`
  })
}

const startOf = ({ id }: Suspension): string => id.replace('sus-', 'op-')

function revoked(history: History): string[] {
  return of(history.writes, (write) => {
    const { operationId, claims } = write
    const operation = history.database.find(operationId)
    const recorded = history.records.find((one) => one.operationId === operationId && one.claims === claims)
    if (operation?.actor_kind !== 'key' || !recorded || recorded.wasSent || recorded.authority.key) return null
    return `${operationId} sent ${spell(write)} after its key was revoked`
  })
}
