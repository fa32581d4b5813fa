// Warnings, blacklist entries, suspensions and forms go back to what they were before the author's changes. Pure.
import type { Definition } from '../../applications/forms/rules'
import { assertStorable, formRequired } from '../../applications/forms/rules'
import { assertWithinBounds } from '../../auth/bounds/rules'
import type { EntryTerms } from '../../moderation/blacklist/rules'
import type { SuspensionState } from '../../moderation/suspensions/rules'
import type { RankBounds } from '../../context'
import type { RankRow } from '../../ranks/queries'
import type { Item, RecordKind } from '../entries/rules'
import type { MemberRoles } from '../ranks/outcome'
import { obstacleIn, takeRun, type Changes, type Entry, type Keeping, type Obstacle, type Taken } from '../verdicts'

interface Facts {
  readonly id: string
  readonly userId: number | null
}

export interface WarningFacts extends Facts {
  readonly kind: 'warning'
  /** 0: revoked. */
  readonly current: number
  readonly hasExpired: boolean
}

export interface EntryFacts extends Facts {
  readonly kind: 'blacklistEntry'
  readonly groupId: number | null
  /** 0: lifted. */
  readonly current: number
  readonly terms: EntryTerms
  readonly now: string
  /** The live entry of the account or group. */
  readonly liveId: string | null
}

export interface SuspensionFacts extends Facts {
  readonly kind: 'suspension'
  /** 0: lifted. */
  readonly current: number
  readonly state: SuspensionState
  readonly suspendedUniqueId: number | null
  readonly formerUniqueId: number | null
  readonly formerRoleIds: readonly number[] | null
  readonly formerRankId: number | null
}

export interface FormVersion extends Pick<Definition, 'state' | 'grading'> {
  readonly version: number
  readonly digest: string
  /** What the version counts in the storage of forms. */
  readonly bytes: number
  /** Of the description, which the form itself counts while it is not deleted. */
  readonly descriptionBytes: number
  readonly joinRequests: Definition['joinRequests'] | null
  readonly passAwards: Definition['passAwards'] | null
}

export interface FormFacts extends Facts {
  readonly kind: 'application'
  readonly version: number
  readonly isDeleted: boolean
  readonly required: boolean
  readonly automatic_grading: boolean
  readonly versions: readonly FormVersion[]
}

export type RecordFacts = WarningFacts | EntryFacts | SuspensionFacts | FormFacts

export type RecordChange =
  | { readonly to: 'ended' | 'live' }
  | { readonly to: 'live with'; readonly terms: EntryTerms }
  | { readonly to: 'changed'; readonly terms: Readonly<Record<string, string | null>> }
  | { readonly to: 'version'; readonly version: number }

export interface NeededRecord {
  readonly kind: RecordKind
  readonly id: string
  readonly entries: readonly string[]
  readonly change: RecordChange
}

export interface RecordSituation {
  readonly kinds: readonly string[]
  readonly ranks: readonly RankRow[]
  readonly bounds: RankBounds | null
  readonly mayGradeAutomatically: boolean
  /** Bytes that are left for forms. */
  readonly roomForForms: number
}

export interface RecordOutcome extends Keeping {
  /**
   * @param change null: the record is what it was before
   * @param reason what stays
   */
  record(items: readonly Item[], change: NeededRecord | null, reason?: 'password_kept' | null): void
}

type Run<Record extends RecordFacts = RecordFacts> = Taken & {
  readonly record: Record
  /** All of the log, also those of the author, which have the former values. */
  readonly entries: readonly Entry[]
}

/** @param items of records */
export function decideRecords(
  outcome: RecordOutcome,
  { items, others, entries }: Changes & Pick<Run, 'entries'>,
  records: readonly RecordFacts[],
  situation: RecordSituation,
): void {
  const known = new Set(records.map(({ id }) => id))
  outcome.keep(
    items.filter(({ object }) => object === null || !known.has(object)),
    { reason: 'values_erased' },
  )
  const runs = records.flatMap((record): Run[] => {
    const of = ({ object }: Pick<Item, 'object'>) => object === record.id
    const own = record.kind === 'application' ? sameVersions(record, items.filter(of)) : items.filter(of)
    const run = takeRun(outcome, { items: own, others: others.filter(of) }, currentOf(record))
    return run ? [{ ...run, record, entries }] : []
  })
  // an account or a group has one live entry, so that one ends before another begins, and the newest begins
  const ended = new Set(runs.flatMap(({ record, before }) => (before === 0 ? record.id : [])))
  let room = situation.roomForForms
  for (const run of [...runs].sort((one, other) => one.before - other.before || newest(other) - newest(one))) {
    if (isRunOf(run, 'warning')) decideWarning(outcome, run)
    else if (isRunOf(run, 'blacklistEntry')) decideEntry(outcome, run, ended)
    else if (isRunOf(run, 'suspension')) decideSuspension(outcome, run, situation)
    else if (isRunOf(run, 'application')) room -= decideForm(outcome, run, { ...situation, roomForForms: room })
  }
}

