// Audit entries that a reversal can take back, and their places in the log. Pure.
export const recordKinds = ['warning', 'blacklistEntry', 'suspension', 'application'] as const
/** Of records with an id of their own. */
export type RecordKind = (typeof recordKinds)[number]
export const kinds = ['experience', 'quotaPoints', 'medal', 'qualification', 'rank', 'role', ...recordKinds] as const
/** Removals and bans are listed only. */
export type Kind = (typeof kinds)[number] | 'removal' | 'ban'

export const isOfRecord = ({ kind }: Pick<Item, 'kind'>): boolean => recordKinds.some((one) => one === kind)

export interface Ordered {
  readonly auditId: string
  /** Entries of one transaction may have several (sql/functions/audit_position.sql). */
  readonly position: number
}

export const byOrder = (one: Ordered, other: Ordered): number =>
  one.position - other.position || Number(one.auditId) - Number(other.auditId)

export interface Item extends Ordered {
  /** Null: a form, or a blacklist entry of a group. */
  readonly userId: number | null
  readonly kind: Kind
  /** The name of an award, or the id of a role or record. */
  readonly object: string | null
  /**
   * Points, a number of awards, the id of a rank, 1 for a held role or a record in force, or the version of a form; 0:
   * none. Null: erased.
   */
  readonly before: number | null
  readonly after: number | null
  /** RFC 3339, of a change by hand, which has no audit entry. */
  readonly changedAt?: string
  /** What the log of the group tells of a change by hand: others changed it later, or a program cannot take it back. */
  readonly obstacle?: 'later_change' | 'only_by_hand' | null
  /** Of a member who was removed or banned, before the changes of the account. */
  readonly heldRoles?: readonly number[] | null
}

export interface LoggedEntry {
  readonly audit_id: number
  readonly position: number
  readonly action: string
  readonly user_id: number | null
  readonly before: unknown
  readonly after: unknown
}

const kindOf: Readonly<Record<string, Kind>> = {
  'member.experience': 'experience',
  'member.quotaPoints': 'quotaPoints',
  'member.medal.award': 'medal',
  'member.medal.remove': 'medal',
  'member.qualification.award': 'qualification',
  'member.qualification.remove': 'qualification',
  'member.rank': 'rank',
  'member.role': 'role',
  'warning.create': 'warning',
  'warning.revoke': 'warning',
  'warning.restore': 'warning',
  'blacklist.add': 'blacklistEntry',
  'blacklist.update': 'blacklistEntry',
  'blacklist.lift': 'blacklistEntry',
  'blacklist.restore': 'blacklistEntry',
  'suspension.add': 'suspension',
  'suspension.update': 'suspension',
  'suspension.lift': 'suspension',
  'application.create': 'application',
  'application.update': 'application',
  'application.rollback': 'application',
  'application.delete': 'application',
  'application.restore': 'application',
}

const idNames: Readonly<Record<RecordKind, string>> = {
  warning: 'warningId',
  blacklistEntry: 'blacklistEntryId',
  suspension: 'suspensionId',
  application: 'applicationId',
}
export const recordIds: readonly string[] = Object.values(idNames)

export const actions: readonly string[] = Object.keys(kindOf)

export const kindOfAction = (action: string): Kind | null => kindOf[action] ?? null

export function toItem({ audit_id, position, action, user_id: userId, before, after }: LoggedEntry): Item | null {
  const kind = kindOfAction(action)
  if (kind === null) return null
  const common = { auditId: String(audit_id), position, userId, kind }
  if (kind in idNames) return recordItem(common, action, before, after)
  if (userId === null) return null
  // without an operation, the actor has read the member, and saw a change by hand
  if ((kind === 'rank' || kind === 'role') && textOf(after, 'operationId') === null) return null
  if (kind === 'rank') return { ...common, object: null, before: roleIdOf(before, kind), after: roleIdOf(after, kind) }
  if (kind === 'role') return { ...common, ...roleChangeOf(before, after) }
  const property = kind === 'experience' || kind === 'quotaPoints' ? kind : 'count'
  const name = textOf(after, 'name') ?? textOf(before, 'name')
  return {
    ...common,
    object: property === 'count' ? (name ?? '') : null,
    // an erased text leaves the numbers: without its name, an award is not known
    before: property === 'count' && name === null ? null : numberOf(before, property),
    after: property === 'count' && name === null ? null : numberOf(after, property),
  }
}

function recordItem(
  item: Pick<Item, 'auditId' | 'position' | 'userId' | 'kind'>,
  action: string,
  before: unknown,
  after: unknown,
): Item | null {
  const name = idNames[item.kind as RecordKind]
  const object = textOf(after, name) ?? textOf(before, name)
  // an erased account leaves nothing, and an erased text an entry of the account without the record
  if (object === null) return item.userId === null ? null : { ...item, object: '', before: null, after: null }
  if (item.kind === 'application') {
    return { ...item, object, before: numberOf(before, 'version') ?? 0, after: numberOf(after, 'version') ?? 0 }
  }
  const isBegin = /\.(create|add|restore)$/.test(action)
  const isEnd = /\.(revoke|lift)$/.test(action)
  return { ...item, object, before: isBegin ? 0 : 1, after: isEnd ? 0 : 1 }
}

const roleIdOf = (side: unknown, name: 'rank' | 'role'): number | null => numberOf(valueOf(side, name), 'uniqueId')

function roleChangeOf(before: unknown, after: unknown): Pick<Item, 'object' | 'before' | 'after'> {
  const [held, given] = [roleIdOf(before, 'role'), roleIdOf(after, 'role')]
  const role = held ?? given
  if (role === null) return { object: '', before: null, after: null }
  return { object: String(role), before: held === null ? 0 : 1, after: given === null ? 0 : 1 }
}

const valueOf = (side: unknown, name: string): unknown =>
  typeof side === 'object' && side !== null ? (side as Readonly<Record<string, unknown>>)[name] : undefined

function numberOf(side: unknown, name: string): number | null {
  const value = valueOf(side, name)
  return typeof value === 'number' ? value : null
}

function textOf(side: unknown, name: string): string | null {
  const value = valueOf(side, name)
  return typeof value === 'string' ? value : null
}

/** A transaction begins at most so long before its first write. */
export const SLACK_SECONDS = 3_600
