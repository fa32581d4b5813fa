// Canonical form of a batch, and error messages of its entries. Pure.
import type { AuthorBounds } from '../../context'
import type { Schema } from '../../contract/types'
import type { DomainError, ErrorCode } from '../../base/errors'
import { MAX_MEDALS } from '../medals/rules'
import type { Applied, NewChange, PointsChange } from '../points/rules'

export type GivenEntry = Schema<'BatchEntry'>

export type LimitedChange = Applied & Pick<PointsChange, 'op'>

export interface PreparedEntry {
  readonly userId?: number
  readonly username?: string
  readonly error?: EntryError
  readonly experience?: LimitedChange
  readonly quotaPoints?: LimitedChange
  readonly medals?: readonly string[]
  readonly reason?: string
}

export interface EntryError {
  readonly code: ErrorCode
  readonly message?: string
  readonly medal?: string
}

export interface RankHolder {
  readonly userId: number
  readonly rankUniqueId: number | null
  readonly roleIds: readonly number[]
  readonly unfinished: readonly number[]
  readonly experience: number
}

/** A member of a batch, with the values after the entries applied so far. Points change when they are written. */
export interface Holder extends RankHolder {
  experience: number
  quotaPoints: number
  medalOccurrences: number
  readonly medals: Set<number>
}

export interface MedalFacts {
  readonly medalId: number
  readonly name: string
  readonly archived: boolean
  readonly role: number | null
  /** Of who bound the role. */
  readonly giftBounds: AuthorBounds | null
}

export interface Offered {
  readonly medalOf: (name: string) => MedalFacts | undefined
  /** Why the caller does not give the role of the medal to the member; null: the caller does, or there is none. */
  readonly problemOf: (holder: RankHolder, medal: MedalFacts) => ErrorCode | null
}

export interface AppliedEntry {
  readonly experience?: PointsDraft
  readonly quotaPoints?: PointsDraft
  readonly medals?: readonly MedalDraft[]
}

export interface PointsDraft extends Applied {
  readonly draft: NewChange
}

export interface MedalDraft {
  readonly name: string
  readonly medalId: number
  /** Null: the member has the medal. */
  readonly draft: NewChange | null
}

/**
 * Applies an entry to its member, all parts or none.
 * @returns the error when one part cannot be applied; the member is unchanged then
 */
export function applyEntry(
  holder: Holder,
  { experience, quotaPoints, medals: names, reason: given }: PreparedEntry,
  { medalOf, problemOf }: Offered,
): AppliedEntry | EntryError {
  const { userId } = holder
  const reason = given ?? null
  const added = new Set<number>()
  const medals: MedalDraft[] = []
  for (const name of names ?? []) {
    const medal = medalOf(name)
    if (!medal) return { code: 'medal_not_found', medal: name }
    const isHeld = holder.medals.has(medal.medalId) || added.has(medal.medalId)
    if (!isHeld && medal.archived) return { code: 'medal_archived', medal: name }
    const problem = isHeld ? null : problemOf(holder, medal)
    if (problem) return { code: problem, medal: name }
    if (!isHeld && holder.medalOccurrences + added.size >= MAX_MEDALS) return { code: 'medal_limit_reached' }
    const other = { action: 'member.medal.award', before: { count: 0 }, after: { name, count: 1 } }
    medals.push({ name, draft: isHeld ? null : { userId, reason, other }, medalId: medal.medalId })
    added.add(medal.medalId)
  }
  for (const { draft, medalId } of medals) {
    if (draft) holder.medalOccurrences++
    holder.medals.add(medalId)
  }
  const draftOf = (property: 'experience' | 'quotaPoints', { op, amount, clamped }: LimitedChange): PointsDraft => ({
    amount,
    clamped,
    draft: { userId, reason, property, op, amount },
  })
  return {
    ...(experience && { experience: draftOf('experience', experience) }),
    ...(quotaPoints && { quotaPoints: draftOf('quotaPoints', quotaPoints) }),
    ...(medals.length > 0 && { medals }),
  }
}

/** Entries that failed for a permission which the caller has now. */
export function isRefusalLifted(stored: { readonly error?: EntryError } | undefined, entry: PreparedEntry): boolean {
  const code = stored?.error?.code
  return (code === 'insufficient_scope' || code === 'feature_unavailable') && !entry.error
}

/** A text that is equal for two batches only when they award the same: `1` equals `"1"`, defaults are filled in. */
export function canonicalText(entries: readonly GivenEntry[]): string {
  return JSON.stringify(
    entries.map(({ userId, by = 'userId', experience, quotaPoints, medals, reason }) => [
      by,
      by === 'username' ? String(userId).toLowerCase() : String(userId),
      experience ? [experience.op, experience.amount] : null,
      quotaPoints ? [quotaPoints.op, quotaPoints.amount] : null,
      medals ?? null,
      reason ?? null,
    ]),
  )
}

/** Stored outcomes must not contain usernames, which the messages of the single routes quote. */
const anonymousMessages: Partial<Record<ErrorCode, string>> = {
  member_not_found: 'The platform has no such account. Check the spelling; a scoped id needs by=username.',
  platform_names_unavailable:
    "The platform's look-up of names is closed or fails, and the username is not known here. Name the account by its user id.",
  username_changed: 'The username is a previous name of its account. Use its current name or its user id.',
}

export function toEntryError({ code, message: original }: DomainError): EntryError {
  const message = anonymousMessages[code] ?? original
  if (!code.startsWith('platform_cloud_')) return { code, message }
  return { code, message: `${message} This entry was not applied: send it again with a new batchId.` }
}

export function messageOf({ code, message, medal }: EntryError): string {
  if (message !== undefined) return message
  if (code === 'medal_not_found') return `This community has no medal named ${medal ?? ''}.`
  if (code === 'medal_archived') return `The medal ${medal ?? ''} is archived. Restore it first, or award another.`
  if (code === 'rank_not_assignable')
    return `People alone give the role of the medal ${medal ?? ''}, and the caller is a key. Ask a person to award it.`
  if (code === 'rank_out_of_bounds')
    return `The bounds of the caller exclude the role of the medal ${medal ?? ''} or the member. Ask somebody whose bounds include both.`
  return 'The member holds the maximum number of medal occurrences. Remove one first.'
}

const codesOfConnection: readonly ErrorCode[] = [
  'platform_cloud_reconnect_required',
  'platform_cloud_refresh_pending',
  'platform_cloud_configuration_unavailable',
  'platform_cloud_credentials_invalid',
  'platform_cloud_rate_limited',
]

/** Whether any other account would get the same error. */
export function concernsEveryAccount(code: ErrorCode): boolean {
  return codesOfConnection.includes(code)
}