const newest = ({ items }: Taken): number => Number(items[0]?.auditId ?? 0)

function isRunOf<Kind extends RecordKind>(
  run: Run,
  kind: Kind,
): run is Run<Extract<RecordFacts, { readonly kind: Kind }>> {
  return run.record.kind === kind
}

const currentOf = (record: RecordFacts): number =>
  record.kind === 'application' ? (record.isDeleted ? 0 : firstLike(record, record.version)) : record.current

const needed = ({ record: { kind, id }, items }: Run, change: RecordChange): NeededRecord => ({
  kind,
  id,
  change,
  entries: items.map(({ auditId }) => auditId),
})

function decideWarning(outcome: RecordOutcome, run: Run<WarningFacts>): void {
  const { items, before, after, record } = run
  if (before === after) return outcome.record(items, null)
  if (record.hasExpired) return outcome.keep(items, { reason: 'has_ended' })
  outcome.record(items, needed(run, { to: before === 0 ? 'ended' : 'live' }))
}

/** @param ended the entries that do not hold others back; those of the same outcome */
function decideEntry(outcome: RecordOutcome, run: Run<EntryFacts>, ended: Set<string>): void {
  const { items, before, after, record } = run
  const isPast = ({ expiresAt }: EntryTerms) => expiresAt !== null && Date.parse(expiresAt) <= Date.parse(record.now)
  const isLive = record.current === 1 && !isPast(record.terms)
  if (before === 0 && after === 0) return outcome.record(items, null)
  if (before === 0 && !isLive) return outcome.keep(items, { reason: 'has_ended' })
  if (before === 0) return outcome.record(items, needed(run, { to: 'ended' }))
  const changed = formerTerms(items, run.entries)
  const terms = { ...record.terms, ...changed }
  if (isLive && Object.keys(changed).length === 0) return outcome.record(items, null)
  if (isLive) return outcome.record(items, needed(run, { to: 'changed', terms: changed }))
  if (isPast(terms)) return outcome.keep(items, { reason: 'has_ended' })
  const live = liveEntry(run, ended)
  if (live !== null) return outcome.keep(items, { reason: 'later_change', ...live })
  ended.add(subjectOf(record))
  outcome.record(items, needed(run, { to: 'live with', terms }))
}

const subjectOf = ({ userId, groupId }: EntryFacts): string => `${userId ?? 'group'} ${groupId ?? ''}`

/** The entry that keeps the account or group on the blacklist. */
function liveEntry({ record, entries }: Run<EntryFacts>, ended: ReadonlySet<string>): { readonly by?: string } | null {
  if (ended.has(subjectOf(record))) return {}
  const { liveId } = record
  if (liveId === null || ended.has(liveId)) return null
  const by = entries.find(({ object }) => object === liveId)?.auditId
  return by === undefined ? {} : { by }
}

/** The value of each term before its oldest update. @param entries of the log, which have the values */
function formerTerms(items: readonly Item[], entries: readonly Entry[]): Record<string, string | null> {
  const termsOf = new Map(entries.map(({ auditId, terms }) => [auditId, terms]))
  return Object.assign({}, ...items.map(({ auditId }) => termsOf.get(auditId) ?? {})) as Record<string, string | null>
}

function decideSuspension(outcome: RecordOutcome, run: Run<SuspensionFacts>, { bounds }: RecordSituation): void {
  const { items, before, after, record } = run
  const { state, formerRankId: former } = record
  if (before === 0 && after === 0) return outcome.record(items, null)
  if (after === 0) return outcome.keep(items, { reason: 'suspension_lifted' })
  if (state === 'restoring' || state === 'ended') return outcome.keep(items, { reason: 'has_ended' })
  // its end gives the former rank back
  const obstacle = obstacleIn(() => {
    if (former !== null) assertWithinBounds(bounds, { held: former, given: [former], taken: [] })
  })
  if (obstacle) return outcome.keep(items, obstacle)
  const terms = formerTerms(items, run.entries)
  outcome.record(items, needed(run, before === 0 ? { to: 'ended' } : { to: 'changed', terms }))
}

/** What the reversal makes of the suspensions and blacklist entries of the member decides on its ranks. */
export function withRecords<Member extends MemberRoles>(
  member: Member,
  changes: readonly NeededRecord[],
  records: readonly RecordFacts[],
): Member {
  return changes.reduce((one, { id, change }) => {
    const record = records.find((other) => other.id === id)
    if (record?.kind === 'blacklistEntry' && change.to !== 'changed')
      return { ...one, blacklisted: change.to === 'live with' }
    if (record?.kind !== 'suspension' || change.to !== 'ended') return one
    // before its move has ended, the restore comes after what a reversal queues
    return record.state === 'active' ? restored({ ...one, suspended: false }, record) : one
  }, member)
}

