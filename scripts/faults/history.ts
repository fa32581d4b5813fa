// What a trial leaves behind: what clients asked for and were told, what the platform was made to do, where everyone stands.
// Times are milliseconds since the epoch.

/** The rank a client asks for: a role by its id, or one step from wherever the member then stands. */
export type Goal = { readonly kind: 'set'; readonly role: number } | { readonly kind: 'promote' | 'demote' }

/** An operation as GET shows it; only what the checker reads. */
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

/** One idempotency key, and what became of it. */
export interface AcceptedOperation {
  readonly key: string
  readonly groupId: number
  readonly userId: number
  readonly goal: Goal
  /** When it was first sent, and when it was first answered. */
  readonly sentAt: number
  readonly answeredAt: number
  /** Every id the key was answered with. */
  readonly ids: readonly string[]
  /** As read at the end; null: it was not found. */
  readonly final: ShownOperation | null
}

/** A change on a synchronous route, sent once. */
export interface SynchronousChange {
  readonly groupId: number
  readonly userId: number
  readonly goal: Goal
  readonly sentAt: number
  readonly answeredAt: number
  /** null: there was no answer. */
  readonly status: number | null
  readonly code: string | null
  /** The operation the answer refers to, as read at the end. */
  readonly operation: ShownOperation | null
}

/** A role write that the platform applied, whether its answer arrived or not. */
export interface AppliedWrite {
  readonly seq: number
  readonly at: number
  readonly verb: 'assignRole' | 'unassignRole'
  readonly groupId: number
  readonly userId: number
  readonly roleId: number
  /** The roles were others before. */
  readonly changed: boolean
}

/** The roles a member held beside the base role. */
export interface MemberRoles {
  readonly groupId: number
  readonly userId: number
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export interface History {
  /** The assignable roles of each group, lowest first: the first is the base role, which everyone holds. */
  readonly ladders: ReadonlyMap<number, readonly number[]>
  readonly operations: readonly AcceptedOperation[]
  readonly synchronous: readonly SynchronousChange[]
  /** In the order of application. */
  readonly journal: readonly AppliedWrite[]
  readonly members: readonly MemberRoles[]
}
