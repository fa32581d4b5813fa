// A trial's requests, responses, platform writes and final states. Milliseconds since the epoch.

export interface OfMember {
  readonly groupId: number
  readonly userId: number
}

/** A rank, or one step. */
export type Goal = { readonly kind: 'set'; readonly role: number } | { readonly kind: 'promote' | 'demote' }

/** As far as the checker reads. */
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
  /** First request, first response. */
  readonly sentAt: number
  readonly answeredAt: number
}

export interface AcceptedOperation extends SentChange {
  readonly key: string
  /** Of its responses. */
  readonly ids: readonly string[]
  /** Null: not found. */
  readonly final: ShownOperation | null
}

export interface SynchronousChange extends SentChange {
  /** null: no response. */
  readonly status: number | null
  readonly code: string | null
  /** Final state. */
  readonly operation: ShownOperation | null
}

/** Even if its response was lost. */
export interface AppliedWrite extends OfMember {
  readonly seq: number
  readonly at: number
  readonly verb: 'assignRole' | 'unassignRole'
  readonly roleId: number
  /** Had an effect. */
  readonly changed: boolean
}

/** Without the base role. */
export interface MemberRoles extends OfMember {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export interface History {
  /** The ranks by group, lowest first; the first is the base role. The other roles are no ranks. */
  readonly ladders: ReadonlyMap<number, readonly number[]>
  readonly operations: readonly AcceptedOperation[]
  readonly synchronous: readonly SynchronousChange[]
  /** In order. */
  readonly journal: readonly AppliedWrite[]
  readonly members: readonly MemberRoles[]
}
