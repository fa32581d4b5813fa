// `audit`: list, follow, verify.
import { setTimeout as sleep } from 'node:timers/promises'
import { listEntries } from '../../audit/actions'
import type { EntryRow } from '../../audit/queries'
import type { EntryFilter, EntryPlace } from '../../audit/rules'
import { toEntry } from '../../audit/views'
import type { Ctx } from '../../context'
import { auditAction, communityId, entryPlace, positiveId, sha256Hex, wholeNumber } from '../arguments'
import type { Answer, Human, Terminal } from '../output'
import { optional, type AddNoun } from '../verbs'
import { verifyAudit, type VerifyFlags } from './audit-verify'

interface FilterFlags {
  readonly user?: number
  readonly action?: string
}
interface ListFlags extends FilterFlags {
  readonly limit: number
  readonly before?: EntryPlace
}

const filters = [
  optional('--user <id>', 'only entries about this account', positiveId),
  optional('--action <action>', 'only this action, or with a dot at its end all that begin with it', auditAction),
]

/** Adds the noun. */
export function addAudit(noun: AddNoun): void {
  noun('audit', 'who did what, and when')
    .communityVerb<ListFlags>({
      verb: 'list',
      says: 'the audit trail of a community, newest first',
      flags: [
        optional('--limit <n>', 'how many entries', wholeNumber(1, 1_000)).default(50),
        optional('--before <place>', 'go on where the page before says', entryPlace),
        ...filters,
      ],
      examples: ['--community cmt_…', '--community cmt_… --user 530662918 --action member. --json'],
      run: listPage,
    })
    .communityVerb<FilterFlags>({
      verb: 'follow',
      says: 'what is written from now on, one JSON document a line, until it is interrupted',
      flags: filters,
      examples: ['--community cmt_…', '--community cmt_… --action operation.end'],
      run: follow,
    })
    .verb<VerifyFlags>({
      verb: 'verify',
      says: 'whether the trail is as it was written: computes its hash chain again',
      flags: [
        optional('--community <id>', 'only this community', communityId),
        optional('--head <hash>', 'a HEAD noted earlier, which must be in the chain', sha256Hex),
      ],
      examples: ['', '--community cmt_… --head 5f2c…'],
      help:
        'Entries are sealed within some minutes; UNSEALED are those that are not yet. REDACTED have lost texts or their account since.\n' +
        'Note HEAD elsewhere now and then: it shows that no seal was removed or computed again. Ends with 1 when a chain is broken.',
      run: verifyAudit,
    })
}

const toFilter = ({ user, action }: FilterFlags): EntryFilter => ({
  action,
  userId: user === undefined ? undefined : String(user),
})

async function listPage(ctx: Ctx, { limit, before, ...flags }: ListFlags): Promise<Answer> {
  const page = { order: 'newest', after: before ?? null, limit } as const
  const { entries, next } = await listEntries(ctx, toFilter(flags), page)
  const nextBefore = next && `${next.position}.${next.auditId}`
  return { json: { entries: entries.map(toEntry), nextBefore }, human: toHuman(entries, nextBefore) }
}

function toHuman(entries: readonly EntryRow[], nextBefore: string | null): Human {
  const table = {
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
  }
  if (nextBefore !== null) return { table, note: `Older entries: --before ${nextBefore}` }
  return entries.length === 0 ? { note: 'There is no entry.' } : { table }
}

const compact = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const POLL_MS = 1_000

/** Reads the feed from its end on. Ends with the process, or when nobody reads what it prints any more. */
async function follow(ctx: Ctx, flags: FilterFlags, { stdout }: Terminal): Promise<Answer> {
  const filter = toFilter(flags)
  const [newest] = (await listEntries(ctx, {}, { order: 'newest', after: null, limit: 1 })).entries
  let after: EntryPlace | null = newest ? { position: newest.position, auditId: newest.audit_id } : null
  while (stdout.writable) {
    const { entries, next, hasMore } = await listEntries(ctx, filter, { order: 'feed', after, limit: 100 })
    for (const entry of entries) stdout.write(`${JSON.stringify(toEntry(entry))}\n`)
    after = next
    if (!hasMore) await sleep(POLL_MS)
  }
  return { json: {}, human: {} }
}
