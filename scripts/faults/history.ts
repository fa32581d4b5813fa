// A trial's requests, responses, platform writes and final states. Milliseconds since the epoch.

/** A role, or one step. */
export type RankGoal = { readonly kind: 'set'; readonly role: number } | { readonly kind: 'promote' | 'demote' }
/** Of a role that is no rank. */
export type RoleGoal = { readonly kind: 'assign' | 'unassign'; readonly role: number }
export type Goal = RankGoal | RoleGoal
export const isRoleGoal = (goal: Goal): goal is RoleGoal => goal.kind === 'assign' || goal.kind === 'unassign'

/** As far as the checker reads. */
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

export interface AcceptedOperation<G extends Goal = Goal> {
  readonly key: string
  readonly groupId: number
  readonly userId: number
  readonly goal: G
  /** First request, first response. */
  readonly sentAt: number
  readonly answeredAt: number
  /** Of its responses. */
  readonly ids: readonly string[]
  /** Null: not found. */
  readonly final: ShownOperation | null
}

/** A synchronous change. */
export interface SynchronousChange {
  readonly groupId: number
  readonly userId: number
  readonly goal: RankGoal
  readonly sentAt: number
  readonly answeredAt: number
  /** null: no response. */
  readonly status: number | null
  readonly code: string | null
  /** Final state. */
  readonly operation: ShownOperation | null
}

/** Even if its response was lost. */
export interface AppliedWrite {
  readonly seq: number
  readonly at: number
  readonly verb: 'assignRole' | 'unassignRole'
  readonly groupId: number
  readonly userId: number
  readonly roleId: number
  /** Had an effect. */
  readonly changed: boolean
}

/** By hand, of a role that is no rank. */
export interface RoleChange {
  readonly groupId: number
  readonly userId: number
  readonly roleId: number
  /** Or taken. */
  readonly given: boolean
}

/** Without the base role. */
export interface MemberRoles {
  readonly groupId: number
  readonly userId: number
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
  /** In order. */
  readonly hands: readonly RoleChange[]
}
