// Event types.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { violatedConstraint } from '../../db/errors'
import { DomainError, orNotFound } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { randomBase32 } from '../../base/ids'
import { assertMayStore } from '../../auth/stored/actions'
import { storedNames } from '../../awards/medals/queries'
import { listRanks } from '../../ranks/queries'
import { namedTarget } from '../../ranks/rules'
import { difference } from '../../audit/difference'
import {
  findEventType,
  insertEventType,
  listTypesNamed,
  lockEventType,
  updateEventType,
  type EventTypeRow,
  type TypeFields,
} from '../queries'
import { asStored, medalsOf, ranksOf, type AwardRule } from '../rules'

export async function requireEventType(ctx: Ctx, eventTypeId: string): Promise<EventTypeRow> {
  return orNotFound(await findEventType(ctx, eventTypeId), 'event_type_not_found')
}

/** @throws DomainError 404 `medal_not_found` or `rank_not_found`, 409 `rank_not_assignable` or `event_type_exists` */
export async function createEventType(ctx: Ctx, body: Schema<'EventTypeCreate'>): Promise<Effect<EventTypeRow>> {
  const { name, description = '' } = body
  const awards = await toAwardable(ctx, body.awards ?? [])
  await assertMayStore(ctx, 'createEventType', null, asStored({ awards }))
  const eventTypeId = `ety_${randomBase32(20)}`
  return mapNameConflict(() =>
    commitOnce(ctx, async (tx) => {
      await assertFree(tx, name, null)
      await insertEventType(tx, eventTypeId, { name, description, awards, archived: false })
      await insertAuditEntry(tx, { action: 'event-type.create', after: { eventTypeId, name, description, awards } })
      return requireEventType(tx, eventTypeId)
    }),
  )
}

/**
 * Without an effect no audit entry is written.
 * @throws DomainError as `createEventType`, 404 `event_type_not_found`
 */
export async function changeEventType(
  ctx: Ctx,
  eventTypeId: string,
  body: Schema<'EventTypeUpdate'>,
): Promise<EventTypeRow> {
  await requireEventType(ctx, eventTypeId)
  const change = body.awards === undefined ? body : { ...body, awards: await toAwardable(ctx, body.awards) }
  return mapNameConflict(() =>
    inTransaction(ctx, async (tx) => {
      const row = orNotFound(await lockEventType(tx, eventTypeId), 'event_type_not_found')
      await tx.assertUnchanged?.(tx)
      const { name, description, awards } = row
      const before: TypeFields = { name, description, awards, archived: row.archived_at !== null }
      const changed = difference(before, { ...before, ...change })
      if (!changed) return row
      if (body.name !== undefined) await assertFree(tx, body.name, eventTypeId)
      const after: TypeFields = { ...before, ...change }
      await assertMayStore(tx, 'updateEventType', asStored(before), asStored(after))
      await updateEventType(tx, eventTypeId, after)
      const action = changed.after['archived'] === true ? 'event-type.archive' : 'event-type.update'
      await insertAuditEntry(tx, {
        action,
        before: { eventTypeId, ...changed.before },
        after: { eventTypeId, ...changed.after },
      })
      return requireEventType(tx, eventTypeId)
    }),
  )
}

async function mapNameConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw violatedConstraint(error) === 'event_type_name' ? nameTaken() : error
  }
}

/** Of names of before 4.0.0, which are stored as they were sent; the constraint has the others. */
async function assertFree(tx: TxCtx, name: string, own: string | null): Promise<void> {
  const types = await listTypesNamed(tx, name)
  if (types.some((id) => id !== own)) throw nameTaken()
}

const nameTaken = (): DomainError =>
  new DomainError('event_type_exists', 'This community already has an event type of that name. Choose another name.')

/** @throws DomainError 404 `event_type_not_found`, 409 `event_type_archived` */
export async function lockUsableType(tx: TxCtx, eventTypeId: string): Promise<EventTypeRow> {
  const type = orNotFound(await lockEventType(tx, eventTypeId), 'event_type_not_found')
  if (type.archived_at === null) return type
  throw new DomainError(
    'event_type_archived',
    `The event type ${type.name} is archived. Restore it, or use another type.`,
  )
}

/**
 * Medals and ranks that are deleted later are handled when the event finishes.
 * @returns with the names of medals as they are stored
 * @throws DomainError 404 `medal_not_found` or `rank_not_found`, 409 `rank_not_assignable`
 */
export async function toAwardable(ctx: Ctx, asked: readonly AwardRule[]): Promise<AwardRule[]> {
  const stored = await storedNames(ctx, 'medal', medalsOf(asked))
  const awards = asked.map(({ medals, ...rule }) =>
    medals === undefined ? rule : { ...rule, medals: medals.map((name) => stored.get(name) ?? name) },
  )
  const unknown = medalsOf(asked).find((name) => !stored.has(name))
  if (unknown !== undefined) {
    throw new DomainError('medal_not_found', `This community has no medal named ${unknown}.`, {
      details: { field: 'awards' },
    })
  }
  const named = ranksOf(awards)
  const ranks = named.length > 0 ? await listRanks(ctx) : []
  for (const rankUniqueId of named) namedTarget(ranks, { kind: 'set', rankUniqueId })
  return awards
}
