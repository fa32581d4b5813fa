// SQL of rate limits.
import { sql } from 'kysely'
import type { Db } from '../context'
import { onlyRow, statement } from '../db/statements'
import type { Lease, LeaseRequest, LoggedRequest } from './limits'
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

const logStatement = statement(
  'log_request',
  `insert into rate_log as l (bucket, admitted, granted) values (:bucket, array[:now::bigint], true)
   on conflict (bucket) do update set (admitted, granted) = (
     select case when cardinality(recent) < :limit::integer then recent || :now::bigint else recent end, cardinality(recent) < :limit
     from (select array(select t from unnest(l.admitted) t where t > :now - ${WINDOW_MS} order by t) as recent) last)
   returning admitted as times, granted as admitted`,
)

/**
 * Admits and stores a request when fewer than `limit` were admitted in the last minute.
 * @param now milliseconds since the epoch
 */
export async function logRequest(db: Db, bucket: string, now: number, limit: number): Promise<LoggedRequest> {
  return onlyRow(await logStatement(db, { bucket, now, limit }))
}

/** @param before milliseconds since the epoch */
export async function deleteOldWindows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('rate_window').where('window_start', '<', before).execute()
  const newest = sql<number>`admitted[cardinality(admitted)]`
  await db.deleteFrom('rate_log').where(newest, '<', before).execute()
}
