import type { operations as Contract } from './schema.js'
import type { operations as table } from './operations.js'

/** Operations for API keys. */
export type OperationId = keyof typeof table & keyof Contract

type Operation<Id extends OperationId> = Contract[Id]
type Parameters<Id extends OperationId> = Operation<Id>['parameters']
type BodyOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : unknown
type Success<Id extends OperationId> = {
  [Status in keyof Operation<Id>['responses']]: Status extends 200 | 201 | 202
    ? BodyOf<Operation<Id>['responses'][Status]>
    : never
}[keyof Operation<Id>['responses']]

/** A group of parameters: required if one of its parameters is. */
type Group<Name extends string, Values> = [Values] extends [undefined]
  ? unknown
  : object extends Values
    ? { readonly [N in Name]?: Values }
    : { readonly [N in Name]: Values }
type Present<Holder, Name extends string> = Name extends keyof Holder ? NonNullable<Holder[Name]> : undefined
type RequestBody<Id extends OperationId> =
  Operation<Id> extends { requestBody: infer Body }
    ? { readonly body: BodyOf<Body> }
    : Operation<Id> extends { requestBody?: infer Body }
      ? [NonNullable<Body>] extends [never]
        ? unknown
        : { readonly body?: BodyOf<NonNullable<Body>> }
      : unknown

/** What an operation takes: the parameters of its path, its query, headers and body. */
export type Input<Id extends OperationId> = Group<'path', Present<Parameters<Id>, 'path'>> &
  Group<'query', Partial<Present<Parameters<Id>, 'query'>>> &
  RequestBody<Id> & { readonly headers?: Record<string, string>; readonly signal?: AbortSignal }

/** The body of a success, with the status and the headers. */
export type Answer<Id extends OperationId> = Success<Id> & { readonly status: number; readonly headers: Headers }

/** Lists whose records have the properties that `fields` in the query selects. */
type SelectingId = {
  [Id in OperationId]: 'fields' extends keyof Present<Parameters<Id>, 'query'>
    ? Success<Id> extends { readonly data: readonly unknown[] }
      ? Id
      : never
    : never
}[OperationId]
export interface WithoutFields {
  readonly query?: { readonly fields?: never }
}
type Complete<Body> = Body extends { readonly data: readonly (infer One)[] }
  ? Omit<Body, 'data'> & { readonly data: readonly Required<One>[] }
  : Body

interface SelectingMethod<Id extends OperationId> {
  (input?: Input<Id> & WithoutFields): Promise<Complete<Answer<Id>>>
  (input: Input<Id>): Promise<Answer<Id>>
}

export type Methods = {
  readonly [Id in OperationId]: Id extends SelectingId
    ? SelectingMethod<Id>
    : object extends Input<Id>
      ? (input?: Input<Id>) => Promise<Answer<Id>>
      : (input: Input<Id>) => Promise<Answer<Id>>
}

interface ListBody<One> {
  readonly data: readonly One[]
  readonly meta: { readonly nextCursor: string | null }
}
interface ListInData<One> {
  readonly data: { readonly items: readonly One[]; readonly nextCursor: string | null }
}

/** Lists with pages. */
export type ListId = {
  [Id in OperationId]: Success<Id> extends ListBody<unknown> | ListInData<unknown> ? Id : never
}[OperationId]
export type Item<Id extends ListId> =
  Success<Id> extends ListBody<infer One> ? One : Success<Id> extends ListInData<infer One> ? One : never
/** Of a list that is read without `fields`. */
export type CompleteItem<Id extends ListId> = Id extends SelectingId ? Required<Item<Id>> : Item<Id>
