// The history of a trial: requests and responses of the clients, writes on the platform, and final states. Times are
// milliseconds since the epoch.

/** The requested rank: a role, or one step from the current one. */
export type Goal = { readonly kind: 'set'; readonly role: number } | { readonly kind: 'promote' | 'demote' }

/** The fields of an operation that the checker reads. */
export interface ShownOperation {
  readonly id: string
  readonly status: string
  readonly userId: string
  readonly target: { readonly uniqueId?: number | null } | null
  readonly attempts: readonly { readonly at: string; readonly from: string | null; readonly to: string }[]
  readonly createdAt: string
  readonly dispatchedAt: string | null
  readonly completedAt: string | null
  readonly error: { readonly code: string } | null
}

/** An idempotency key and its operation. */
export interface AcceptedOperation {
  readonly key: string
  readonly groupId: number
  readonly userId: number
  readonly goal: Goal
  /** Time of the first request and of the first response. */
  readonly sentAt: number
  readonly answeredAt: number
  /** Operation ids of its responses. */
  readonly ids: readonly string[]
  /** Final state; null: not found. */
  readonly final: ShownOperation | null
}

/** A synchronous change. */
export interface SynchronousChange {
  readonly groupId: number
  readonly userId: number
  readonly goal: Goal
  readonly sentAt: number
  readonly answeredAt: number
  /** null: no response. */
  readonly status: number | null
  readonly code: string | null
  /** Final state of the operation named in the response. */
  readonly operation: ShownOperation | null
}

/** A role write applied by the platform, even if its response was lost. */
export interface AppliedWrite {
  readonly seq: number
  readonly at: number
  readonly verb: 'assignRole' | 'unassignRole'
  readonly groupId: number
  readonly userId: number
  readonly roleId: number
  /** It had an effect. */
  readonly changed: boolean
}

/** Roles of a member without the base role. */
export interface MemberRoles {
  readonly groupId: number
  readonly userId: number
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export interface History {
  /** The assignable roles of each group, lowest first; the first is the base role of every member. */
  readonly ladders: ReadonlyMap<number, readonly number[]>
  readonly operations: readonly AcceptedOperation[]
  readonly synchronous: readonly SynchronousChange[]
  /** In the order of application. */
  readonly journal: readonly AppliedWrite[]
  readonly members: readonly MemberRoles[]
}
