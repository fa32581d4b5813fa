// Types of the steps of a request.
import type { OpenAPIBackend, Operation } from 'openapi-backend'
import type { operationTable, signInTable } from '../../generated/operations'
import type { KeyCache } from '../auth/key-cache'
import type { ApplicantSessions } from '../people/applicants/sessions'
import type { Sessions } from '../people/sessions'
import type { ExactLimiter, RateLimiter } from '../limits/limits'
import type { Ctx, Requirement } from '../context'
import type { ReplyCheck, WireReply } from '../contract/replies'
import type { ApiRequest, IndexedRouter } from '../contract/router'
import type { AllHandlers, OperationId, ServedId, SignInId } from '../contract/types'
import type { RequestValidator } from '../contract/validator'
import type { DeprecationHeaders } from './deprecation'
import type { RequestContext } from './request-context'

export interface CompiledContract {
  readonly router: IndexedRouter
  readonly validator: RequestValidator
  readonly backend: OpenAPIBackend
  readonly replies: ReplyCheck
  /** By operationId. */
  readonly deprecations: ReadonlyMap<string, DeprecationHeaders>
}

export interface ApiParts {
  readonly contract: CompiledContract
  readonly handlers: AllHandlers
  readonly keys: KeyCache
  readonly sessions: Sessions
  readonly applicants: ApplicantSessions
  /** Empty: notifications are refused. */
  readonly platformSecrets: readonly string[]
  /** Null: off. */
  readonly limits: {
    readonly key: RateLimiter
    readonly address: RateLimiter
    /** Of open, submit and status of applications together. */
    readonly access: Pick<ExactLimiter, 'charge' | 'limit'>
  } | null
  readonly base: Omit<Ctx, 'community' | 'actor' | 'caller' | 'requestId' | 'log' | 'now'>
  /** Default: the clock of the machine. */
  readonly now?: (() => Date) | undefined
}

/** Never rejects. */
export type HandleRequest = (context: RequestContext) => Promise<WireReply>

export interface Api extends Omit<ApiParts, 'contract'>, CompiledContract {
  readonly now: () => Date
  /** Operations with `x-gives`. */
  readonly withEffects: ReadonlySet<string>
}

export interface Takes {
  readonly keys: boolean
  readonly sessions: boolean
  readonly applicants: boolean
}

export interface Route {
  readonly operation: Operation
  readonly operationId: ServedId
  readonly facts: (typeof operationTable)[OperationId] | (typeof signInTable)[SignInId]
  /** Null: no scope is needed. */
  readonly requirement: Requirement | null
  readonly takes: 'signature' | 'nothing' | Takes
  readonly request: ApiRequest
}
