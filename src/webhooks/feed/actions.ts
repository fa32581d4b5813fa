// From the audit trail to messages: one process at a time per community, the messages and the place it got to in one transaction.
import { findFullStorage } from '../../communities/storage/queries'
import type { Db } from '../../context'
import { randomBase32 } from '../../ids'
import { lines, MESSAGES_QUOTA, messageOf, wants } from '../rules'
import {
  insertDeliveries,
  listCommunitiesWithNews,
  lockFeed,
  lockTellable,
  moveCursor,
  readEntries,
  type NewDelivery,
  type PlacedEntry,
  type TellableRow,
} from './queries'

/** Entries looked at in one transaction. */
const ENTRIES_AT_ONCE = 500

/** A new message's id, the receiver's `webhook-id`. */
export const makeDeliveryId = (): string => `msg_${randomBase32(20)}`

/** Makes messages of whatever is new in the trails of all communities. @returns how many */
export async function tellNews(db: Db, stop: AbortSignal): Promise<number> {
  let made = 0
  for (const communityId of await listCommunitiesWithNews(db)) {
    for (let batch = await tellBatch(db, communityId); ; batch = await tellBatch(db, communityId)) {
      made += batch.messages
      if (!batch.isFull || stop.aborted) break
    }
  }
  return made
}

function tellBatch(db: Db, communityId: string): Promise<{ messages: number; isFull: boolean }> {
  return db.transaction().execute(async (tx) => {
    const cursor = await lockFeed(tx, communityId)
    const endpoints = cursor === null ? [] : await lockTellable(tx, communityId)
    if (cursor === null || endpoints.length === 0) return { messages: 0, isFull: false }
    // entries stay in the trail until there is room for their messages
    if (await findFullStorage(tx, communityId, MESSAGES_QUOTA)) return { messages: 0, isFull: false }
    const since = Math.min(...endpoints.map((endpoint) => endpoint.since))
    const entries = await readEntries(tx, communityId, cursor, since, ENTRIES_AT_ONCE)
    const last = entries.at(-1)
    if (!last) return { messages: 0, isFull: false }
    const deliveries = entries.flatMap((entry) => toDeliveries(entry, endpoints))
    if (deliveries.length > 0) await insertDeliveries(tx, communityId, deliveries)
    await moveCursor(tx, communityId, last)
    return { messages: deliveries.length, isFull: entries.length === ENTRIES_AT_ONCE }
  })
}

/** One message for each endpoint that wants to be told of the entry. */
function toDeliveries(entry: PlacedEntry, endpoints: readonly TellableRow[]): NewDelivery[] {
  const message = messageOf(entry)
  if (message === null) return []
  return endpoints
    .filter(({ since, types }) => entry.position >= since && wants(types, message.type))
    .map(({ webhook_id }) => ({
      deliveryId: makeDeliveryId(),
      webhookId: webhook_id,
      userId: entry.user_id ?? lines.ofNoMember,
      type: message.type,
      auditId: entry.audit_id,
      body: message.body,
    }))
}
