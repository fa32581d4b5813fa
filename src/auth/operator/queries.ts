// SQL on the keys of all communities.
import type { Db } from '../../context'
import { daysAgo, now } from '../../db/expressions'

const validKeys = (db: Db) =>
  db
    .selectFrom('api_key')
    .where('revoked_at', 'is', null)
    .where('enabled', '=', true)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('community as c')
            .whereRef('c.community_id', '=', 'api_key.community_id')
            .where('c.moved_at', 'is not', null),
        ),
      ),
    )

const expiringKeys = (db: Db, days: number) => validKeys(db).where('expires_at', '<=', daysAgo(-days))

export async function countPausedKeys(db: Db): Promise<number> {
  const counted = validKeys(db)
    .where('paused_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

export async function countExpiringKeys(db: Db, days: number): Promise<number> {
  const counted = expiringKeys(db, days).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

export function listKeyExpiries(db: Db, days: number) {
  return expiringKeys(db, days)
    .select(({ fn }) => [
      'community_id',
      fn.countAll<number>().as('count'),
      fn.min<string>('expires_at').as('first_expiry'),
    ])
    .groupBy('community_id')
    .execute()
}
