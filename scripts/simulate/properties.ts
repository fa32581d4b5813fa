// What holds in every schedule, as data. A later feature adds a row.
import { isRoleStep } from '../../src/operations/rules'
import { errorEffect, errorStatus } from '../../generated/errors'
import { isAssignable, rankHeld } from '../../src/ranks/rules'
import { hasEnded, isJoinKind, isRoleKind } from '../../src/operations/rules'
import type { Operation, Suspension, Take } from './database'
import type { Answered, History, ManualChange, SentWrite } from './history'
import { MOST_IN_FLIGHT, PLATFORM_TIMEOUT_MS } from './simulation'
import { roles } from './world'

export interface Property {
  readonly name: string
  readonly what: string
  /** @returns a sentence for each violation */
  readonly check: (history: History) => string[]
}

/** A read is at most two seconds old, and an unanswered write is applied within two timeouts. */
const OLDEST_READ_MS = 2_000
const LATEST_WRITE_MS = 2 * PLATFORM_TIMEOUT_MS

const HOUR_MS = 3_600_000
/** Takes are counted in minutes of the clock. */
const COUNTED_MS = HOUR_MS + 60_000
/** Milliseconds after which the answer to a statement has come at the latest. */
const LATEST_ANSWER_MS = 60_000

const row = (name: string, check: Property['check'], what: string): Property => ({ name, what, check })

export const properties: readonly Property[] = [
  row('lost', lost, 'an operation that was acknowledged is stored'),
  row(
    'declared',
    declared,
    'after a success the member has held the rank alone, or the role, and holds it in the end unless a later operation changed it',
  ),
  row('doubled', doubled, 'a key has one operation, which chooses one target and writes it once'),
  row('ends', ends, 'each operation ends, with a code and a message unless it succeeded'),
  row('explains', explains, 'an operation that did not succeed names what it changed, or changed nothing'),
  row('order', order, 'the operations of a member run one after another, in the order of acceptance'),
  row('after-end', afterEnd, 'nothing is sent after the end of an operation'),
  row('budget', budget, 'no claim exceeds the budget, the pause or the executions of a community at once'),
  row('unmanaged', unmanaged, 'a rank change never writes a role that is no rank, the guest or the owner'),
  row('role', role, 'an operation on a role writes this role alone, and only while it is no rank'),
  row('identity', identity, 'a write names the membership of its account, whatever its id in the group'),
  row('decided', decided, 'after an acceptance the account was in the group, and after a decline its request was gone'),
  row('suspension', suspension, 'the end of a suspension gives back what its start took'),
  row('revoked', revoked, 'a revoked key starts nothing'),
  row('bounded', bounded, 'no change is begun that gives or takes a rank above the bounds of its key at that moment'),
  row(
    'told',
    told,
    'what a caller was told cannot run later never writes, and an award that was told `queued` names what follows',
  ),
  row(
    'takes',
    takes,
    'no key takes more than its number in any hour, with the keys that replace it; a take is counted once, and none is refused below the number',
  ),
  row('audited', audited, 'the audit entry of a rank change names the rank that the member held before it'),
  row('reversal', reversal, 'a change is taken back only while the member holds what it left'),
  row('preview', preview, 'what a preview says of a rank or role happens, unless something else changed the member'),
]

const of = <T>(rows: readonly T[], problem: (row: T) => string | null): string[] =>
  rows.flatMap((row) => problem(row) ?? [])

const isEffective = ({ changed, named, userId }: SentWrite): boolean => changed && named === userId
const endOf = (operation: Operation | undefined): number => operation?.endedAt ?? Infinity
const writesOf = ({ writes }: History, { operation_id }: Operation): SentWrite[] =>
  writes.filter(({ operationId }) => operationId === operation_id)

/** A person changed what the operation writes, or which roles are ranks. */
function isDisturbed(history: History, operation: Operation, from: number, to: number): boolean {
  const { community_id, user_id, kind, target_unique_id: target } = operation
  const isNear = ({ at, communityId }: { readonly at: number; readonly communityId: string }): boolean =>
    communityId === community_id && at >= from - OLDEST_READ_MS && at <= to
  const isOwn = ({ role: by, userId }: ManualChange): boolean =>
    (userId ?? user_id) === user_id && (by === null || (isRoleKind(kind) ? by.id === target : by.isRank))
  return history.declarations.some(isNear) || history.manual.some((one) => isNear(one) && isOwn(one))
}

function lost({ accepted, database }: History): string[] {
  return of(accepted, ({ operationId: id }) => (database.find(id) ? null : `${id} was acknowledged and is not stored`))
}

