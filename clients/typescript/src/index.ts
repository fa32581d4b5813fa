import createFetchClient from 'openapi-fetch'
import { ApiError, NoAnswerError, type ErrorCode } from './errors.js'
import { operations as table } from './operations.js'
import { pause, withRetries, type RetryOptions } from './retry.js'
import { safeMethods, type SafeMethods, type WaitOptions } from './safe.js'
import type { Answer, CompleteItem, Input, Item, ListId, Methods, OperationId, WithoutFields } from './types.js'
import type { components } from './schema.js'

export { ApiError, isApiError, NoAnswerError, type ErrorCode } from './errors.js'
export type { SafeMethods, WaitOptions } from './safe.js'
export type { Answer, Input, OperationId } from './types.js'
export type { components, operations, paths } from './schema.js'

/** A schema of the contract: `Schema<'Member'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export interface ClientOptions extends RetryOptions {
  /** `https://community.example.com`, without a path of the API. */
  readonly baseUrl: string
  readonly key: string
  readonly communityId: string
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** One method for each operation of the contract, by operationId. */
export interface Client extends Methods, SafeMethods {
  /** The items of all pages of a list. */
  each<Id extends ListId>(
    operationId: Id,
    input?: Input<Id> & WithoutFields,
  ): AsyncGenerator<CompleteItem<Id>, void, undefined>
  each<Id extends ListId>(operationId: Id, input: Input<Id>): AsyncGenerator<Item<Id>, void, undefined>
  /** Reads a rank change until it has ended or the time has passed; look at its `status`. */
  waitForOperation(operationId: string, options?: WaitOptions): Promise<Schema<'PlatformOperation'>>
}

interface AnyInput {
  readonly path?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal
}
/** openapi-fetch without the types of the paths; methods have those of the operations. */
type Untyped = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: object; error?: unknown; response: Response }>

/**
 * A client with retries where they are safe: of reads, of operations marked `x-repeatable`, and of those with an
 * `Idempotency-Key`, which it makes unless you give one.
 * @throws TypeError for a key or an id of the community that no header can carry; it does not repeat them
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, key, communityId, fetch = (request: Request) => globalThis.fetch(request) } = options
  const http = createFetchClient({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: {
      Authorization: `Bearer ${headerValue('key', key)}`,
      'X-Community-Id': headerValue('communityId', communityId),
    },
    querySerializer: { array: { style: 'form', explode: false } },
  })
  const request = http.request as unknown as Untyped
  const call = async (operationId: OperationId, input: AnyInput = {}): Promise<object> => {
    const [method, path, repetition] = table[operationId]
    const { path: pathValues, query, body, signal } = input
    const header =
      repetition === 'by key' ? { 'Idempotency-Key': crypto.randomUUID(), ...input.headers } : input.headers
    const { data, error, response } = await request(method, path, {
      ...{ params: { path: pathValues, query, header }, body, signal },
      fetch: withRetries(fetch, options, repetition !== 'never'),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new NoAnswerError(`${operationId}: no answer (${cause instanceof Error ? cause.message : String(cause)})`, {
        cause,
      })
    })
    if (!response.ok) throw failureOf(operationId, response, error)
    return { ...data, status: response.status, headers: response.headers }
  }
  const methods = Object.fromEntries(
    Object.keys(table).map((id) => [id, (input?: AnyInput) => call(id as OperationId, input)]),
  ) as unknown as Methods
  const waitForOperation = waiting(methods)
  return { ...methods, ...safeMethods(methods, waitForOperation), each: pagesOf(call), waitForOperation }
}

/** Copied with spaces or a line end, it would be refused by fetch, whose error repeats it. */
function headerValue(name: 'key' | 'communityId', value: string): string {
  const stripped = value.trim()
  if (/^[!-~]+$/.test(stripped)) return stripped
  throw new TypeError(`${name} is empty or has a character that no ${name} has; copy it again (it is not shown here)`)
}

function failureOf(operationId: string, response: Response, body: unknown): ApiError | NoAnswerError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: { code?: unknown } }
  if (typeof error?.code === 'string') return new ApiError(response, error as { code: ErrorCode; message: string })
  const { status } = response
  return new NoAnswerError(`${operationId}: HTTP ${status} without an error of the API`, { status })
}

/** Lists of the specification have the items and the cursor in `data`; the audit feed always has a cursor. */
interface Page {
  readonly data: readonly unknown[] | { readonly items: readonly unknown[]; readonly nextCursor: string | null }
  readonly meta?: { readonly nextCursor: string | null; readonly hasMore?: boolean }
}

function pagesOf(call: (id: OperationId, input: AnyInput) => Promise<object>): Client['each'] {
  return async function* each(operationId: OperationId, input: AnyInput = {}) {
    let cursor: string | null = null
    do {
      const query = cursor === null ? input.query : { ...input.query, cursor }
      const { data, meta } = (await call(operationId, query ? { ...input, query } : input)) as Page
      yield* 'items' in data ? data.items : data
      cursor = 'items' in data ? data.nextCursor : meta?.hasMore === false ? null : (meta?.nextCursor ?? null)
    } while (cursor !== null)
  } as Client['each']
}

const ENDED: readonly string[] = ['succeeded', 'failed', 'cancelled']

function waiting({ getPlatformOperation }: Methods): Client['waitForOperation'] {
  return async (operationId, { timeoutSeconds = 60, signal } = {}) => {
    const deadline = Date.now() + timeoutSeconds * 1_000
    for (let seconds = 0.25; ; seconds = Math.min(seconds * 2, 5)) {
      const { data } = await getPlatformOperation({ path: { operationId }, ...(signal && { signal }) })
      const left = (deadline - Date.now()) / 1_000
      if (ENDED.includes(data.status) || left <= 0) return data
      await pause(Math.min(seconds, left), signal)
    }
  }
}
