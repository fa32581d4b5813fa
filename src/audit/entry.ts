// An audit entry is inserted in the statement of the change.
import { sql, type AliasedExpression, type Expression } from 'kysely'
import type { Actor } from '../context'

export const auditColumns = [
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

/** `before` and `after` are json or jsonb. */
export interface AuditFields {
  readonly communityId: Expression<string> | string
  readonly action: string
  readonly userId?: Expression<number | null>
  readonly before?: Expression<unknown>
  readonly after?: Expression<unknown>
}

/**
 * Makes an entry for each row of a select:
 * `insertInto('audit_entry').columns(auditColumns).expression(rows.select(auditEntry(…)))`.
 */
export function auditEntry(
  {
    actor,
    requestId,
  }: { readonly actor: Pick<Actor, 'kind' | 'id' | 'onBehalfOf'>; readonly requestId: string | null },
  { communityId, action, userId, before, after }: AuditFields,
): AliasedExpression<unknown, (typeof auditColumns)[number]>[] {
  const values = [communityId, actor.kind, actor.id, requestId].map((value) => sql`${value}::text`)
  const facts = [userId ?? sql`null::bigint`, before ?? sql`null::jsonb`, after ?? sql`null::jsonb`, sql`null::text`]
  const fields = [...values, sql.lit(action), ...facts, sql`${actor.onBehalfOf ?? null}::bigint`]
  return auditColumns.map((column, index) => sql`${fields[index]}`.as(column))
}

/** SQL expressions over the rows of `from`, which follows the word `from`. */
export interface AuditSql {
  readonly action: string
  readonly userId?: string
  readonly before?: string
  readonly after?: string
  readonly reason?: string
  /** Somebody made the change on the platform; who asked for the read has only seen it. */
  readonly isSeen?: true
  readonly from: string
}

/** The actor of a change that was made on the platform. */
const BY_HAND = `'platform', 'by-hand'`

/** Parameters: `:communityId`, `:actorKind`, `:actorId`, `:requestId?` and `:onBehalfOf?`. */
export function auditInsert(...entries: readonly AuditSql[]): string {
  const selects = entries.map(
    ({
      action,
      userId = 'null::bigint',
      before = 'null::jsonb',
      after = 'null::jsonb',
      reason = 'null::text',
      isSeen,
      from,
    }) => {
      const [actor, onBehalfOf] = isSeen ? [BY_HAND, 'null'] : [':actorKind, :actorId', ':onBehalfOf?']
      const values = isSeen ? `${after} || '{"seen": true}'` : after
      return `select :communityId, ${actor}, :requestId?, '${action}', ${userId}, ${before}, ${values}, ${reason}, ${onBehalfOf}::bigint
       from ${from}`
    },
  )
  return `insert into audit_entry (${auditColumns.join(', ')}) ${selects.join(' union all ')}`
}