/** The restore gives the former roles back while the member holds the suspended rank. */
function restored<Member extends MemberRoles>(
  member: Member,
  { suspendedUniqueId, formerUniqueId, formerRoleIds }: SuspensionFacts,
): Member {
  if (formerUniqueId === null || member.rankUniqueId !== suspendedUniqueId) return member
  const kept = member.roleIds.filter((role) => role !== suspendedUniqueId)
  const roleIds = [...new Set([...kept, ...(formerRoleIds ?? [formerUniqueId])])]
  return { ...member, rankUniqueId: formerUniqueId, roleIds }
}

/** The first version with the same definition stands for a version, so that one that was brought back is the same. */
function firstLike({ versions }: FormFacts, version: number): number {
  const digest = versions.find((one) => one.version === version)?.digest
  return versions.find((one) => one.digest === digest && digest !== undefined)?.version ?? version
}

const sameVersions = (form: FormFacts, items: readonly Item[]): Item[] =>
  items.map((item) => ({
    ...item,
    before: item.before === null ? null : firstLike(form, item.before),
    after: item.after === null ? null : firstLike(form, item.after),
  }))

/** @returns by how many bytes the forms grow */
function decideForm(outcome: RecordOutcome, run: Run<FormFacts>, situation: RecordSituation): number {
  const { items, before, after, record, entries } = run
  const passwords = new Set(
    entries.flatMap(({ auditId, passwordChanged }) => (passwordChanged === true ? auditId : [])),
  )
  const isOfPassword = ({ auditId }: Item) => passwords.has(auditId)
  const [unchanged, changed] = [
    items.filter((item) => isOfPassword(item) && item.before === item.after),
    items.filter((item) => !isOfPassword(item) || item.before !== item.after),
  ]
  // the log does not have passwords; one of a form that is removed is of no use
  if (before !== 0) outcome.keep(unchanged, { reason: 'password_kept' })
  const rest = before === 0 ? items : changed
  if (rest.length === 0) return 0
  const growth = before === after ? 0 : growthOf(record, before)
  const obstacle = before === after ? null : obstacleToForm(record, before, growth, situation)
  if (obstacle) {
    outcome.keep(rest, obstacle)
    return 0
  }
  const change: RecordChange = before === 0 ? { to: 'ended' } : { to: 'version', version: before }
  const operation = before === after ? null : { ...needed(run, change), entries: rest.map(({ auditId }) => auditId) }
  outcome.record(
    rest.filter((item) => before === 0 || !isOfPassword(item)),
    operation,
  )
  if (before !== 0) outcome.record(rest.filter(isOfPassword), null, 'password_kept')
  return growth
}

/** A new version is stored, unless the last one of a deleted form has the definition. */
function growthOf(form: FormFacts, version: number): number {
  const current = form.versions.find((one) => one.version === form.version)
  const next = form.versions.find((one) => one.version === version)
  const described = (next?.descriptionBytes ?? 0) - (form.isDeleted ? 0 : (current?.descriptionBytes ?? 0))
  const isStored = form.isDeleted && next?.digest === current?.digest
  return described + (isStored ? 0 : (next?.bytes ?? 0))
}

function obstacleToForm(
  form: FormFacts,
  version: number,
  growth: number,
  { kinds, ranks, bounds, mayGradeAutomatically, roomForForms }: RecordSituation,
): Obstacle | null {
  if (version === 0) {
    return obstacleIn(() => {
      if (form.required) throw formRequired('deleted')
    })
  }
  const next = form.versions.find((one) => one.version === version)
  if (!next) return { reason: 'values_erased' }
  if (growth > 0 && growth > roomForForms) return { reason: 'operation_failed', errorCode: 'storage_limit_reached' }
  const current = form.isDeleted ? undefined : form.versions.find((one) => one.version === form.version)
  const given = next.digest === current?.digest ? null : next.passAwards
  const decidesJoins = next.joinRequests !== null && next.joinRequests !== current?.joinRequests
  if (!needsOf(given, decidesJoins).every((kind) => kinds.includes(kind))) return { reason: 'not_permitted' }
  return obstacleIn(() => {
    assertStorable(
      { ...form, automatic_grading: current !== undefined && form.automatic_grading },
      next,
      mayGradeAutomatically,
    )
    const roles = [given?.rankUniqueId, ...(given?.roleUniqueIds ?? [])]
    const numbers = ranks.filter(({ unique_id }) => roles.includes(unique_id)).map(({ rank_id }) => rank_id)
    if (numbers.length > 0) assertWithinBounds(bounds, { held: null, given: numbers, taken: [] })
  })
}

/** What the caller must be allowed to give, as for an update of a form (`x-gives`). */
function needsOf(awards: FormVersion['passAwards'] | undefined, decidesJoins: boolean): string[] {
  const { medals = [], qualifications = [], rankUniqueId, roleUniqueIds = [] } = awards ?? {}
  return [
    ...(medals.length > 0 ? ['medal'] : []),
    ...(qualifications.length > 0 ? ['qualification'] : []),
    ...(rankUniqueId === undefined ? [] : ['rank']),
    ...(roleUniqueIds.length > 0 ? ['role'] : []),
    ...(decidesJoins ? ['join'] : []),
  ]
}
