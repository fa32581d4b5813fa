// `audit`: list, follow, verify.
import { setTimeout as sleep } from 'node:timers/promises'
import { listEntries } from '../../audit/actions'
import type { EntryRow } from '../../audit/queries'
import type { EntryFilter, EntryPlace } from '../../audit/rules'
import { toEntry } from '../../audit/views'
import type { Ctx } from '../../context'
import { auditAction, communityId, entryPlace, member, sha256Hex, wholeNumber } from '../arguments'
import { account, actor } from '../names'
import type { Answer, NamedHuman, Terminal } from '../output'
import { optional } from '../options'
import type { AddNoun } from '../verbs'
import { verifyAudit, type VerifyFlags } from './audit-verify'

interface FilterFlags {
  readonly user?: number
  readonly action?: string
}
export interface ListFlags extends FilterFlags {
  readonly limit: number
  readonly before?: EntryPlace
}

const filters = [
  optional('--user <id|name>', 'only entries of this account, by its user id or username', member('read')),
  optional('--action <action>', 'only this action; with a dot at its end, all actions with this prefix', auditAction),
]

export function addNouns(noun: AddNoun): void {
  noun('audit')
    .communityVerb<ListFlags>({
      verb: 'list',
      csv: true,
      summary: 'list the audit log of a community, newest first',
      flags: [
        optional('--limit <n>', 'maximum number of entries', wholeNumber(1, 1_000)).default(50),
        optional('--before <place>', 'cursor of the previous page', entryPlace),
        ...filters,
      ],
      examples: ['--community cmt_…', '--community cmt_… --user 530662918 --action member. --json'],
      run: listPage,
    })
    .communityVerb<FilterFlags>({
      verb: 'follow',
      summary: 'print new entries as JSON lines until interrupted',
      flags: filters,
      examples: ['--community cmt_…', '--community cmt_… --action operation.end'],
      run: follow,
    })
    .verb<VerifyFlags>({
      verb: 'verify',
      summary: 'verify the hash chain of the audit log',
      flags: [
        optional('--community <id>', 'only this community', communityId),
        optional('--head <hash>', 'a HEAD recorded earlier, which must be in the chain', sha256Hex),
      ],
      examples: ['', '--community cmt_… --head 5f2c…'],
      help:
        'Entries are sealed within minutes; UNSEALED counts those that are not. REDACTED counts entries that an erasure changed.\n' +
        'Record HEAD elsewhere regularly: --head then detects removed or recomputed seals. Exits with 1 when a chain is broken.',
      run: verifyAudit,
    })
}

const toFilter = ({ user, action }: FilterFlags): EntryFilter => ({ action, userId: user })

export async function listPage(ctx: Ctx, { limit, before, ...flags }: ListFlags): Promise<Answer> {
  const page = { order: 'newest', after: before ?? null, limit } as const
  const { entries, next } = await listEntries(ctx, toFilter(flags), page)
  const nextBefore = next && `${next.position}.${next.auditId}`
  return { json: { entries: entries.map(toEntry), nextBefore }, human: toHuman(entries, nextBefore) }
}

function toHuman(entries: readonly EntryRow[], nextBefore: string | null): NamedHuman {
  const table = {
    columns: ['AUDIT ID', 'AT', 'ACTION', 'USER', 'BY', 'REASON', 'BEFORE', 'AFTER'],
    rows: entries.map((entry) => [
      entry.audit_id,
      entry.at,
      entry.action,
      account(entry.user_id),
      actor(entry.actor_kind, entry.actor_id),
      entry.reason,
      compact(entry.before),
      compact(entry.after),
    ]),
  }
  if (nextBefore !== null) return { table, note: `Next page: --before ${nextBefore}` }
  return entries.length === 0 ? { note: 'There are no entries.' } : { table }
}

const compact = (value: object | null): string | null => value && flatten(value).join(', ')

function flatten(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? flatten(inner, `${path}${name}.`)
      : [`${path}${name}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`],
  )
}

const POLL_MS = 1_000

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