function declared(history: History): string[] {
  const { operations } = history.database
  return of(operations, (one) => {
    const { status, target_unique_id: target, kind } = one
    const isUnchanged = kind === 'rank.auto' && !one.result?.changed
    if (status !== 'succeeded' || target === null || isUnchanged || kind === 'rank.restore') return null
    const first = history.claims.find((claim) => claim.operation.operation_id === one.operation_id)
    const since = (first?.at ?? 0) - OLDEST_READ_MS
    if (isDisturbed(history, one, since, endOf(one))) return null
    const held = history.groups.get(one.community_id)?.heldSince(one.user_id, since) ?? []
    const wasSo = held.some((roles) => shows(history, one, roles))
    if (!wasSo) return `${one.operation_id} succeeded with ${target}, which the roles of the member never showed`
    const isLater = (other: Operation) =>
      other.seq > one.seq && other.user_id === one.user_id && mayUndo(history, other, one)
    if (operations.some(isLater) || isDisturbed(history, one, since, history.endedAt)) return null
    return shows(history, one, held.at(-1))
      ? null
      : `${one.operation_id} succeeded, and in the end the roles are ${held.at(-1)?.join()}`
  })
}

/** Whether the roles, without the base role, are what the operation has declared. */
function shows(history: History, one: Operation, roles: readonly number[] | null | undefined): boolean {
  const { kind, target_unique_id: target, community_id: communityId } = one
  if (!roles || target === null) return false
  if (isRoleKind(kind)) return roles.includes(target) === (kind === 'role.assign')
  const ranks = roles.filter((id) => !history.unmanaged.get(one.operation_id)?.includes(id))
  return ranks.join() === (target === history.groups.get(communityId)?.base ? '' : String(target))
}

/** Whether a later operation has written what the earlier one declared. */
function mayUndo(history: History, later: Operation, earlier: Operation): boolean {
  const effective = writesOf(history, later).filter(isEffective)
  if (later.kind.startsWith('join.')) return true
  if (!isRoleKind(earlier.kind)) return !isRoleKind(later.kind) && effective.length > 0
  return effective.some((write) => write.role === earlier.target_unique_id)
}

function doubled(history: History): string[] {
  const { operations } = history.database
  const keys = of(operations, ({ key, operation_id: id }) => {
    const other = operations.find((one) => key !== undefined && one.key === key && one.operation_id !== id)
    return other ? `${key} has ${id} and ${other.operation_id}` : null
  })
  const targets = of(operations, (one) => {
    if (one.kind === 'rank.restore') return null
    const assigned = new Set(
      one.steps
        .filter(isRoleStep)
        .filter(({ verb }) => verb === 'assign')
        .map(({ role: id }) => id),
    )
    return assigned.size > 1 ? `${one.operation_id} chose ${[...assigned].join(' and ')}` : null
  })
  const twice = of(operations, (one) => {
    const effective = writesOf(history, one).filter(isEffective)
    const again = effective.map(spell).find((text, at, all) => all.indexOf(text) !== at)
    if (again === undefined || isDisturbed(history, one, 0, endOf(one))) return null
    return `${one.operation_id} had the effect "${again}" twice`
  })
  return [...keys, ...targets, ...twice]
}

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
    if (!hasEnded(one.status) || one.status === 'succeeded' || one.roles_written !== null) return null
    const effective = writesOf(history, one).filter((write) => isEffective(write) && write.sentAt <= endOf(one))
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
    const end = endOf(history.database.find(operationId))
    if (sentAt > end) return `${operationId} sent ${spell(write)} ${sentAt - end} ms after its end`
    const { appliedAt, changed } = write
    return changed && (appliedAt ?? 0) > Math.max(end, sentAt + LATEST_WRITE_MS)
      ? `${operationId}: ${spell(write)} was applied after its end`
      : null
  })
}

function budget(history: History): string[] {
  return of(history.claims, ({ at, operation, budget: after, running }) => {
    const { operation_id: id, urgent, status, sent } = operation
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
    const { operationId, communityId, role: id } = write
    if (!kindOf(history, write).startsWith('rank.')) return null
    const recorded = recordOf(history, write)
    if (!recorded) return `${operationId} sent ${spell(write)}, which was not recorded`
    const rank = history.database.ranksOf(communityId).find(({ unique_id }) => unique_id === id)
    const isForbidden = recorded.authority.unmanaged.includes(id) || (rank && !isAssignable(rank))
    return isForbidden ? `${operationId} sent ${spell(write)}, which is no rank` : null
  })
}

function role(history: History): string[] {
  return of(history.writes, (write) => {
    const { operationId } = write
    const operation = history.database.find(operationId)
    if (!operation || !isRoleKind(operation.kind)) return null
    const isOwn = operation.kind === `role.${write.verb}` && operation.target_unique_id === write.role
    if (!isOwn) return `${operationId}, ${operation.kind} ${operation.target_unique_id}, sent ${spell(write)}`
    const isRank = recordOf(history, write)?.authority.unmanaged.includes(write.role) !== true
    return isRank ? `${operationId} sent ${spell(write)}, which is a rank` : null
  })
}

