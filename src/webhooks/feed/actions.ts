// One process at a time makes a community's messages from the audit log. Messages and cursor are committed together.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import { keepNews, listCommunitiesWithNews, takeNews } from '../../audit/news/queries'
import { findFullStorage } from '../../communities/storage/queries'
import type { Db } from '../../context'
import { randomBase32 } from '../../base/ids'
import { partitions, MESSAGES_QUOTA, messageOf, subscribesTo } from '../rules'
import {
  insertDeliveries,
  lockFeed,
  lockEnabledEndpoints,
  moveCursor,
  readNewEntries,
  type Cursor,
  type NewDelivery,
  type FeedEntry,
  type EnabledEndpointRow,
} from './queries'

const BATCH_SIZE = 500

/** The receiver's `webhook-id`. */
export const makeDeliveryId = (): string => `msg_${randomBase32(20)}`

export async function enqueueFromAuditLog(db: Db, stop: AbortSignal): Promise<number> {
  let enqueued = 0
  for (const communityId of await listCommunitiesWithNews(db, 'webhooks')) {
    for (let batch = await enqueueBatch(db, communityId); ; batch = await enqueueBatch(db, communityId)) {
      enqueued += batch.messages
      if (!batch.isFull || stop.aborted) break
    }
  }
  return enqueued
}

interface Batch {
  readonly messages: number
  /** Entries after it are left. */
  readonly isFull: boolean
}

const nothing: Batch = { messages: 0, isFull: false }

function enqueueBatch(db: Db, communityId: string): Promise<Batch> {
  return db.transaction().execute(async (tx) => {
    if (!(await takeNews(tx, communityId, 'webhooks'))) return nothing
    const cursor = await lockFeed(tx, communityId)
    // entries wait in the audit log until the feed is free and the quota has room
    const isBlocked = cursor === null || (await findFullStorage(tx, communityId, MESSAGES_QUOTA))
    const batch = isBlocked ? nothing : await enqueueAfter(tx, communityId, cursor)
    if (isBlocked || batch.isFull) await keepNews(tx, communityId, 'webhooks')
    return batch
  })
}

async function enqueueAfter(tx: Transaction<DB>, communityId: string, cursor: Cursor): Promise<Batch> {
  const endpoints = await lockEnabledEndpoints(tx, communityId)
  if (endpoints.length === 0) return nothing
  const since = Math.min(...endpoints.map((endpoint) => endpoint.since))
  const entries = await readNewEntries(tx, communityId, cursor, since, BATCH_SIZE)
  const last = entries.at(-1)
  if (!last) return nothing
  const deliveries = entries.flatMap((entry) => toDeliveries(entry, endpoints))
  if (deliveries.length > 0) await insertDeliveries(tx, communityId, deliveries)
  await moveCursor(tx, communityId, last)
  return { messages: deliveries.length, isFull: entries.length === BATCH_SIZE }
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
