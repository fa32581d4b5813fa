// The one writer of the audit log: whatever src/ adds to it is made here, most of it in the statement of the change. Functions of
// PostgreSQL add an entry with sql/functions/add_audit_entry.sql. test/architecture.test.ts refuses another insert.
import {
  isExpression,
  sql,
  type Expression,
  type ExpressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type SelectQueryBuilder,
} from 'kysely'
import type { DB } from '../../generated/database'
import type { Actor, Ctx, Db } from '../context'

const columns = [
  'community_id',
  'actor_kind',
  'actor_id',
  'request_id',
  'action',
  'user_id',
  'before',
  'after',
  'reason',
  'on_behalf_of',
] as const

/** Who makes the change, and in which request. */
export interface AuditAuthor {
  readonly actor: Pick<Actor, 'kind' | 'id' | 'onBehalfOf'>
  readonly requestId: string | null
}

export interface AuditRecord {
  readonly action: string
  readonly userId?: number | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string | null
  /** Audit ids of the entries that it takes back; added to `after`. */
  readonly reverses?: readonly string[] | undefined
}

type Insert = InsertQueryBuilder<DB, 'audit_entry', InsertResult>

/** An entry for each record. */
export function insertRecords(
  { db, community, actor, requestId }: AuditAuthor & Pick<Ctx, 'db' | 'community'>,
  records: readonly AuditRecord[],
): Insert {
  const values = records.map(({ action, userId = null, before, after, reason = null, reverses }) => ({
    community_id: community.communityId,
    actor_kind: actor.kind,
    actor_id: actor.id,
    request_id: requestId,
    action,
    user_id: userId,
    before: toJsonb(before),
    after: toJsonb(reverses ? { ...Object(after), reverses } : after),
    reason,
    on_behalf_of: actor.onBehalfOf ?? null,
  }))
  return db.insertInto('audit_entry').values(values)
}

const toJsonb = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Expressions over a row; `before` and `after` may also be values. */
export interface AuditFields {
  readonly communityId: Expression<string> | string
  readonly action: string
  readonly userId?: Expression<number | null>
  readonly before?: unknown
  readonly after?: unknown
}

/** An entry for each row of the select. @param cte where a CTE of the statement is built */
export function insertOfEach<Tables, From extends keyof Tables>(
  cte: { readonly insertInto: unknown },
  { actor, requestId }: AuditAuthor,
  rows: SelectQueryBuilder<Tables, From, object>,
  fieldsOf: (row: ExpressionBuilder<Tables, From>) => AuditFields,
): Insert {
  const selected = rows.select((row) => {
    const { communityId, action, userId, before, after } = fieldsOf(row)
    const texts = [communityId, actor.kind, actor.id, requestId].map((value) => sql`${value}::text`)
    const facts = [userId ?? sql`null::bigint`, jsonOf(before), jsonOf(after), sql`null::text`]
    const values = [...texts, sql.lit(action), ...facts, sql`${actor.onBehalfOf ?? null}::bigint`]
    return columns.map((column, index) => sql`${values[index]}`.as(column))
  })
  // safe: a statement with CTEs has the tables of the database as well
  return (cte as Db)
    .insertInto('audit_entry')
    .columns(columns)
    .expression(selected as never)
}

const jsonOf = (value: unknown): Expression<unknown> => (isExpression(value) ? value : sql`${toJsonb(value)}::jsonb`)

/** SQL expressions over the rows of `from`, which follows the word `from`. */
export interface AuditSql {
  /** A name, or an expression: `:action`. */
  readonly action: string
  readonly userId?: string
  readonly before?: string
  readonly after?: string
  readonly reason?: string
  /** `seen`: somebody made the change on the platform, and who asked for the read has only seen it. Another text: the row
   * whose columns name the author. Default: the parameters. */
  readonly by?: string
  readonly from: string
}

/** The author of a change that was made on the platform, and the request that saw it. */
const seen = [`'platform'`, `'by-hand'`, ':requestId?', 'null::bigint']
const parameters = [':actorKind', ':actorId', ':requestId?', ':onBehalfOf?::bigint']

/** Parameters: `:communityId`, and those of `actorParameters` unless a row names the author. */
export function auditInsert(...entries: readonly AuditSql[]): string {
  const selects = entries.map((entry) => {
    const { action, userId = 'null::bigint', before = 'null::jsonb', after = 'null::jsonb', by, from } = entry
    const [kind, id, request, onBehalfOf] =
      by === 'seen'
        ? seen
        : by
          ? ['actor_kind', 'actor_id', 'request_id', 'on_behalf_of'].map((column) => `${by}.${column}`)
          : parameters
    const named = action.startsWith(':') ? action : `'${action}'`
    const values = by === 'seen' ? `${after} || '{"seen": true}'` : after
    const facts = [named, userId, before, values, entry.reason ?? 'null::text']
    return `select :communityId, ${[kind, id, request, ...facts, onBehalfOf].join(', ')} from ${from}`
  })
  return `insert into audit_entry (${columns.join(', ')}) ${selects.join(' union all ')}`
}
