// SQL of the position in the list of memberships.
import type { Ctx } from '../../context'
import { now } from '../../db/expressions'
import { own } from '../../db/own'

export async function findReading(ctx: Ctx) {
  const row = await own(ctx)
    .selectFrom('platform_connection')
    .select(['credential_kind', 'memberships_page as page'])
    .executeTakeFirst()
  return row ?? null
}

export async function beginReading(ctx: Ctx): Promise<void> {
  await own(ctx)
    .updateTable('platform_connection')
    .set({ memberships_read_at: now })
    .where('memberships_page', 'is', null)
    .execute()
}

export async function storeReadingPage(ctx: Ctx, page: string | null): Promise<void> {
  await own(ctx)
    .updateTable('platform_connection')
    .set({ memberships_page: page })
    .where('memberships_page', 'is distinct from', page)
    .execute()
}

export const isOAuth = async (ctx: Ctx): Promise<boolean> => (await findReading(ctx))?.credential_kind === 'oauth'
