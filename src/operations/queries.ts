// The row of a rank change, and shared queries.
import { sql, type Selectable } from 'kysely'
import type { DB } from '../../generated/database'
import type { Ctx } from '../context'
import { anyText, clock } from '../db/expressions'
import { countUpTo, type Page, type Position, type Total } from '../db/paging'
import { columns, statement, utc } from '../db/statements'
import type { ErrorCode } from '../base/errors'
import {
  CALLS_PER_OPERATION,
  type OperationStatus,
  type RankChangeBlocks,
  type RecordedStep,
  type Waiting,
} from './rules'
import { own } from '../db/own'

/** Listed, because a prepared `select *` fails once a newer release adds a column. */
const plainFields = [
  'community_id',
  'operation_id',
  'kind',
  'user_id',
  'target_unique_id',
  'status',
  'reason',
  'awaited',
  'urgent',
  'worker_id',
  'claims',
  'sent',
  'settle_at',
  'failures',
  'actor_kind',
  'actor_id',
  'required_scope',
  'required_feature',
  'request_id',
  'created_at',
  'deadline_at',
  'dispatched_at',
  'completed_at',
  'error_code',
  'error_message',
  'retry_after_seconds',
  'on_behalf_of',
] satisfies (keyof DB['platform_operation'])[]
const operationFields: readonly (keyof OperationRow)[] = [
  ...plainFields,
  'steps',
  'result',
  'roles_written',
  'reversal',
]

export interface OperationJson {
  readonly steps: readonly RecordedStep[]
  readonly result: { readonly changed: boolean; readonly auditId: string | null } | null
  /** Roles given and taken, also before a failure. Null: nothing changed, or a previous release executed it. */
  readonly roles_written: RolesWritten | null
  /** Null: it takes nothing back. */
  readonly reversal: OperationReversal | null
}

export interface OperationReversal {
  readonly reversalId: string
  readonly reason: string | null
  /** The audit entries that it takes back, which its own names. */
  readonly entries: readonly string[]
  /** Times (RFC 3339) of changes by hand, which its audit entry names instead of entries. */
  readonly changedAt?: readonly string[]
  /** Id of the rank that the member must hold; null for a role, which must be as it was left. */
  readonly found: number | null
  /** The role follows an award that was taken back in the same decision, whatever became of the author since. */
  readonly award?: true
}

/** Null after a failure. */
export function resultWithRoles({ result, roles_written: roles }: Pick<OperationRow, 'result' | 'roles_written'>) {
  return result && { ...result, ...(roles && { roles }) }
}

export type RolesWritten = Readonly<Record<'assigned' | 'unassigned', RoleSummary[]>>

type RoleSummary = { readonly uniqueId: number; readonly rankId: number; readonly name: string }

type Stored = Pick<Selectable<DB['platform_operation']>, (typeof plainFields)[number]>
export type OperationRow = Readonly<Stored & OperationJson>

const nullable: readonly (keyof OperationRow)[] = [
  'target_unique_id',
  'reason',
  'worker_id',
  'settle_at',
  'required_scope',
  'required_feature',
  'request_id',
  'dispatched_at',
  'completed_at',
  'error_code',
  'error_message',
  'retry_after_seconds',
  'result',
  'roles_written',
  'reversal',
  'on_behalf_of',
]

/** PostgreSQL does not tell of a function or an outer join that columns are not null, so they are marked. */
export const operationColumns = (of: string): string =>
  operationFields.map((name) => `${of}.${name}${nullable.includes(name) ? '' : ` as "${name}!"`}`).join(', ')

/** PostgreSQL describes the columns that a function returns without their constraints. */
export type OperationTypes = OperationJson & Pick<OperationRow, 'kind' | 'status' | 'actor_kind' | 'error_code'>

/** Read later than it was queued. */
export type ReadOperation = OperationWithHistory & Pick<Waiting, keyof typeof delays>

