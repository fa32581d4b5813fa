// SQL of asynchronous rank changes.
import { sql, type ExpressionBuilder } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { DB } from '../../../generated/database'
import { insertOfEach } from '../../audit/entry'
import { ownersOf, type Ctx, type TxCtx } from '../../context'
import { inSeconds, now } from '../../db/expressions'
import type { DomainError } from '../../base/errors'
import { supersedes } from '../enqueue/queries'
import { endedAs } from '../queries'
import { KEY_SECONDS } from '../../idempotency/rules'
import { own } from '../../db/own'

const keyExpiry = inSeconds(-KEY_SECONDS)

/** An idempotency key ends 24 hours after its operation. */
export async function findIdempotencyKey(
  { db, community, actor }: Ctx,
  key: string,
): Promise<{ readonly operationId: string; readonly fingerprint: Buffer } | null> {
  const row = await own({ db, community })
    .selectFrom('idempotency_key as k')
    .innerJoin('platform_operation as o', (join) =>
      join.onRef('o.community_id', '=', 'k.community_id').onRef('o.operation_id', '=', 'k.operation_id'),
    )
    .select(['k.operation_id as operationId', 'k.fingerprint'])
    .where('k.key', '=', key)
    .where('k.owner', 'in', ownersOf(actor))
    .where(({ eb, or }) => or([eb('o.completed_at', 'is', null), eb('o.completed_at', '>', keyExpiry)]))
    .executeTakeFirst()
  return row ?? null
}

export async function deleteExpiredIdempotencyKey({ db, community, actor }: Ctx, key: string): Promise<void> {
  await own({ db, community })
    .deleteFrom('idempotency_key as k')
    .using('platform_operation as o')
    .where('k.key', '=', key)
    .where('k.owner', 'in', ownersOf(actor))
    .whereRef('o.community_id', '=', 'k.community_id')
    .whereRef('o.operation_id', '=', 'k.operation_id')
    .where('o.completed_at', '<=', keyExpiry)
    .execute()
}

export async function cancelQueued(ctx: Ctx, operationId: string): Promise<boolean> {
  const { communityId } = ctx.community
  const entry = await ctx.db
    .with('cancelled', (cte) =>
      cte
        .updateTable('platform_operation')
        .set(endedAs('cancelled', 'operation_cancelled', 'The operation was cancelled before anything was sent.'))
        .where('community_id', '=', communityId)
        .where('operation_id', '=', operationId)
        .where('status', '=', 'queued')
        .where('sent', '=', false)
        .returning(['operation_id', 'user_id', 'kind']),
    )
    .with('audited', (cte) =>
      insertOfEach(cte, ctx, cte.selectFrom('cancelled'), ({ ref }) => {
        const operation = { operationId: ref('operation_id') }
        return {
          communityId,
          action: 'operation.cancel',
          userId: ref('user_id'),
          before: jsonBuildObject({ ...operation, status: sql.lit('queued') }),
          after: jsonBuildObject({ ...operation, kind: ref('kind'), status: sql.lit('cancelled') }),
        }
      }).returning('audit_id'),
    )
    .selectFrom('audited')
    .select('audit_id')
    .executeTakeFirst()
  return entry !== undefined
}

const isUnresolved =
  ({ community }: Ctx, operationId: string) =>
  ({ eb, and }: ExpressionBuilder<DB, 'platform_operation'>) =>
    and([
      eb('community_id', '=', community.communityId),
      eb('operation_id', '=', operationId),
      eb('status', '=', 'queued'),
      eb('not_before', '=', 'infinity'),
    ])

export async function findUnresolved(ctx: Ctx, operationId: string) {
  const row = await ctx.db
    .selectFrom('platform_operation')
    .select(['user_id', 'username'])
    .where(isUnresolved(ctx, operationId))
    .executeTakeFirst()
  return row ?? null
}

/** Stores the resolved account, and releases the rank change for dispatch; false if the account is resolved already. */
export async function releaseResolved(tx: TxCtx, operationId: string, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('platform_operation')
    .set({ user_id: userId, username: null, not_before: now })
    .where(isUnresolved(tx, operationId))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const replacedBy = (newer: 'newer' | 'resolved') => sql<boolean>`${sql.raw(supersedes(newer))}`

/** After the resolution, `supersede` cancels older rank changes, or this one if a newer one supersedes it. */
export async function supersedeResolved(tx: TxCtx, operationId: string, userId: number): Promise<void> {
  const { communityId } = tx.community
  await own(tx)
    .updateTable('platform_operation as o')
    .from('platform_operation as resolved')
    .set(endedAs('cancelled', 'operation_superseded', 'A newer operation of this member superseded it.'))
    .where('resolved.community_id', '=', communityId)
    .where('resolved.operation_id', '=', operationId)
    .where('o.user_id', '=', userId)
    .where('o.status', '=', 'queued')
    .where('o.sent', '=', false)
    .where(({ eb, and, or, exists, selectFrom }) => {
      const newer = selectFrom('platform_operation as newer')
        .where('newer.community_id', '=', communityId)
        .where('newer.user_id', '=', userId)
        .where('newer.supersede', '=', true)
        .whereRef('newer.seq', '>', 'resolved.seq')
        .where(replacedBy('newer'))
      return or([
        and([eb('resolved.supersede', '=', true), eb('o.seq', '<', eb.ref('resolved.seq')), replacedBy('resolved')]),
        and([eb('o.operation_id', '=', operationId), exists(newer)]),
      ])
    })
    .execute()
}

export async function failUnresolved(
  ctx: Ctx,
  operationId: string,
  { code, message }: Pick<DomainError, 'code' | 'message'>,
): Promise<void> {
  await ctx.db
    .updateTable('platform_operation')
    .set(endedAs('failed', code, message))
    .where(isUnresolved(ctx, operationId))
    .execute()
}
