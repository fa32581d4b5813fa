// The ids of a key that is bound to a domain are read before the handler, and written afterwards.
import type { Operation } from 'openapi-backend'
import type { Db, KeyDomain, RequestKey } from '../context'
import { idPlansOf, findIds, type FoundId, type IdPlans } from '../contract/account-ids'
import type { ApiRequest } from '../contract/router'
import { findIdsOf, resolveIds } from '../identities/queries'
import { unknownIdentity } from '../identities/rules'
import type { AnyPrincipal } from '../people/rules'
import type { HandlerReply } from '../contract/replies'
import type { Api, Route } from './api'

/** The id of an account that has none in the domain; no request accepts it. */
const NO_ID = '0'

/** @throws DomainError 404 `identity_unknown` */
export async function readAccountIds(
  { operation, request }: Route,
  { community: { communityId }, domain }: Pick<AnyPrincipal, 'community' | 'domain'>,
  { base }: Api,
): Promise<AccountIds> {
  if (domain === null) throw new Error('the key has no domain')
  const ids = new AccountIds(base.db, { communityId, domain }, operation, request)
  await ids.readRequest()
  return ids
}

const plans = new WeakMap<Operation, IdPlans>()

function plansOf(operation: Operation): IdPlans {
  const known = plans.get(operation)
  if (known) return known
  const made = idPlansOf(operation)
  plans.set(operation, made)
  return made
}

export const answerOf = ({ facts: { secrets }, operation }: Route): RequestKey['answer'] => ({
  secrets,
  accountsIn: ({ status, body }) => findIds(body, plansOf(operation).replies.get(status) ?? null).map(idAt),
})

export class AccountIds implements KeyDomain {
  readonly domain: string
  readonly sentBody: unknown
  private readonly sent = new Map<number, string>()
  private readonly communityId: string

  constructor(
    private readonly db: Db,
    { communityId, domain }: { readonly communityId: string; readonly domain: string },
    private readonly operation: Operation,
    private readonly request: ApiRequest,
  ) {
    this.communityId = communityId
    this.domain = domain
    this.sentBody = structuredClone(request.requestBody)
  }

  /**
   * An unknown id of an entry becomes a negative number, which no account has.
   * @throws DomainError 404 `identity_unknown`
   */
  async readRequest(): Promise<void> {
    const { params, query, headers, requestBody } = this.request as Record<
      'params' | 'query' | 'headers' | 'requestBody',
      unknown
    >
    const { by } = query as { by?: unknown }
    const { path, query: inQuery, header, body } = plansOf(this.operation)
    const inUrl = [...findIds(params, path, by), ...findIds(query, inQuery)]
    const found = [...inUrl, ...findIds(headers, header), ...findIds(requestBody, body)]
    const ids = [...new Set(found.map(idAt))]
    if (ids.length === 0) return
    const accounts = await resolveIds(this.db, this.communityId, this.domain, ids)
    for (const one of found) {
      const id = idAt(one)
      const account = accounts.get(id) ?? this.unknown(id, one)
      accounts.set(id, account)
      this.sent.set(account, String(id))
      write(one, account)
    }
  }

  idOf(account: number): string {
    return this.sent.get(account) ?? NO_ID
  }

  async inReply(reply: HandlerReply, operation: Operation, db: Db = this.db): Promise<HandlerReply> {
    const plan = plansOf(operation).replies.get(reply.status) ?? null
    if (plan === null) return reply
    const body: unknown = structuredClone(reply.body)
    const found = findIds(body, plan)
    const others = [...new Set(found.map(idAt))].filter((account) => !this.sent.has(account))
    const known =
      others.length === 0 ? new Map<number, number>() : await findIdsOf(db, this.communityId, this.domain, others)
    const idOf = (account: number): string | undefined => known.get(account)?.toString() ?? this.sent.get(account)
    for (const one of found) one.holder[one.key] = idOf(idAt(one)) ?? NO_ID
    for (const error of entryErrorsIn(body)) error.message = withIds(error.message, idOf)
    return { ...reply, body }
  }

  inError(reply: HandlerReply): HandlerReply {
    const { error } = reply.body as { error: { message: string } }
    const message = withIds(error.message, (account) => this.sent.get(account))
    return { ...reply, body: { error: { ...error, message } } }
  }

  private unknown(id: number, { isEntry }: FoundId): number {
    if (!isEntry) throw unknownIdentity(this.domain, id)
    return -(this.sent.size + 1)
  }
}

/** The text of an error with ids in place of accounts. An id `of` a domain is one already. */
function withIds(message: string, idOf: (account: number) => string | undefined): string {
  return message.replace(/\b(account|id) (\d+)\b(?! of )/g, (text, word: string, account: string) => {
    const id = idOf(Number(account))
    return id === undefined ? text : `${word} ${id}`
  })
}

function entryErrorsIn(value: unknown): { message: string }[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const { message } = (inner ?? {}) as { message?: unknown }
    return name === 'error' && typeof message === 'string' ? [inner as { message: string }] : entryErrorsIn(inner)
  })
}

const idAt = ({ holder, key }: FoundId): number => Number(holder[key])

function write({ holder, key }: FoundId, account: number): void {
  holder[key] = typeof holder[key] === 'string' ? String(account) : account
}
