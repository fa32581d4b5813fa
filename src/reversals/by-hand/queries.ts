// SQL on what the server knows about the members that were changed by hand.
import { sql } from 'kysely'
import type { Ctx } from '../../context'
import { anyOf } from '../../db/expressions'
import { own } from '../../db/own'
import { rolesOf } from '../../ranks/rules'
import type { OwnChange, RolesKnown } from './items'

export async function listRolesOf(ctx: Ctx, userIds: readonly number[]): Promise<ReadonlyMap<number, RolesKnown>> {
  const rows = await own(ctx)
    .selectFrom('member')
    .select(['user_id as userId', 'rank_unique_id as rankUniqueId', 'role_ids as roleIds'])
    .select(['left_at as leftAt', 'left_role_ids as leftRoleIds'])
    .where('user_id', '=', anyOf(userIds))
    .execute()
  return new Map(
    rows.map((row) => {
      const { leftAt, leftRoleIds } = row
      const left = leftAt === null || leftRoleIds === null ? null : { at: new Date(leftAt), roles: leftRoleIds }
      return [row.userId, { held: rolesOf(row), left }]
    }),
  )
}

export async function listOwnChanges(ctx: Ctx, userIds: readonly number[], from: Date): Promise<OwnChange[]> {
  const given = sql<string | null>`coalesce(after -> 'rank', after -> 'role') ->> 'uniqueId'`
  const rows = await own(ctx)
    .selectFrom('audit_entry')
    .select(['user_id as userId', 'at', given.as('role')])
    .where('user_id', '=', anyOf(userIds))
    .where('at', '>=', from.toISOString())
    .where('action', 'in', ['member.rank', 'member.role'])
    .where(sql<boolean>`after ? 'operationId'`)
    .where(given, 'is distinct from', sql<string>`coalesce(before -> 'rank', before -> 'role') ->> 'uniqueId'`)
    .execute()
  return rows.flatMap(({ userId, at, role }) =>
    userId === null || role === null ? [] : [{ userId, at: new Date(at), role: Number(role) }],
  )
}
