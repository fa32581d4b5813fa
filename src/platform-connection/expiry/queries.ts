// SQL on the use and the end of credentials.
import { sql, type RawBuilder } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { insertOfEach } from '../../audit/entry'
import type { Ctx, Db } from '../../context'
import { bool, inSeconds, now } from '../../db/expressions'
import { utc } from '../../db/statements'
import { own } from '../../db/own'

/** The platform ends a key that was neither used nor changed for so long. */
export const UNUSED_KEY_DAYS = 60
const DAY_SECONDS = 86_400
export const USE_STEP_SECONDS = 3_600
const CHECK_SECONDS = DAY_SECONDS

const utcOf = (column: 'ends_at' | 'used_at'): RawBuilder<string | null> => sql.raw(utc(column))

const endsAt: RawBuilder<string | null> = sql`least(expires_at,
  case when credential_kind = 'api_key' then used_at + make_interval(days => ${sql.lit(UNUSED_KEY_DAYS)}) end)`

export type CredentialLife = NonNullable<Awaited<ReturnType<typeof findCredentialLife>>>

export async function findCredentialLife({ db, community }: Pick<Ctx, 'db' | 'community'>) {
  const row = await own({ db, community })
    .selectFrom('platform_connection')
    .select(['credential_kind', 'credential', 'used_at'])
    .select(endsAt.as('ends_at'))
    .select(({ eb, or }) => [
      bool(
        eb.and([
          eb('credential_kind', '=', 'api_key'),
          or([eb('expiry_checked_at', 'is', null), eb('expiry_checked_at', '<=', inSeconds(-CHECK_SECONDS))]),
        ]),
      ).as('is_check_due'),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** `is_ending`: within so many days. */
export function listCredentialLives(db: Db, days: number) {
  return db
    .selectFrom('platform_connection')
    .select(['community_id', 'credential_kind', 'used_at'])
    .select(endsAt.as('ends_at'))
    .select(({ eb, fn }) =>
      bool(fn.coalesce(eb(endsAt, '<', inSeconds(days * DAY_SECONDS)), sql.lit(false))).as('is_ending'),
    )
    .execute()
}

/** Until the first usable credential of each kind ends; absent without one. */
export async function leastSecondsLeft(db: Db): Promise<Partial<Record<'api_key' | 'oauth', number>>> {
  const rows = await db
    .selectFrom('platform_connection as pc')
    .innerJoin('community as c', 'c.community_id', 'pc.community_id')
    .select('credential_kind')
    .select(sql<number>`extract(epoch from min(${endsAt}) - now())::float8`.as('seconds'))
    .where('pc.status', '=', 'connected')
    .where('c.moved_at', 'is', null)
    .where(endsAt, 'is not', null)
    .groupBy('credential_kind')
    .execute()
  return Object.fromEntries(rows.map(({ credential_kind, seconds }) => [credential_kind, seconds]))
}

export async function storeUse(db: Db, communityId: string): Promise<void> {
  await db
    .updateTable('platform_connection')
    .set({ used_at: now })
    .where('community_id', '=', communityId)
    .where(({ eb, or }) => or([eb('used_at', 'is', null), eb('used_at', '<=', inSeconds(-USE_STEP_SECONDS))]))
    .execute()
}

/** The owner of the key has set the date. Nothing is stored if there is another credential. */
export async function storeExpiry(ctx: Ctx, credential: Buffer, expiresAt: Date | null): Promise<void> {
  await own(ctx)
    .updateTable('platform_connection')
    .set({ expires_at: expiresAt && expiresAt.toISOString(), expiry_checked_at: now })
    .where('credential', '=', credential)
    .execute()
}

/**
 * Reported once, with an audit entry, until the credential no longer ends within so many days.
 * @returns when it ends; null: there is nothing to report
 */
export async function noticeExpiry(ctx: Ctx, days: number): Promise<string | null> {
  const { communityId } = ctx.community
  const isEnding = sql<boolean>`coalesce(${endsAt} < ${inSeconds(days * DAY_SECONDS)}, false)`
  const noticed = await ctx.db
    .with('held', (cte) =>
      cte
        .selectFrom('platform_connection')
        .select([
          'community_id',
          endsAt.as('ends_at'),
          sql<string | null>`case when ${isEnding} then now() end`.as('at'),
        ])
        .where('community_id', '=', communityId)
        .where('status', '=', 'connected')
        .where(sql<boolean>`${isEnding} = (expiry_noticed_at is null)`)
        .forNoKeyUpdate(),
    )
    .with('changed', (cte) =>
      cte
        .updateTable('platform_connection as c')
        .from('held')
        .set(({ ref }) => ({ expiry_noticed_at: ref('held.at') }))
        .whereRef('c.community_id', '=', 'held.community_id')
        .returning(['c.status', 'c.credential_kind', 'c.used_at', 'c.expiry_noticed_at', 'held.ends_at']),
    )
    .with('audited', (cte) =>
      insertOfEach(cte, ctx, cte.selectFrom('changed').where('expiry_noticed_at', 'is not', null), ({ ref }) => ({
        communityId,
        action: 'platform.expiring',
        after: jsonBuildObject({
          status: ref('status'),
          credentialKind: ref('credential_kind'),
          expiresAt: utcOf('ends_at'),
          lastUsedAt: utcOf('used_at'),
        }),
      })),
    )
    .selectFrom('changed')
    .select('ends_at')
    .where('expiry_noticed_at', 'is not', null)
    .executeTakeFirst()
  return noticed?.ends_at ?? null
}
