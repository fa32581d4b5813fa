// Planted secrets, and the search for them.
import { CompiledQuery } from 'kysely'
import type { Db } from '../../src/context'
import { readTables } from '../data-rights/scan'

/** A planted text, and where it may be. */
export interface Planted {
  readonly what: string
  readonly value: string
  /** Where it may be stored, as `table.column`. */
  readonly columns: readonly string[]
  /** Operations whose replies may contain it. */
  readonly shown: readonly string[]
}

/** A word that the filter for contact data does not take for some. */
export const wordOf = (what: string): string => `Quillfeather${what.replaceAll(/[^a-z]/gi, '')}word`

/** A secret that is stored nowhere in plain text; replies contain it only where it is created. */
export const secret = (what: string, value: string, shown: readonly string[] = []): Planted => ({
  what,
  value,
  columns: [],
  shown,
})

const reasonShown = (noun: string): string[] => [`create${noun}`, `get${noun}`, `list${noun}s`, `update${noun}`]
const reads = ['listAuditEntries']
const entry = ['createBlacklistEntry', 'getBlacklistEntry', 'updateBlacklistEntry', 'liftBlacklistEntry']
const entries = [...entry, 'listBlacklistEntries', ...reads]
const responses = ['getResponse', 'reviewResponse']

/** Texts about people, for staff or the player. */
export const words: readonly Planted[] = [
  { what: 'award reason', columns: ['audit_entry.reason'], shown: reads },
  {
    what: 'blacklist reason',
    columns: ['audit_entry.after', 'audit_entry.reason', 'blacklist_entry.reason'],
    shown: entries,
  },
  { what: 'lift reason', columns: ['audit_entry.reason', 'blacklist_entry.lift_reason'], shown: entries },
  { what: 'evidence', columns: ['audit_entry.after', 'blacklist_entry.evidence_url'], shown: entries },
  {
    what: 'warning reason',
    columns: ['audit_entry.reason', 'warning.reason'],
    shown: [...reasonShown('Warning'), 'revokeWarning', ...reads],
  },
  {
    what: 'revoke reason',
    columns: ['audit_entry.reason', 'warning.revoke_reason'],
    shown: ['getWarning', 'listWarnings', 'revokeWarning', ...reads],
  },
  {
    what: 'suspension reason',
    columns: ['audit_entry.after', 'audit_entry.reason', 'suspension.reason'],
    shown: [...reasonShown('Suspension'), 'liftSuspension', ...reads],
  },
  {
    what: 'cancel reason',
    columns: ['audit_entry.reason', 'event.cancel_reason'],
    shown: ['cancelEvent', 'getEvent', 'listEvents', ...reads],
  },
  { what: 'private note', columns: ['application_response.private_note'], shown: responses },
  {
    what: 'applicant feedback',
    // a notification contains the applicant's feedback
    columns: ['application_response.applicant_feedback', 'notification.payload'],
    shown: [...responses, 'getApplicationStatus', 'listNotifications'],
  },
  { what: 'answer', columns: ['application_response.answers'], shown: responses },
].map((one) => ({ ...one, value: wordOf(one.what) }))

/** The value as it is, in hex and in base64. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  return [value, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), encodeURIComponent(value)]
}

const formsOfValues = new Map<string, string[]>()

/** Whether the text contains the value in any form. */
export function holds(text: string, { value }: Planted): boolean {
  const forms = formsOfValues.get(value) ?? formsOf(value)
  formsOfValues.set(value, forms)
  return forms.some((form) => text.includes(form))
}

/** Where values are stored, as `what: table.column`, in all tables. */
export async function whereStored(db: Db, planted: readonly Planted[]): Promise<{ found: string[]; values: number }> {
  const found: string[] = []
  let values = 0
  for (const { schema, table, columns } of await readTables(db)) {
    const text = `select ${columns.map((column) => `"${column}"::text`).join()} from ${schema}.${table}`
    const { rows } = await db.executeQuery<Record<string, string | null>>(CompiledQuery.raw(text))
    for (const column of columns) {
      const stored = rows.flatMap((row) => row[column] ?? [])
      values += stored.length
      const dump = stored.join('\n')
      for (const one of planted) if (holds(dump, one)) found.push(`${one.what}: ${table}.${column}`)
    }
  }
  return { found, values }
}
