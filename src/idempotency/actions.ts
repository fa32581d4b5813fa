// Effects that a request with an Idempotency-Key has once: the key is committed with the effect.
import { inTransaction, type Ctx, type TxCtx } from '../context'
import type { Once } from '../contract/types'
import { claimRequestKey, deleteRequestKey, findRequestKey, storeEffect } from './queries'
import { keyReused } from './rules'

declare const named: unique symbol

/** The result of `commitOnce`; `Ref` is what is stored of it. */
export type Effect<T, Ref extends object = object> = T & { readonly [named]: Ref }

interface AnyReply {
  readonly status: number
  readonly headers?: object | undefined
}

/**
 * Answers a request once per Idempotency-Key; without a key, runs `act` and `reply`.
 * @param act everything before the reply; its effect is committed by `commitOnce`
 * @param recall the result of an earlier request, from what is stored of it; nothing of `act` is repeated
 * @throws DomainError 409 `idempotency_key_reused`, or an error of the three
 */
export async function once<T, Ref extends object, Reply extends AnyReply>(
  ctx: Ctx,
  act: () => Promise<Effect<T, Ref>>,
  recall: (ctx: Ctx, ref: Ref) => Promise<T>,
  reply: (result: T) => Reply,
): Promise<Once<Reply>> {
  const known = await findEffect<Ref>(ctx)
  if (known) return replay(reply(await recall(ctx, known)))
  try {
    return reply(await act()) as Once<Reply>
  } catch (error) {
    // a concurrent request with the same key, or a commit whose answer was lost; an error after the commit stays
    const first = ctx.requestKey?.isCommitted === true ? null : await findEffect<Ref>(ctx)
    if (!first) throw error
    return replay(reply(await recall(ctx, first)))
  }
}

function replay<Reply extends AnyReply>(reply: Reply): Once<Reply> {
  return { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } as Reply as Once<Reply>
}

async function findEffect<Ref extends object>(ctx: Ctx): Promise<Ref | null> {
  const { requestKey } = ctx
  const known = requestKey ? await findRequestKey(ctx, requestKey) : null
  if (!known || !requestKey) return null
  if (!known.fingerprint.equals(requestKey.fingerprint)) throw keyReused()
  // safe: the fingerprint contains the operation, and `once` types what its `act` stores
  return known.effect as Ref
}

/**
 * The transaction of the effect of a request; commits the request's key with it.
 * @param work must not make network calls
 * @param refOf ids from which `recall` finds the result: at most 2,000 bytes of JSON, without personal data
 */
export async function commitOnce<T extends object, Ref extends object>(
  ctx: Ctx,
  work: (tx: TxCtx) => Promise<T>,
  refOf: (result: T) => Ref,
): Promise<Effect<T, Ref>> {
  const { requestKey } = ctx
  const result = await inTransaction(ctx, async (tx) => {
    if (requestKey && !(await claimRequestKey(tx, requestKey)))
      throw new Error('the Idempotency-Key was used meanwhile')
    const done = await work(tx)
    if (requestKey) await storeEffect(tx, requestKey, refOf(done))
    return done
  })
  if (requestKey) requestKey.isCommitted = true
  return result as Effect<T, Ref>
}

/** As `commitOnce`, for work that needs no transaction when the request has no key. */
export async function runOnce<T extends object, Ref extends object>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
  refOf: (result: T) => Ref,
): Promise<Effect<T, Ref>> {
  return ctx.requestKey ? commitOnce(ctx, work, refOf) : ((await work(ctx)) as Effect<T, Ref>)
}

/** What the action returns after the commit. */
export const after = <T, Ref extends object>(_: Effect<object, Ref>, result: T): Effect<T, Ref> =>
  result as Effect<T, Ref>

/**
 * Makes the key unused again, because nothing is left of the effect: its rank change has failed. A client that repeats the
 * request then has a new attempt.
 */
export async function releaseKey(ctx: Ctx, effect: object): Promise<void> {
  if (ctx.requestKey) await deleteRequestKey(ctx, ctx.requestKey, effect)
}
