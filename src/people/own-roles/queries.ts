// SQL on the staff roles that a community defines.
import { sql } from 'kysely'
import type { Ctx, TxCtx } from '../../context'
import { own } from '../../db/own'

const columns = ['name', 'scopes', 'takes_per_hour_limit'] as const

const selectRoles = (ctx: Pick<Ctx, 'db' | 'community'>) =>
  own(ctx)
    .selectFrom('staff_role')
    .select(columns)
    .select(
      sql<number>`(select count(*)::int from person p
        where p.community_id = staff_role.community_id and p.role = staff_role.name)`.as('people'),
    )

export type OwnRoleRow = Awaited<ReturnType<typeof listOwnRoles>>[number]

export const listOwnRoles = (ctx: Ctx) => selectRoles(ctx).orderBy('name').execute()

export async function findOwnRole(ctx: Pick<Ctx, 'db' | 'community'>, name: string): Promise<OwnRoleRow | null> {
  return (await selectRoles(ctx).where('name', '=', name).executeTakeFirst()) ?? null
}

export interface OwnRole {
  readonly name: string
  readonly scopes: readonly string[]
  /** Null: any number. */
  readonly takesPerHour: number | null
}

/** The caller has locked the settings of the community. */
export async function upsertOwnRole(tx: TxCtx, { name, scopes, takesPerHour }: OwnRole): Promise<void> {
  const values = { scopes: [...scopes], takes_per_hour_limit: takesPerHour }
  await tx.db
    .insertInto('staff_role')
    .values({ community_id: tx.community.communityId, name, ...values })
    .onConflict((conflict) => conflict.columns(['community_id', 'name']).doUpdateSet(values))
    .execute()
}

/** The caller has locked the settings of the community. */
export async function removeOwnRole(tx: TxCtx, name: string): Promise<void> {
  await own(tx).deleteFrom('staff_role').where('name', '=', name).execute()
}
