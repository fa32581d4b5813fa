// SQL of the position in the list of memberships, in the table platform_connection.
import type { Ctx } from '../../context'
import { now } from '../../db/expressions'

/** `page`: the one that is read next; null: the first. */
export async function findReading({ db, community }: Ctx) {
  const row = await db
    .selectFrom('platform_connection')
    .select(['credential_kind', 'memberships_page as page'])
    .where('community_id', '=', community.communityId)
    .executeTakeFirst()
  return row ?? null
}

/** Before the first page. */
export async function beginReading({ db, community }: Ctx): Promise<void> {
  await db
    .updateTable('platform_connection')
    .set({ memberships_read_at: now })
    .where('community_id', '=', community.communityId)
    .where('memberships_page', 'is', null)
    .execute()
}

export async function storeReadingPage({ db, community }: Ctx, page: string | null): Promise<void> {
  await db
    .updateTable('platform_connection')
    .set({ memberships_page: page })
    .where('community_id', '=', community.communityId)
    .where('memberships_page', 'is distinct from', page)
    .execute()
}

export const isOAuth = async (ctx: Ctx): Promise<boolean> => (await findReading(ctx))?.credential_kind === 'oauth'
