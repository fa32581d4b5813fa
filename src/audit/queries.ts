// The audit trail: one entry per write, in the statement or transaction of the write.
import type { Ctx } from '../context'

export interface AuditRecord {
  readonly action: string
  readonly userId?: number | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string | null
}

/** Writes one entry and returns its id. */
export async function insertAuditEntry(ctx: Ctx, record: AuditRecord): Promise<string> {
  const row = await ctx.db
    .insertInto('audit_entry')
    .values({
      community_id: ctx.community.communityId,
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.id,
      request_id: ctx.requestId,
      action: record.action,
      user_id: record.userId ?? null,
      before: record.before === undefined ? null : JSON.stringify(record.before),
      after: record.after === undefined ? null : JSON.stringify(record.after),
      reason: record.reason ?? null,
    })
    .returning('audit_id')
    .executeTakeFirstOrThrow()
  return String(row.audit_id)
}

/** The newest entries first; `before` is the audit id the page ends before. For the operator. */
export function listAuditEntries(ctx: Pick<Ctx, 'db'>, communityId: string, limit: number, before: number | null) {
  return ctx.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('community_id', '=', communityId)
    .$if(before !== null, (entries) => entries.where('audit_id', '<', before ?? 0))
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute()
}
