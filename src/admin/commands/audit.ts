// `audit`: list.
import { listAuditEntries } from '../../audit/queries'
import type { Ctx } from '../../context'
import { wholeNumber } from '../arguments'
import type { Answer } from '../output'
import { optional, type AddNoun } from '../verbs'

interface ListFlags {
  readonly limit: number
  readonly before?: number
}

type Entry = Awaited<ReturnType<typeof listAuditEntries>>[number]

/** Adds the noun. */
export function addAudit(noun: AddNoun): void {
  noun('audit', 'who did what, and when').communityVerb<ListFlags>({
    verb: 'list',
    says: 'the audit trail of a community, newest first',
    flags: [
      optional('--limit <n>', 'how many entries', wholeNumber(1, 1_000)).default(50),
      optional(
        '--before <auditId>',
        'go on after this entry of the page before',
        wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ),
    ],
    examples: ['--community cmt_…', '--community cmt_… --limit 200 --before 4711 --json'],
    run: listPage,
  })
}

async function listPage(ctx: Ctx, { limit, before }: ListFlags): Promise<Answer> {
  // one more than asked for tells whether there is another page
  const found = await listAuditEntries(ctx, ctx.community.communityId, limit + 1, before ?? null)
  const entries = found.slice(0, limit)
  const nextBefore = found.length > limit ? String(entries.at(-1)?.audit_id) : null
  return {
    json: { entries: entries.map(toJson), nextBefore },
    human: {
      table: {
        columns: ['AUDIT ID', 'AT', 'BY', 'ACTION', 'USER', 'BEFORE', 'AFTER'],
        rows: entries.map((entry) => [
          entry.audit_id,
          entry.at,
          `${entry.actor_kind} ${entry.actor_id}`,
          entry.action,
          entry.user_id,
          compact(entry.before),
          compact(entry.after),
        ]),
      },
      ...noteOf(entries, nextBefore),
    },
  }
}

function noteOf(entries: readonly Entry[], nextBefore: string | null): { note?: string } {
  if (entries.length === 0) return { note: 'There is no entry.' }
  return nextBefore === null ? {} : { note: `Older entries: --before ${nextBefore}` }
}

const compact = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

function toJson(entry: Entry) {
  return {
    auditId: String(entry.audit_id),
    at: entry.at,
    actor: { kind: entry.actor_kind, id: entry.actor_id },
    action: entry.action,
    userId: entry.user_id === null ? null : String(entry.user_id),
    before: entry.before,
    after: entry.after,
    reason: entry.reason,
    requestId: entry.request_id,
  }
}
