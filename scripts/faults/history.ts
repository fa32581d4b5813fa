// The history of a trial: requests and responses of the clients, writes on the platform, and final states. Times are
// milliseconds since the epoch.

export interface OfMember {
  readonly groupId: number
  readonly userId: number
}

/** The requested rank: a role, or one step from the current one. */
export type Goal = { readonly kind: 'set'; readonly role: number } | { readonly kind: 'promote' | 'demote' }

/** The fields of an operation that the checker reads. */
export interface ShownOperation {
  readonly id: string
  readonly status: string
  readonly userId: string
  readonly target: { readonly uniqueId?: number | null } | null
  readonly attempts: readonly { readonly at: string; readonly to: string }[]
  readonly dispatchedAt: string | null
  readonly completedAt: string | null
  readonly error: { readonly code: string } | null
}

interface SentChange extends OfMember {
  readonly goal: Goal
  /** Time of the first request; `answeredAt` is that of the first response. */
  readonly sentAt: number
  readonly answeredAt: number
}

export interface AcceptedOperation extends SentChange {
  readonly key: string
  /** Operation ids of its responses. */
  readonly ids: readonly string[]
  /** The operation in the end; null: not found. */
  readonly final: ShownOperation | null
}

export interface SynchronousChange extends SentChange {
  /** null: there was no response. */
  readonly status: number | null
  readonly code: string | null
  /** The operation that the response names, in the end. */
  readonly operation: ShownOperation | null
}

/** A write that the platform applied, even if its response was lost. */
export interface AppliedWrite extends OfMember {
  readonly seq: number
  readonly at: number
  readonly verb: 'assignRole' | 'unassignRole'
  readonly roleId: number
  /** It had an effect: the member did not have, or had, the role before. */
  readonly changed: boolean
}

/** The roles of a member, without the base role. */
export interface MemberRoles extends OfMember {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export interface History {
  /** The ranks by group, lowest first; the first is the base role. The other roles are no ranks. */
  readonly ladders: ReadonlyMap<number, readonly number[]>
  readonly operations: readonly AcceptedOperation[]
  readonly synchronous: readonly SynchronousChange[]
  /** In the order in which the platform applied them. */
  readonly journal: readonly AppliedWrite[]
  readonly members: readonly MemberRoles[]
}
