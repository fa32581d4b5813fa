// Requests to the server, with the types of the contract.
import createClient from 'openapi-fetch'
import type { components, paths } from '../../generated/openapi'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export const api = createClient<paths>({ baseUrl: window.location.origin })

export type SignInWay = 'passkey' | 'issuer'
type Ask = (way: SignInWay) => Promise<boolean>

let ask: Ask | null = null

/** @param other asks the person for a proof; true: it was given. @returns what ends it */
export function onProofRequired(other: Ask): () => void {
  ask = other
  return () => (ask = null)
}

/** A body can be read once. */
const copies = new WeakMap<Request, Request>()

api.use({
  onRequest: ({ request }) => void copies.set(request, request.clone()),
  onResponse: async ({ request, response }) => {
    const way = response.status === 403 ? await proofAskedIn(response.clone()) : null
    const copy = copies.get(request)
    return way !== null && copy && (await ask?.(way)) ? fetch(copy) : undefined
  },
})

async function proofAskedIn(response: Response): Promise<SignInWay | null> {
  const { error } = (await response.json().catch(() => ({}))) as { readonly error?: Refusal }
  if (error?.code !== 'proof_required') return null
  return error.details?.signIn === 'issuer' ? 'issuer' : 'passkey'
}

interface Refusal {
  readonly code: string
  readonly details?: { readonly signIn?: SignInWay }
}

/** An error that the server answered; `status` 0: no answer came. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
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
    throw new RequestError(0, 'no_answer', 'The server does not answer. Check the connection, then try again.')
  })
  if (response.ok) return data as Data
  const {
    code = 'unknown',
    message = `The server answered ${response.status}.`,
    details,
  } = (error as { error?: Partial<Schema<'ErrorResponse'>['error']> } | undefined)?.error ?? {}
  throw new RequestError(response.status, code, message, details)
}

export const isSignedOut = (error: unknown): boolean => error instanceof RequestError && error.status === 401

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
