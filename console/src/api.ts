// Requests to the server, with the types of the contract.
import createClient from 'openapi-fetch'
import type { components, paths } from '../../generated/openapi'

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export const api = createClient<paths>({ baseUrl: window.location.origin })

/** An error that the server answered; `status` 0 means that no answer came. */
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

/** A repeated request with the same key has one effect. */
export const newKey = (): string => crypto.randomUUID()

interface Page<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly nextCursor: string | null }
}

/** Of lists of hundreds at most. */
export async function allPages<Item>(read: (query: { cursor?: string }) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let query: { cursor?: string } | null = {}; query !== null;) {
    const { data, meta }: Page<Item> = await read(query)
    items.push(...data)
    query = meta.nextCursor === null ? null : { cursor: meta.nextCursor }
  }
  return items
}