const kindOf = ({ database }: History, { operationId }: SentWrite) => database.find(operationId)?.kind ?? 'rank.set'

/** What was read with the last record before the write. */
const recordOf = ({ records }: History, { operationId, claims }: SentWrite) =>
  records.findLast((one) => one.operationId === operationId && one.claims === claims)

function decided(history: History): string[] {
  return of(history.database.operations, (one) => {
    if (one.status !== 'succeeded' || !isJoinKind(one.kind)) return null
    const first = history.claims.find((claim) => claim.operation.operation_id === one.operation_id)
    const since = (first?.at ?? 0) - OLDEST_READ_MS
    if (isDisturbed(history, one, since, endOf(one))) return null
    const states = history.groups.get(one.community_id)?.since(one.user_id, since) ?? []
    const wasSo = states.some(({ roles, requestedAt }) =>
      one.kind === 'join.accept' ? roles !== null : roles === null && requestedAt === null,
    )
    return wasSo ? null : `${one.operation_id} succeeded, and its request was not decided so`
  })
}

function identity({ writes }: History): string[] {
  return of(writes, (write) => {
    const { operationId, named, userId } = write
    return named === null || named === userId ? null : `${operationId} of ${userId} sent ${spell(write)} to ${named}`
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
    const to = endOf(restore)
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
    const isBound = history.database.find(operationId)?.required_scope !== null
    const recorded = history.records.find((one) => one.operationId === operationId && one.claims === claims)
    if (!isBound || !recorded || recorded.wasSent || recorded.authority.key) return null
    return `${operationId} sent ${spell(write)} after its key was revoked`
  })
}

/** The end of a suspension gives back what was held. */
function bounded(history: History): string[] {
  return of(history.writes, (write) => {
    const { operationId, claims, role: id } = write
    const recorded = history.records.find((one) => one.operationId === operationId && one.claims === claims)
    const most = recorded?.authority.bounds?.highestGiven ?? 255
    if (!recorded || recorded.wasSent || kindOf(history, write) === 'rank.restore') return null
    const rank = roles.find(({ unique_id }) => unique_id === id)?.rank_id ?? 0
    return rank > most ? `${operationId} sent ${spell(write)}, and its key gives ranks up to ${most}` : null
  })
}

/** An error whose code has no effect, unless it names a part of the rank change, and what AutoRank did at once. */
function told(history: History): string[] {
  return history.answers.flatMap(({ at, userId, operationIds, code, committed, autoRank }) => {
    if (autoRank?.outcome === 'queued') return of([autoRank], (one) => unfollowed(history, one, { at, userId }))
    if (code !== null && (errorEffect[code] !== 'none' || committed.includes('rank'))) return []
    if (code === null && autoRank === undefined) return []
    const later = history.writes.filter((write) => operationIds.includes(write.operationId) && isAfter(write, at))
    return later.map(
      (write) => `${write.operationId} sent ${spell(write)} after the answer ${code ?? autoRank?.outcome}`,
    )
  })
}

const isAfter = ({ sentAt, appliedAt, changed }: SentWrite, at: number): boolean =>
  sentAt > at || (changed && (appliedAt ?? 0) > at)

/** What the answer names may have ended while it was on its way. The property `lost` has what is not stored. */
function unfollowed(
  { database }: History,
  { operationId = '' }: NonNullable<Answered['autoRank']>,
  { at, userId }: Pick<Answered, 'at' | 'userId'>,
): string | null {
  const operation = database.find(operationId)
  if (!operation) return operationId === '' ? `an award of ${userId} was told queued, without an operation` : null
  const isOfMember = operation.kind === 'rank.auto' && operation.user_id === userId
  if (isOfMember && endOf(operation) > at - LATEST_ANSWER_MS) return null
  return `an award of ${userId} named ${operationId}: ${operation.kind} of ${operation.user_id}, ${operation.status}`
}

/** Each take once, when it began. */
function takes(history: History): string[] {
  const { takes: all, database } = history
  const granted = all.filter(({ isGranted }) => isGranted)
  const taken = granted.filter((one, at) => granted.findIndex((other) => other.of === one.of) === at)
  const within = ({ communityId, owner, at }: Take, ms: number): number =>
    taken.filter((one) => one.communityId === communityId && one.owner === owner && one.at <= at && one.at > at - ms)
      .length
  const twice = of(granted, (one) =>
    one.isCounted && granted.some((other) => other.isCounted && other.of === one.of && other.at < one.at)
      ? `${one.of} was counted twice`
      : null,
  )
  const beyond = of(taken, (one) =>
    within(one, HOUR_MS) > one.most ? `${one.owner} took ${within(one, HOUR_MS)} of ${one.most} until ${one.of}` : null,
  )
  const below = of(all, (one) =>
    one.isGranted || within(one, COUNTED_MS) >= one.most
      ? null
      : `${one.of} was refused after ${within(one, COUNTED_MS)} of ${one.most} takes of ${one.owner}`,
  )
  const uncounted = of(database.operations, (one) => {
    if (!isLowered(one) || !database.takerOf(one) || taken.some(({ of: id }) => id === one.operation_id)) return null
    // begun as a promotion, before a person gave a higher rank
    if (isDisturbed(history, one, 0, endOf(one))) return null
    return `${one.operation_id} took a rank or a role, and was not counted`
  })
  return [...twice, ...beyond, ...below, ...uncounted]
}

