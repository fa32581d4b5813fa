// Compares awards, warnings and the audit log with the responses to the clients.
import { violation, type Violation } from './checker'

/** A request. The request id of its audit entry begins with its own. */
export interface SentRecord {
  readonly kind: 'award' | 'batch' | 'event' | 'warning'
  readonly communityId: string
  /** A batch and an event give to several accounts. Those whose entry of a batch failed are left out. */
  userIds: readonly number[]
  readonly requestId: string
  /** Of the last response; null: there was none. */
  status: number | null
  code: string | null
}

export interface FeedEntry {
  readonly auditId: string
  readonly action: string
  readonly userId: string | null
  readonly requestId: string | null
}

export interface ReadFeed {
  readonly communityId: string
  /** Entries of a reader that continued from its cursor while processes were killed. */
  readonly seen: readonly FeedEntry[]
  /** Entries of a reader that began when all had ended. */
  readonly all: readonly FeedEntry[]
}

export interface RecordFacts {
  readonly sent: readonly SentRecord[]
  readonly feeds: readonly ReadFeed[]
  readonly members: readonly { readonly communityId: string; readonly userId: number; readonly experience: number }[]
  /** The reasons of the stored warnings, which are request ids. */
  readonly warnings: readonly string[]
}

const experience = 'member.experience'
const actions = { award: experience, batch: experience, event: experience, warning: 'warning.create' } as const

export function checkRecords({ sent, feeds, members, warnings }: RecordFacts): Violation[] {
  const all = feeds.flatMap((feed) => feed.all)
  const entries = count(all.map(({ action, requestId }) => `${action} ${requestId?.split('.')[0]}`))
  const stored = count(warnings)
  return [
    ...feeds.flatMap(checkFeed),
    ...sent.flatMap((record) => checkRecord(record, entries, stored)),
    ...checkExperience(feeds, members),
  ]
}

/** The reader saw every entry once, in the order in which they are read afterwards. */
function checkFeed({ communityId, seen, all }: ReadFeed): Violation[] {
  const where = `the audit log of ${communityId}`
  const read = count(seen.map(({ auditId }) => auditId))
  const twice = [...read].filter(([, times]) => times > 1)
  const missed = all.filter(({ auditId }) => !read.has(auditId))
  const found = [
    ...twice.map(([id, times]) => violation('double', `${where} showed ${id} ${times} times`)),
    ...missed.map(({ auditId }) => violation('loss', `${where} did not show ${auditId} to its reader`)),
  ]
  const isSame = seen.length === all.length && seen.every(({ auditId }, index) => auditId === all[index]?.auditId)
  if (found.length > 0 || isSame) return found
  return [violation('order', `${where} has another order, or lost entries, since it was read`)]
}

type Counts = ReadonlyMap<string, number>

function checkRecord({ kind, requestId, userIds, status, code }: SentRecord, entries: Counts, stored: Counts) {
  const answer = `${status ?? 'never'} ${code ?? ''}`.trim()
  const name = `the ${kind} ${requestId} of ${userIds.join(', ')}, answered ${answer},`
  const audited = entries.get(`${actions[kind]} ${requestId}`) ?? 0
  const effects = kind === 'warning' ? (stored.get(requestId) ?? 0) : audited
  const isDone = status !== null && status < 300
  const all = userIds.length
  const both = `${name} has ${effects} effects and ${audited} audit entries`
  const found: Violation[] = []
  if (effects > all || audited > all) found.push(violation('double', both))
  else if (effects !== audited) found.push(violation('loss', both))
  else if (effects > 0 && effects < all) found.push(violation('loss', `${name} has ${effects} of ${all} effects`))
  else if (isDone && effects === 0 && all > 0) found.push(violation('loss', `${name} has no effect`))
  if (kind !== 'award' && !isDone) found.push(violation('loss', `${name} was not accepted`))
  if (status !== null && status >= 400 && status < 500 && effects > 0)
    found.push(violation('stray', `${name} has an effect`))
  return found
}

/** Every award adds one. */
function checkExperience(feeds: readonly ReadFeed[], members: RecordFacts['members']): Violation[] {
  const awarded = feeds.flatMap(({ communityId, all }) =>
    all.filter(({ action }) => action === actions.award).map(({ userId }) => `${communityId} ${userId}`),
  )
  const awards = count(awarded)
  const kept = new Map(members.map(({ communityId, userId, experience }) => [`${communityId} ${userId}`, experience]))
  return [...new Set([...awarded, ...kept.keys()])].flatMap((member) => {
    const [audited, experience] = [awards.get(member) ?? 0, kept.get(member) ?? 0]
    if (audited === experience) return []
    const text = `the member ${member} has ${experience} experience and ${audited} audit entries of awards`
    return [violation(experience > audited ? 'stray' : 'loss', text)]
  })
}

export function count<Name>(names: Iterable<Name>): Map<Name, number> {
  const counts = new Map<Name, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
