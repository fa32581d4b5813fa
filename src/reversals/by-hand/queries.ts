// SQL on what the server knows about the members that were changed by hand.
import { sql } from 'kysely'
import type { Ctx } from '../../context'
import { anyOf, anyText } from '../../db/expressions'
import { own } from '../../db/own'
import type { RolesWritten } from '../../operations/queries'
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

/** Roles that operations of the server have given; one that the member held already was given by somebody else. */
export async function listOwnChanges(ctx: Ctx, userIds: readonly number[], from: Date): Promise<OwnChange[]> {
  const rows = await own(ctx)
    .selectFrom('audit_entry')
    .select(['user_id as userId', 'at', sql<string>`after ->> 'operationId'`.as('operationId')])
    .where('user_id', '=', anyOf(userIds))
    .where('at', '>=', from.toISOString())
    .where('action', 'in', ['member.rank', 'member.role'])
    .where(sql<boolean>`after ? 'operationId'`)
    .execute()
  const given = await listRolesGiven(
    ctx,
    rows.map(({ operationId }) => operationId),
  )
  return rows.flatMap(({ userId, at, operationId }) =>
    userId === null
      ? []
      : (given.get(operationId) ?? []).map(({ uniqueId: role }) => ({ userId, at: new Date(at), role })),
  )
}

async function listRolesGiven(ctx: Ctx, operationIds: readonly string[]) {
  const rows = await own(ctx)
    .selectFrom('platform_operation')
    .select(['operation_id', sql<RolesWritten | null>`roles_written`.as('written')])
    .where('operation_id', '=', anyText(operationIds))
    .execute()
  return new Map(rows.map(({ operation_id, written }) => [operation_id, written?.assigned ?? []]))
}