/** As its audit entry says. The role of a medal, without a scope, was counted with the medal. */
function isLowered({ move, required_scope }: Operation): boolean {
  if (move?.action === 'member.role') return required_scope !== null && (move.after as Given).role === null
  if (move?.action !== 'member.rank') return false
  return (move.after as Audited).rank.rankId < (move.before as Audited).rank.rankId
}

interface Given {
  readonly role: object | null
}

/** Whether the member may have held this rank before the operation wrote: its roles were read at most two seconds before. */
function mayHaveHeld(history: History, one: Operation, rank: number): boolean {
  const first = history.claims.find(({ operation }) => operation.operation_id === one.operation_id)
  const since = (first?.at ?? 0) - OLDEST_READ_MS
  if (isDisturbed(history, one, since, endOf(one))) return true
  const group = history.groups.get(one.community_id)
  const unmanaged = history.unmanaged.get(one.operation_id) ?? []
  const ranks = roles.map((known) => ({
    ...known,
    auto_rank_experience: known.threshold,
    managed: !unmanaged.includes(known.unique_id),
  }))
  const written = writesOf(history, one).find(isEffective)?.appliedAt ?? Infinity
  const before = group?.since(one.user_id, since).filter(({ at }, index) => index === 0 || at < written) ?? []
  // the model leaves the base role out
  return before.some(({ roles: held }) => held && group && rankHeld(ranks, [group.base, ...held])?.unique_id === rank)
}

function audited(history: History): string[] {
  return of(history.database.operations, (one) => {
    const before = one.move?.action === 'member.rank' ? (one.move.before as Audited).rank.uniqueId : null
    if (before === null || mayHaveHeld(history, one, before)) return null
    return `the entry of ${one.operation_id} names ${before}, which the member did not hold before`
  })
}

interface Audited {
  readonly rank: { readonly uniqueId: number; readonly rankId: number }
}

function reversal(history: History): string[] {
  return of(history.database.operations, (one) => {
    const found = one.reversal?.found ?? null
    if (found === null || one.move === null || mayHaveHeld(history, one, found)) return null
    return `${one.operation_id} took a change back, although the member did not hold ${found}`
  })
}

/** These are decided from what the preview knows, too. */
const foretold = [
  ...['operation_superseded', 'rank_ambiguous', 'rank_not_found', 'rank_not_assignable', 'role_is_rank'],
  'rank_out_of_bounds',
]

function preview(history: History): string[] {
  return of([...history.previews], ([id, at]) => {
    const one = history.database.find(id)
    if (!one || one.move !== null || isChanged(history, one, at)) return null
    const { roles: known = [] } = history.groups.get(one.community_id) ?? {}
    const isThere = known.some(({ unique_id }) => unique_id === one.target_unique_id)
    // a wrong 404 of the platform
    if (one.error_code === 'rank_not_found' && isThere) return null
    const isBounded = history.bounded.some(
      ({ at: since, communityId }) => communityId === one.community_id && since >= at,
    )
    if (one.error_code === 'rank_out_of_bounds' && isBounded) return null
    const isWrong = one.status === 'succeeded' || foretold.includes(one.error_code ?? '')
    return isWrong ? `${id} ended with ${one.error_code ?? 'nothing to do'}, which its preview did not say` : null
  })
}

/** By a person or another operation, which may have failed half-way, or so shortly before that a read may not show it. */
function isChanged(history: History, one: Operation, previewedAt: number): boolean {
  const first = history.claims.find(({ operation }) => operation.operation_id === one.operation_id)
  const since = Math.min(previewedAt, (first?.at ?? 0) - OLDEST_READ_MS)
  const { community_id, user_id, operation_id } = one
  const others = history.database.operations.filter(
    (other) => other.community_id === community_id && other.user_id === user_id && other.operation_id !== operation_id,
  )
  const isRecent = (other: Operation): boolean =>
    other.seq < one.seq &&
    (endOf(other) > since || (other.status !== 'succeeded' && writesOf(history, other).length > 0))
  return isDisturbed(history, one, 0, endOf(one)) || others.some(isRecent)
}
