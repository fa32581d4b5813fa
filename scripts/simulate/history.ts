// What one schedule did, for the properties (properties.ts) and the coverage (sometimes.ts).
import type { AnyStep } from '../../src/operations/rules'
import type { ErrorCode } from '../../src/base/errors'
import type { Schema } from '../../src/contract/types'
import type { Authority } from '../../src/operations/dispatch/state'
import type { Budget, Database, Operation, Take } from './database'
import type { Group } from './platform'
import type { Options, StepKind } from './simulation'

/** A write that was sent to the platform. */
export interface SentWrite {
  readonly verb: AnyStep['verb']
  /** 0 for a join request. */
  readonly role: number
  readonly operationId: string
  readonly claims: number
  readonly communityId: string
  readonly userId: number
  readonly sentAt: number
  /** The account whose membership it named; null: none. */
  named: number | null
  /** Null: not applied. */
  appliedAt: number | null
  changed: boolean
}

/** By a person, on the platform. */
export interface ManualChange {
  readonly at: number
  readonly communityId: string
  /** Null: of all members, when a role is deleted. */
  readonly userId: number | null
  /** The role that was given or taken; null: several, or the membership. */
  readonly role: { readonly id: number; readonly isRank: boolean } | null
}

export interface Recorded {
  readonly at: number
  readonly operationId: string
  readonly claims: number
  /** An earlier execution may have sent something. */
  readonly wasSent: boolean
  readonly authority: Authority
}

/** What a synchronous request, or a cancellation, was answered. */
export interface Answered {
  readonly at: number
  readonly userId: number
  /** Operations that the request may have queued. */
  readonly operationIds: readonly string[]
  /** Null: it succeeded. */
  readonly code: ErrorCode | null
  /** `details.committed` of the error. */
  readonly committed: readonly string[]
  /** `meta.autoRank` of the answer to an award. */
  readonly autoRank?: Pick<Schema<'AutoRankOutcome'>, 'outcome' | 'operationId'>
}

export interface Claim {
  readonly at: number
  readonly operation: Operation
  /** Those of the member that were accepted before and have not ended. */
  readonly ahead: readonly string[]
  /** The budget of the owner after the claim. */
  readonly budget: Budget | null
  /** Executions of the community at once, with this one. */
  readonly running: number
}

export interface History {
  readonly options: Options
  readonly database: Database
  readonly groups: ReadonlyMap<string, Group>
  /** Acknowledged to a client. */
  readonly accepted: { readonly operationId: string; readonly key: string | undefined }[]
  readonly claims: Claim[]
  /** Operations whose process was lost. */
  readonly interrupted: Set<string>
  /** Roles that were no ranks when the operation succeeded. */
  readonly unmanaged: Map<string, readonly number[]>
  readonly records: Recorded[]
  readonly answers: Answered[]
  readonly takes: Take[]
  readonly writes: SentWrite[]
  readonly manual: ManualChange[]
  /** When a reversal decided to queue the operation. */
  readonly previews: Map<string, number>
  /** Roles were declared ranks or none, created or deleted. */
  readonly declarations: { readonly at: number; readonly communityId: string }[]
  /** The bounds of a key were changed. */
  readonly bounded: { readonly at: number; readonly communityId: string }[]
  /** The kind of each step: a statement or a call. */
  readonly steps: StepKind[]
  /** Acts and faults that a smaller schedule can leave out. */
  readonly parts: Set<string>
  readonly reached: Set<string>
  readonly trace: TraceLine[] | null
  readonly endedAt: number
}

export interface TraceLine {
  readonly at: number
  readonly actor: string
  readonly act: string
  readonly answer: string
}
