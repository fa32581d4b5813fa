// Requests to the server, with the types of the contract. Writes go through patterns/acts.ts.
import createClient from 'openapi-fetch'
import type { components, paths } from '../../generated/openapi'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]
export type ErrorCode = Schema<'ErrorCode'>

const client = createClient<paths>({ baseUrl: window.location.origin })

/** Reads. */
export const api: Pick<typeof client, 'GET'> = client
/** With all methods: for patterns/acts.ts alone. */
export const writes = client

export type SignInWay = 'passkey' | 'issuer'

/**
 * What the server asks of the person before it does what was sent: a fresh proof, to confirm more takes than `limit`, or to sign in
 * because the session has ended.
 */
export type Question =
  | { readonly is: 'proof'; readonly way: SignInWay }
  | { readonly is: 'takes'; readonly limit: number }
  | { readonly is: 'sign-in' }
type Ask = (question: Question) => Promise<boolean>

let ask: Ask | null = null

/** @param other puts the question to the person; true: answered with yes. @returns what ends it */
export function onQuestion(other: Ask): () => void {
  ask = other
  return () => (ask = null)
}

/** A body can be read once. */
const copies = new WeakMap<Request, Request>()

client.use({
  onRequest: ({ request }) => void copies.set(request, request.clone()),
  onResponse: ({ request, response }) => repeatedAfter(copies.get(request), response),
})

/** @returns the answer to the request that was repeated; undefined: the server asked nothing, or the person declined */
async function repeatedAfter(request: Request | undefined, response: Response): Promise<Response | undefined> {
  const question = [401, 403, 429].includes(response.status) ? await questionIn(response.clone()) : null
  if (!request || !question || isOfSignIn(request) || !(await ask?.(question))) return undefined
  const again = request.clone()
  if (question.is === 'takes') again.headers.set('X-Confirmed', 'true')
  const answer = await fetch(again.clone())
  return (await repeatedAfter(again, answer)) ?? answer
}

/** The sign-in and the sign-out need no session; players have sessions of another kind. */
const isOfSignIn = ({ url }: Request): boolean =>
  /\/v2\/(sign-in|session\/end|applicant-session)/.test(new URL(url).pathname)

async function questionIn(response: Response): Promise<Question | null> {
  if (response.status === 401) return { is: 'sign-in' }
  const { error } = (await response.json().catch(() => ({}))) as { readonly error?: Refusal }
  const { signIn, confirmWith, limit = 0 } = error?.details ?? {}
  if (error?.code === 'proof_required') return { is: 'proof', way: signIn === 'issuer' ? 'issuer' : 'passkey' }
  return confirmWith === 'X-Confirmed' ? { is: 'takes', limit } : null
}

interface Refusal {
  readonly code: string
  readonly details?: { readonly signIn?: SignInWay; readonly confirmWith?: string; readonly limit?: number }
}

/** An error that the server answered; `status` 0: no answer came. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    /** Milliseconds since 1970 at which the server may be asked again; null: it named no time. */
    readonly retryAt: number | null = null,
  ) {
    super(message)
  }
}

interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** @throws RequestError */
export async function answerOf<Data>(request: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await request.catch(() => {
    throw new RequestError(0, 'no_answer', 'no answer came')
  })
  if (response.ok) return data as Data
  const {
    code = 'unknown',
    message = `${response.status}`,
    details,
  } = (error as { error?: Partial<Schema<'ErrorResponse'>['error']> } | undefined)?.error ?? {}
  throw new RequestError(response.status, code, message, details, retryAtOf(response))
}

/** `Retry-After` in seconds; the server sends no dates. */
function retryAtOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('Retry-After') ?? NaN)
  return Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null
}

export const isSignedOut = (error: unknown): boolean => error instanceof RequestError && error.status === 401

/** An idempotency key: a repeated request with the same key has one effect. */
export const newKey = (): string => crypto.randomUUID()

interface Page<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly nextCursor: string | null }
}

/** All items of a list that has hundreds at most. */
export async function allPages<Item>(read: (query: { cursor?: string }) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let query: { cursor?: string } | null = {}; query !== null;) {
    const { data, meta }: Page<Item> = await read(query)
    items.push(...data)
    query = meta.nextCursor === null ? null : { cursor: meta.nextCursor }
  }
  return items
}
