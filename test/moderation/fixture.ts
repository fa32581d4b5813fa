import { sql } from 'kysely'
import type { TestApp } from '../support/app'

export const entries = '/v2/blacklist-entries'
export const warnings = '/v2/warnings'

/** Lets a blacklist entry expire now. */
export async function end({ app }: TestApp, id: string): Promise<void> {
  await sql`update blacklist_entry set expires_at = now() where blacklist_entry_id = ${id} and not expiry_noted`.execute(
    app.db,
  )
  await sql`update warning set expires_at = now() where warning_id = ${id}`.execute(app.db)
}

export async function auditOf({ app }: TestApp, auditId: string): Promise<unknown> {
  return app.db.selectFrom('audit_entry').selectAll().where('audit_id', '=', Number(auditId)).executeTakeFirst()
}