export interface OperationWithHistory extends OperationRow {
  readonly target_rank_id: number | null
  readonly target_name: string | null
  readonly history: readonly { at: string; from: OperationStatus | null; to: OperationStatus; code: string | null }[]
}

const selectOperations = ({ db, community }: Pick<Ctx, 'db' | 'community'>) =>
  own({ db, community })
    .selectFrom('platform_operation')
    .select(plainFields)
    .select(({ ref }) => [
      sql<OperationJson['steps']>`${ref('steps')}`.as('steps'),
      sql<OperationJson['result']>`${ref('result')}`.as('result'),
      sql<OperationJson['roles_written']>`${ref('roles_written')}`.as('roles_written'),
      sql<OperationJson['reversal']>`${ref('reversal')}`.as('reversal'),
    ])

export async function findOperation(ctx: Ctx, operationId: string): Promise<OperationRow | null> {
  return (await selectOperations(ctx).where('operation_id', '=', operationId).executeTakeFirst()) ?? null
}

export function listOperationsById(ctx: Ctx, operationIds: readonly string[]): Promise<OperationRow[]> {
  return selectOperations(ctx)
    .where('operation_id', '=', anyText(operationIds))
    .orderBy('user_id')
    .orderBy('seq')
    .execute()
}

/** What holds up the operation `o` beside its own columns (`Waiting`). `:communityId` is the only parameter. */
const delays = {
  paused: `((select s.paused_at is not null from dispatch_switch s)
    or exists (select from dispatch_lane l where l.community_id = :communityId and l.paused_at is not null))`,
  writesPaused: `exists (select from community g where g.community_id = :communityId and g.platform_paused_at is not null)`,
  lacksCalls: `platform_budget_wait(budget.spent, platform_charge_of(o.kind, ${CALLS_PER_OPERATION}, budget.per_minute),
    o.urgent or o.sent, now()) is not null`,
} satisfies Partial<Record<keyof Waiting, string>>

/** What the connection of the community may spend, and the calls that its kind of credential begins with. Read once, not for each operation. */
const budget = `(select b as spent, share.per_minute from platform_connection c
  cross join lateral platform_budget_of(c) share join platform_budget b on b.owner = share.owner
  where c.community_id = :communityId limit 1)`

/** The text of a statement in a query of the builder. */
const textIn = <T>({ community: { communityId } }: Pick<Ctx, 'community'>, text: string) =>
  sql<T>`${sql.join(
    text.split(':communityId').map((part) => sql.raw(part)),
    sql`${communityId}`,
  )}`

export interface OperationFilter {
  readonly status?: OperationStatus | undefined
  readonly userId?: number | undefined
}

export type ListedOperation = Awaited<ReturnType<typeof listOperations>>[number]

/** Newest first. */
export function listOperations(ctx: Ctx, { status, userId }: OperationFilter, { after, limit }: Page) {
  const { communityId } = ctx.community
  let rows = own(ctx)
    .selectFrom('platform_operation as o')
    .leftJoin('rank as r', (join) =>
      join.on('r.community_id', '=', communityId).onRef('r.unique_id', '=', 'o.target_unique_id'),
    )
    .leftJoin('member as m', (join) => join.on('m.community_id', '=', communityId).onRef('m.user_id', '=', 'o.user_id'))
    .leftJoin(textIn<{ spent: unknown }>(ctx, budget).as('budget'), (join) => join.onTrue())
    .select([
      'o.operation_id',
      'o.seq',
      'o.kind',
      'o.status',
      'o.user_id',
      'o.reason',
      'o.actor_kind',
      'o.actor_id',
      'o.on_behalf_of',
    ])
    .select(['o.created_at', 'o.deadline_at', 'o.dispatched_at', 'o.completed_at', 'o.error_code', 'o.error_message'])
    .select(['o.target_unique_id', 'r.rank_id as target_rank_id', 'r.name as target_name', 'm.username'])
    .select(['o.sent', 'o.awaited', textIn<boolean>(ctx, delays.lacksCalls).as('lacksCalls')])
    .select(textIn<boolean>(ctx, delays.paused).as('paused'))
    .select(textIn<boolean>(ctx, delays.writesPaused).as('writesPaused'))
    .select(({ ref }) => sql<OperationJson['result']>`${ref('o.result')}`.as('result'))
  if (status !== undefined) rows = rows.where('o.status', '=', status)
  // the condition of the index on the other statuses
  if (status !== undefined && status !== 'succeeded') rows = rows.where('o.status', '<>', sql.lit('succeeded'))
  if (userId !== undefined) rows = rows.where('o.user_id', '=', userId)
  if (after) rows = rows.where('o.seq', '<', Number(after.at))
  return rows.orderBy('o.seq', 'desc').limit(limit).execute()
}

