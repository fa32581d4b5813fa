// SQL of rate limits.
import type { Db } from '../context'
import { onlyRow, statement } from '../db/statements'
import type { Counted, Lease, LeaseRequest } from './limits'
import { WINDOW_MS } from './window'

/** Computes the room as window.roomAt does. */
const leaseStatement = statement(
  'lease_permits',
  `with last as (
     select coalesce(sum(least(used, :limit)), 0)::bigint as taken from rate_window
     where bucket = :bucket and window_start = :start::bigint - ${WINDOW_MS}
   ), room as (
     select taken as previous, greatest(0, :limit::bigint - (taken * :weightMs::bigint + ${WINDOW_MS - 1}) / ${WINDOW_MS} - :used::bigint) as free
     from last
   )
   insert into rate_window as w (bucket, window_start, used, granted)
   select :bucket, :start, :used + least(:permits::bigint, free), least(:permits, free) from room
   on conflict (bucket, window_start) do update set
     used = w.used + :used + greatest(0, least(:permits, (select free from room) - w.used)),
     granted = greatest(0, least(:permits, (select free from room) - w.used))
   returning used as taken, granted, (select previous from room) as "previous!"`,
)

export async function takePermits(db: Db, request: LeaseRequest): Promise<Lease> {
  const { bucket, start, weightMs, limit, used, permits } = request
  return onlyRow(await leaseStatement(db, { bucket, start, weightMs, limit, used, permits }))
}

const countStatement = statement(
  'count_request',
  `select granted as "granted!", remaining as "remaining!", reset_ms as "resetMs!"
   from count_request(:bucket, :seconds::float8, :limit::integer)`,
)

export async function countRequest(db: Db, bucket: string, now: number, limit: number): Promise<Counted> {
  const counted = onlyRow(await countStatement(db, { bucket, seconds: now / 1_000, limit }))
  return { ...counted, resetMs: Math.ceil(counted.resetMs) }
}

/** @param before milliseconds since the epoch */
export async function deleteOldWindows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('rate_window').where('window_start', '<', before).execute()
  await db
    .deleteFrom('rate_log')
    .where('slot', '<', Math.floor(before / 1_000))
    .execute()
}
