// `audit`: follow, verify.
import { setTimeout as sleep } from 'node:timers/promises'
import { readEntries } from '../../audit/actions'
import type { EntryFilter, EntryKey } from '../../audit/rules'
import { toAuditEntry } from '../../audit/views'
import type { Ctx } from '../../context'
import { auditAction, member, sha256Hex } from '../arguments'
import type { Answer, Terminal } from '../output'
import { communityFlag, optional } from '../options'
import type { Noun } from '../verbs'
import { verifyAudit, type VerifyFlags } from './audit-verify'

interface FilterFlags {
  readonly user?: number
  readonly action?: string
}
const filters = [
  optional('--user <id|name>', 'only entries of this account, by its user id or username', member('read')),
  optional('--action <action>', 'only this action; with a dot at its end, all actions with this prefix', auditAction),
]

export function addVerbs(noun: Noun): void {
  noun
    .communityVerb<FilterFlags>({
      verb: 'follow',
      summary: 'print new entries as JSON lines until interrupted',
      flags: filters,
      examples: ['', '--action operation.end'],
      run: follow,
    })
    .verb<VerifyFlags>({
      verb: 'verify',
      summary: 'verify the hash chain of the audit log',
      flags: [
        communityFlag('only this community'),
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

const POLL_MS = 1_000

async function follow(ctx: Ctx, flags: FilterFlags, { stdout }: Terminal): Promise<Answer> {
  const filter = toFilter(flags)
  const [newest] = (await readEntries(ctx, {}, { order: 'newest', after: null, limit: 1 })).entries
  let after: EntryKey | null = newest ? { position: newest.position, auditId: newest.audit_id } : null
  while (stdout.writable) {
    const { entries, next, hasMore } = await readEntries(ctx, filter, { order: 'feed', after, limit: 100 })
    for (const entry of entries) stdout.write(`${JSON.stringify(toAuditEntry(entry))}\n`)
    after = next
    if (!hasMore) await sleep(POLL_MS)
  }
  return { json: {}, human: {} }
}
