// Types of the steps of a request.
import type { Document, OpenAPIBackend, Operation } from 'openapi-backend'
import type { operationTable } from '../../generated/operations'
import type { KeyCache } from '../auth/key-cache'
import type { ExactLimiter, RateLimiter } from '../auth/limits'
import type { Ctx, Requirement } from '../context'
import type { ReplyCheck, WireReply } from '../contract/replies'
import type { ApiRequest, IndexedRouter } from '../contract/router'
import type { AllHandlers, OperationId } from '../contract/types'
import type { RequestValidator } from '../contract/validator'
import type { DeprecationHeaders } from './deprecation'
import type { RequestContext } from './request-context'

export interface ApiParts {
  readonly document: Document
  readonly handlers: AllHandlers
  readonly keys: KeyCache
  /** Empty: notifications are refused. */
  readonly platformSecrets: readonly string[]
  /** null: off. */
  readonly limits: {
    readonly key: RateLimiter
    readonly address: RateLimiter
    /** Shared by the application access routes. */
    readonly access: Pick<ExactLimiter | RateLimiter, 'charge' | 'limit'>
  } | null
  readonly base: Omit<Ctx, 'community' | 'actor' | 'requestId' | 'log' | 'now'>
  /** Absent: the system clock. */
  readonly now?: (() => Date) | undefined
}

/** Never rejects. */
export type HandleRequest = (context: RequestContext) => Promise<WireReply>

export interface Api extends ApiParts {
  readonly now: () => Date
  readonly router: IndexedRouter
  readonly validator: RequestValidator
  /** Dispatches to the handlers by operationId. */
  readonly backend: OpenAPIBackend
  readonly replies: ReplyCheck
  /** Operations with `x-gives`. */
  readonly withEffects: ReadonlySet<string>
  /** By operationId. */
  readonly deprecations: ReadonlyMap<string, DeprecationHeaders>
}

export interface Route {
  readonly operation: Operation
  readonly operationId: OperationId
  readonly facts: (typeof operationTable)[OperationId]
  /** null: signed by the platform. */
  readonly requirement: Requirement | null
  readonly request: ApiRequest
}

export type HandlerReply = Pick<WireReply, 'status'> & Partial<WireReply>
