// The row of a rank change, and the queries that the sub-rooms share. Transitions, history and the fair claim are in
// sql/0006_platform_operations.sql.
import type { Ctx } from '../context'
import { query, utc } from '../db/statements'
import type { ErrorCode } from '../errors'
import type { RankChangeBlocks, RecordedStep, OperationKind, OperationStatus } from './rules'

export interface OperationRow {
  readonly community_id: string
  readonly operation_id: string
  readonly kind: OperationKind
  readonly user_id: number
  readonly target_unique_id: number | null
  readonly status: OperationStatus
  readonly reason: string | null
  readonly awaited: boolean
  readonly urgent: boolean
  readonly worker_id: string | null
  readonly claims: number
  readonly sent: boolean
  readonly settle_at: string | null
  readonly steps: readonly RecordedStep[]
  readonly failures: number
  readonly actor_kind: 'key' | 'operator' | 'job'
  readonly actor_id: string
  readonly required_scope: string | null
  readonly required_feature: string | null
  readonly request_id: string | null
  readonly created_at: string
  readonly deadline_at: string
  readonly dispatched_at: string | null
  readonly completed_at: string | null
  readonly error_code: ErrorCode | null
  readonly error_message: string | null
  readonly retry_after_seconds: number | null
  readonly result: { readonly changed: boolean; readonly auditId: string | null } | null
}

// fails to compile unless it lists every column of the row
const operationFields = Object.keys({
  ...{ community_id: true, operation_id: true, kind: true, user_id: true, target_unique_id: true, status: true },
  ...{ reason: true, awaited: true, urgent: true, worker_id: true, claims: true, sent: true, settle_at: true },
  ...{ steps: true, failures: true, actor_kind: true, actor_id: true, required_scope: true, required_feature: true },
  ...{ request_id: true, created_at: true, deadline_at: true, dispatched_at: true, completed_at: true },
  ...{ error_code: true, error_message: true, retry_after_seconds: true, result: true },
} satisfies Record<keyof OperationRow, true>)

/** Qualified columns of a table or function. Not `*`: a prepared statement fails once a newer release adds a column. */
export const operationColumns = (of: string): string => operationFields.map((name) => `${of}.${name}`).join(', ')

export interface OperationWithHistory extends OperationRow {
  readonly target_rank_id: number | null
  readonly target_name: string | null
  readonly history: readonly { at: string; from: OperationStatus | null; to: OperationStatus; code: string | null }[]
}

const findStatement = query<OperationRow>(
  'find_operation',
  `select ${operationColumns('o')} from platform_operation o where o.community_id = $1 and o.operation_id = $2`,
)

export async function findOperation(ctx: Ctx, operationId: string): Promise<OperationRow | null> {
  const [row] = await findStatement(ctx.db, [ctx.community.communityId, operationId])
  return row ?? null
}

/** More than the transitions within the longest deadline. The newest are returned. */
const MAX_HISTORY = 500

const historyStatement = query<OperationWithHistory>(
  'find_operation_with_history',
  `select ${operationColumns('o')}, r.rank_id as target_rank_id, r.name as target_name, (
     select json_agg(json_build_object('at', ${utc('h.at')}, 'from', h.from_status, 'to', h.to_status, 'code', h.reason)
       order by h.history_id)
     from (select * from platform_operation_history h
       where h.community_id = o.community_id and h.operation_id = o.operation_id
       order by h.history_id desc limit ${MAX_HISTORY}) h) as history
   from platform_operation o
   left join rank r on r.community_id = o.community_id and r.unique_id = o.target_unique_id
   where o.community_id = $1 and o.operation_id = $2`,
)

export async function findOperationWithHistory(ctx: Ctx, operationId: string): Promise<OperationWithHistory | null> {
  const [row] = await historyStatement(ctx.db, [ctx.community.communityId, operationId])
  return row ?? null
}

/** The columns of `RankChangeBlocks` for an account; both parameters are SQL expressions. */
export const rankChangeBlocks = (communityId: string, userId: string): string => `
  exists (select from live_blacklist_entry where community_id = ${communityId} and user_id = ${userId}) as blacklisted,
  exists (select from live_suspension where community_id = ${communityId} and user_id = ${userId}) as suspended`

/** The stored blocks. Whether the account is in one of the blacklisted groups is known to the platform only. */
export interface StoredBlocks extends RankChangeBlocks {
  readonly blacklistedGroups: readonly number[]
}

const blocksStatement = query<StoredBlocks>(
  'find_rank_change_blocks',
  `select ${rankChangeBlocks('$1', '$2')},
     coalesce((select json_agg(group_id) from live_blacklist_entry
       where community_id = $1 and group_id is not null), '[]') as "blacklistedGroups"`,
)

export async function findRankChangeBlocks(ctx: Ctx, userId: number): Promise<StoredBlocks> {
  const [row] = await blocksStatement(ctx.db, [ctx.community.communityId, userId])
  return row as StoredBlocks
}
