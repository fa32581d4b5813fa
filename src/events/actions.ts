// Events until start or cancellation.
import { difference } from '../audit/difference'
import { insertAuditEntry } from '../audit/queries'
import { assertMayGive } from '../auth/effects'
import { assertMayStore } from '../auth/stored/actions'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { DomainError, invalid, orNotFound } from '../base/errors'
import { given } from '../base/given'
import { commitOnce, type Effect } from '../idempotency/actions'
import { randomBase32 } from '../base/ids'
import { ensureMember } from '../members/actions'
import { timeOf } from '../base/time'
import {
  findEvent,
  insertEvent,
  lockEvent,
  transitionEvent,
  updateEvent,
  type EventFields,
  type EventRow,
} from './queries'
import { asStored, type AwardRule, type State } from './rules'
import { lockUsableType, requireEventType, toAwardable } from './types/actions'

export async function requireEvent(ctx: Ctx, eventId: string): Promise<EventRow> {
  return orNotFound(await findEvent(ctx, eventId), 'event_not_found')
}

export async function requireLockedEvent(tx: TxCtx, eventId: string): Promise<EventRow> {
  return orNotFound(await lockEvent(tx, eventId), 'event_not_found')
}

export function stateConflict(state: State): DomainError {
  const ended = state === 'finished' || state === 'cancelled'
  const message = ended
    ? `The event is ${state} and can no longer change.`
    : `The event is ${state}; this operation is not allowed in that state.`
  return new DomainError('event_state_conflict', message, { details: { state } })
}

export function assertMayAward(ctx: Ctx, awards: readonly AwardRule[]): void {
  assertMayGive(ctx, 'createEvent', { awards })
}

/** Absent properties are kept, or are those of the type. */
export interface EventChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly startsAt?: string | undefined
  readonly endsAt?: string | null | undefined
  readonly hostUserId?: number | null | undefined
  readonly awards?: readonly AwardRule[] | undefined
}

/**
 * @throws DomainError 403 for awards without permission, 404 `event_type_not_found`, `member_not_found`,
 * `medal_not_found` or `rank_not_found`, 409 `event_type_archived` or `rank_not_assignable`, or the platform's error
 */
export async function createEvent(
  ctx: Ctx,
  eventTypeId: string,
  asked: EventChange & { readonly startsAt: string },
): Promise<Effect<EventRow>> {
  // before any lock is taken
  await requireEventType(ctx, eventTypeId)
  const change = { ...asked, ...(await awardsOf(ctx, asked)) }
  if (typeof change.hostUserId === 'number') await ensureMember(ctx, change.hostUserId)
  const eventId = `evt_${randomBase32(20)}`
  const insert = async (tx: TxCtx): Promise<EventRow> => {
    const { name, awards } = await lockUsableType(tx, eventTypeId)
    const before = { name, awards, description: '', endsAt: null, hostUserId: null }
    const fields: EventFields = { ...before, ...given(change), startsAt: change.startsAt }
    const recorded = await assertMayStore(tx, 'createEvent', null, asStored({ awards: fields.awards }))
    assertOrder(fields)
    await insertEvent(tx, eventId, eventTypeId, fields, recorded)
    const after = { eventId, eventTypeId, state: 'scheduled', ...toAudit(fields) }
    await insertAuditEntry(tx, { action: 'event.create', userId: fields.hostUserId, after })
    return requireEvent(tx, eventId)
  }
  return commitOnce(ctx, insert)
}

async function awardsOf(ctx: Ctx, { awards }: EventChange): Promise<Pick<EventChange, 'awards'>> {
  return awards === undefined ? {} : { awards: await toAwardable(ctx, awards) }
}

/**
 * Without an effect no audit entry is written.
 * @throws DomainError as `createEvent`, 404 `event_not_found`, 409 `event_state_conflict`
 */
export async function changeEvent(ctx: Ctx, eventId: string, asked: EventChange): Promise<EventRow> {
  assertNotEnded(await requireEvent(ctx, eventId))
  const change = { ...asked, ...(await awardsOf(ctx, asked)) }
  if (typeof change.hostUserId === 'number') await ensureMember(ctx, change.hostUserId)
  return inTransaction(ctx, async (tx) => {
    const row = await requireLockedEvent(tx, eventId)
    await tx.assertUnchanged?.(tx)
    assertNotEnded(row)
    const before = fieldsOf(row)
    const fields: EventFields = { ...before, ...given(change) }
    assertOrder(fields)
    const changed = difference(toAudit(before), toAudit(fields))
    if (!changed) return row
    const recorded = await assertMayStore(tx, 'updateEvent', asStored(before), asStored(fields))
    await updateEvent(tx, eventId, fields, recorded)
    await insertAuditEntry(tx, {
      action: 'event.update',
      userId: fields.hostUserId,
      before: { eventId, ...changed.before },
      after: { eventId, ...changed.after },
    })
    return requireEvent(tx, eventId)
  })
}

/** @throws DomainError 404 `event_not_found`, 409 `event_state_conflict` */
export function startEvent(ctx: Ctx, eventId: string): Promise<Effect<EventRow>> {
  return transition(ctx, eventId, 'active', 'event.start', null)
}

/**
 * Nothing is awarded.
 * @throws DomainError 404 `event_not_found`, 409 `event_state_conflict`
 */
export function cancelEvent(ctx: Ctx, eventId: string, reason: string | null): Promise<Effect<EventRow>> {
  return transition(ctx, eventId, 'cancelled', 'event.cancel', reason)
}

function transition(
  ctx: Ctx,
  eventId: string,
  to: State,
  action: string,
  reason: string | null,
): Promise<Effect<EventRow>> {
  const change = async (tx: TxCtx): Promise<EventRow> => {
    const { state, host_user_id: userId } = await requireLockedEvent(tx, eventId)
    if (!(await transitionEvent(tx, eventId, to, reason))) throw stateConflict(state)
    const [before, after] = [
      { eventId, state },
      { eventId, state: to },
    ]
    await insertAuditEntry(tx, { action, userId, before, after, reason })
    return requireEvent(tx, eventId)
  }
  return commitOnce(ctx, change)
}

export function assertNotEnded({ state }: Pick<EventRow, 'state'>): void {
  if (state !== 'scheduled' && state !== 'active') throw stateConflict(state)
}

function assertOrder({ startsAt, endsAt }: EventFields): void {
  if (endsAt === null || Date.parse(endsAt) >= Date.parse(startsAt)) return
  throw invalid('/body/endsAt', 'minimum', 'must not be before startsAt')
}

function fieldsOf(row: EventRow): EventFields {
  const { name, description, starts_at: startsAt, ends_at: endsAt, host_user_id: hostUserId, awards } = row
  return { name, description, startsAt, endsAt, hostUserId, awards }
}

/** Times are normalized, so that equal times compare equal. */
function toAudit({ startsAt, endsAt, hostUserId, ...rest }: EventFields) {
  const time = (text: string): string => timeOf(Date.parse(text))
  return {
    ...rest,
    startsAt: time(startsAt),
    endsAt: endsAt === null ? null : time(endsAt),
    hostUserId: hostUserId === null ? null : String(hostUserId),
  }
}
