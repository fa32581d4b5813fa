// Handler types, derived from operations.
import type { components, operations } from '../../generated/openapi'
import type { operationTable, signInTable } from '../../generated/operations'
import type { Ctx, SignedIn } from '../context'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]
type Tables = typeof operationTable & typeof signInTable
/** Called by a key or by the platform. */
export type OperationId = keyof operations & keyof typeof operationTable
export type SignInId = keyof operations & keyof typeof signInTable
export type ServedId = OperationId | SignInId
type Facts<Id extends ServedId> = Tables[Id]
export type Tag = Facts<ServedId>['tag']

type None = Record<never, never>
type OrNone<T> = [T] extends [never] ? None : T
type Part<Id extends ServedId, Where extends 'path' | 'query' | 'header'> = OrNone<
  NonNullable<operations[Id]['parameters'][Where]>
>
type LowerCased<T> = { [Name in keyof T as Lowercase<Name & string>]: T[Name] }
type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : undefined
type Body<Id extends ServedId> = operations[Id] extends { requestBody: infer B }
  ? JsonOf<B>
  : operations[Id] extends { requestBody?: infer B }
    ? [B] extends [never]
      ? undefined
      : JsonOf<B> | undefined
    : undefined

export interface Input<Id extends ServedId> {
  readonly path: Part<Id, 'path'>
  readonly query: Part<Id, 'query'>
  readonly header: LowerCased<Part<Id, 'header'>>
  readonly body: Body<Id>
}

type Responses<Id extends ServedId> = operations[Id]['responses']
type SuccessOf<Id extends ServedId> = Extract<keyof Responses<Id>, 200 | 201 | 202 | 204>
type CommonHeader =
  'ETag' | 'X-Request-Id' | 'X-Ignored-Parameters' | `RateLimit${'' | '-Limit' | '-Remaining' | '-Reset' | '-Policy'}`
/** All optional: the reply check enforces required ones. */
type OwnHeaders<H> = {
  [K in keyof H as string extends K ? never : K extends CommonHeader ? never : K]?: K extends 'Set-Cookie'
    ? H[K] | string[]
    : H[K]
}
/** Not {}, which accepts any header. */
type NoHeaders = Record<string, never>
type HeadersOf<R> = R extends { headers: infer H }
  ? keyof OwnHeaders<H> extends never
    ? NoHeaders
    : OwnHeaders<H>
  : NoHeaders

/** Success statuses; errors are thrown. */
export type Reply<Id extends ServedId> = {
  [S in SuccessOf<Id>]: JsonOf<Responses<Id>[S]> extends infer B
    ? [B] extends [undefined]
      ? { readonly status: S; readonly body?: never; readonly headers?: HeadersOf<Responses<Id>[S]> }
      : { readonly status: S; readonly body: B; readonly headers?: HeadersOf<Responses<Id>[S]> }
    : never
}[SuccessOf<Id>]

export interface Browser {
  /** The request comes from the server's own pages. */
  readonly isSameOrigin: boolean
  /** It comes from a page at another origin. */
  readonly isElsewhere: boolean
  /** Cookies, unchecked. */
  readonly cookie: string | null
  readonly applicant: string | null
  readonly attempt: string | null
  /** `User-Agent`. */
  readonly client: string | null
}

/** A player who has signed in to apply. */
export type ApplicantSignedIn = Pick<SignedIn, 'sessionId' | 'expiresAt'> & { readonly userId: number }

/** Without a scope, the platform calls and there is no community. */
type CtxOf<Id extends ServedId> = Facts<Id>['scope'] extends string
  ? Ctx
  : Facts<Id>['takesSession'] extends true
    ? Ctx & { readonly person: SignedIn; readonly browser: Browser }
    : Facts<Id>['takesApplicant'] extends true
      ? Ctx & { readonly applicant: ApplicantSignedIn }
      : Id extends SignInId
        ? Omit<Ctx, 'community'> & { readonly browser: Browser }
        : Omit<Ctx, 'community'>

declare const repeatable: unique symbol
/** A reply of `once` or `onceFinished` (src/idempotency/actions.ts). */
export type Once<R> = R & { readonly [repeatable]: true }

type Answer<Id extends ServedId> = Facts<Id>['takesKey'] extends true ? Once<Reply<Id>> : Reply<Id>

export type Handler<Id extends ServedId> = (ctx: CtxOf<Id>, input: Input<Id>) => Promise<Answer<Id>>

export type AllHandlers = { readonly [Id in ServedId]: Handler<Id> }
/** Those of a room: `{ … } satisfies Handlers`. */
export type Handlers = Partial<AllHandlers>
