// One process at a time makes a community's messages from the audit log.
import { findFullStorage } from '../../communities/storage/queries'
import type { Db } from '../../context'
import { randomBase32 } from '../../base/ids'
import { partitions, MESSAGES_QUOTA, messageOf, subscribesTo } from '../rules'
import {
  insertDeliveries,
  listCommunitiesWithNewEntries,
  lockFeed,
  lockEnabledEndpoints,
  moveCursor,
  readNewEntries,
  type NewDelivery,
  type FeedEntry,
  type EnabledEndpointRow,
} from './queries'

const BATCH_SIZE = 500

/** It is the receiver's `webhook-id`. */
export const makeDeliveryId = (): string => `msg_${randomBase32(20)}`

export async function enqueueFromAuditLog(db: Db, stop: AbortSignal): Promise<number> {
  let enqueued = 0
  for (const communityId of await listCommunitiesWithNewEntries(db)) {
    for (let batch = await enqueueBatch(db, communityId); ; batch = await enqueueBatch(db, communityId)) {
      enqueued += batch.messages
      if (!batch.isFull || stop.aborted) break
    }
  }
  return enqueued
}

function enqueueBatch(db: Db, communityId: string): Promise<{ messages: number; isFull: boolean }> {
  return db.transaction().execute(async (tx) => {
    const cursor = await lockFeed(tx, communityId)
    const endpoints = cursor === null ? [] : await lockEnabledEndpoints(tx, communityId)
    if (cursor === null || endpoints.length === 0) return { messages: 0, isFull: false }
    // entries wait in the audit log until the quota has room
    if (await findFullStorage(tx, communityId, MESSAGES_QUOTA)) return { messages: 0, isFull: false }
    const since = Math.min(...endpoints.map((endpoint) => endpoint.since))
    const entries = await readNewEntries(tx, communityId, cursor, since, BATCH_SIZE)
    const last = entries.at(-1)
    if (!last) return { messages: 0, isFull: false }
    const deliveries = entries.flatMap((entry) => toDeliveries(entry, endpoints))
    if (deliveries.length > 0) await insertDeliveries(tx, communityId, deliveries)
    await moveCursor(tx, communityId, last)
    return { messages: deliveries.length, isFull: entries.length === BATCH_SIZE }
  })
}

function toDeliveries(entry: FeedEntry, endpoints: readonly EnabledEndpointRow[]): NewDelivery[] {
  const message = messageOf(entry)
  if (message === null) return []
  return endpoints
    .filter(({ since, types }) => entry.position >= since && subscribesTo(types, message.type))
    .map(({ webhook_id }) => ({
      deliveryId: makeDeliveryId(),
      webhookId: webhook_id,
      userId: entry.user_id ?? partitions.withoutMember,
      type: message.type,
      auditId: entry.audit_id,
      body: message.body,
    }))
}