export function countOperations(ctx: Ctx, { status, userId }: OperationFilter): Promise<Total> {
  let rows = own(ctx).selectFrom('platform_operation as o')
  if (status !== undefined) rows = rows.where('o.status', '=', status)
  if (status !== undefined && status !== 'succeeded') rows = rows.where('o.status', '<>', sql.lit('succeeded'))
  if (userId !== undefined) rows = rows.where('o.user_id', '=', userId)
  return countUpTo(ctx.db, rows)
}

export const positionOfOperation = ({ seq, operation_id }: ListedOperation): Position => ({
  at: String(seq),
  id: operation_id,
})

export const endedAs = (status: 'failed' | 'cancelled', code: ErrorCode, message: string) => ({
  status,
  completed_at: clock,
  error_code: code,
  error_message: message,
  lease_until: null,
})

/** More than the transitions within the longest deadline; the newest are returned. */
const MAX_HISTORY = 500

const historyStatement = statement(
  'find_operation_with_history',
  `select ${operationColumns('o')}, r.rank_id as target_rank_id, r.name as target_name,
     ${delays.paused} as "paused!", ${delays.writesPaused} as "writesPaused!", ${delays.lacksCalls} as "lacksCalls!", (
     select json_agg(json_build_object('at', ${utc('h.at')}, 'from', h.from_status, 'to', h.to_status, 'code', h.reason)
       order by h.history_id)
     from (select * from platform_operation_history h
       where h.community_id = o.community_id and h.operation_id = o.operation_id
       order by h.history_id desc limit ${MAX_HISTORY}) h) as "history!"
   from platform_operation o
   left join rank r on r.community_id = :communityId and r.unique_id = o.target_unique_id
   left join ${budget} budget on true
   where o.community_id = :communityId and o.operation_id = :operationId`,
  columns<OperationJson & Pick<OperationWithHistory, 'history'>>(),
)

export async function findOperationWithHistory(ctx: Ctx, operationId: string): Promise<ReadOperation | null> {
  const [row] = await historyStatement(ctx.db, { communityId: ctx.community.communityId, operationId })
  return row ?? null
}

/** Both parameters are SQL expressions. */
export const rankChangeBlocks = (communityId: string, userId: string): string => `
  exists (select from live_blacklist_entry where community_id = ${communityId} and user_id = ${userId}) as "blacklisted!",
  exists (select from live_suspension where community_id = ${communityId} and user_id = ${userId}) as "suspended!"`

export type StoredBlocks = RankChangeBlocks & { readonly unfinished: readonly number[] }

const blocksStatement = statement(
  'find_rank_change_blocks',
  `select ${rankChangeBlocks(':communityId', ':userId')}, coalesce((select unfinished_role_ids from member
     where community_id = :communityId and user_id = :userId), '{}') as "unfinished!"`,
)

export async function findRankChangeBlocks(ctx: Ctx, userId: number): Promise<StoredBlocks> {
  const [row] = await blocksStatement(ctx.db, { communityId: ctx.community.communityId, userId })
  if (!row) throw new Error('the blocks of a member were not returned')
  return row
}
