// The key and the answer of a request are committed with its effect.
import { toStorageLimit } from '../db/errors'
import { inTransaction, type Ctx, type RequestKey, type StoredReply, type TxCtx } from '../context'
import type { Once } from '../contract/types'
import {
  claimRequestKey,
  deleteRequestKey,
  findRequestKey,
  storeEffect,
  storeReply,
  type RecordedRequest,
} from './queries'
import { answerErased, keyReused } from './rules'
import { openReply, sealReply } from './sealed-reply'

declare const committed: unique symbol

/** A result of `commitOnce` or `runOnce`. */
export type Effect<T> = T & { readonly [committed]: true }

/**
 * A repeated request gets the first answer, without its secrets. Without a key, `act` and `reply` run.
 * @param act commits its effect with `commitOnce` or `runOnce`, and returns the result of that
 * @param reply the answer; also called in the transaction of the effect, to store it
 * @throws DomainError 409 `idempotency_key_reused`, or an error of the two
 */
export async function once<T extends object, Reply extends StoredReply>(
  ctx: Ctx,
  act: () => Promise<Effect<T>>,
  reply: (result: T) => Reply,
): Promise<Once<Reply>> {
  // safe: the result of `commitOnce` is what `act` returns
  if (ctx.requestKey) ctx.requestKey.replyTo = (result) => reply(result as T)
  const { done, known } = await actOnce(ctx, act)
  return done ? first(reply(done)) : replay<Reply>(replyOf(ctx, known) ?? erased())
}

/**
 * The answer waits for rank changes after the commit. A repeated request waits for the same ones.
 * @param act returns what `finish` needs: ids, as at most 2,000 bytes of JSON
 * @param finish an error leaves the answer open: the next repeated request waits again
 */
export async function onceFinished<Ids extends object, T, Reply extends StoredReply>(
  ctx: Ctx,
  act: () => Promise<Effect<Ids>>,
  finish: (ids: Ids) => Promise<T>,
  reply: (result: T) => Reply,
): Promise<Once<Reply>> {
  const { done, known } = await actOnce(ctx, act)
  const stored = replyOf(ctx, known)
  if (stored) return replay<Reply>(stored)
  const answer = reply(await finish(done ?? idsOf<Ids>(known)))
  await keepReply(ctx, answer)
  return known ? replay<Reply>(answer) : first(answer)
}

/** The effect is committed, so without room for it the answer stays open. */
async function keepReply(ctx: Ctx, reply: StoredReply): Promise<void> {
  const { requestKey } = ctx
  if (!requestKey) return
  await storeReply(ctx, requestKey, sealReply(ctx, requestKey, reply)).catch((error: unknown) => {
    if (!toStorageLimit(error)) throw error
  })
}

/** One of the two; `known` is of an earlier request. */
interface Acted<T> {
  readonly done: T | null
  readonly known: RecordedRequest | null
}

async function actOnce<T extends object>(ctx: Ctx, act: () => Promise<Effect<T>>): Promise<Acted<T>> {
  const before = await findKnown(ctx)
  if (before) return { done: null, known: before }
  try {
    return { done: await act(), known: null }
  } catch (error) {
    // a concurrent request with the same key, or a commit whose answer was lost; an error after the commit stays
    const known = ctx.requestKey?.isCommitted === true ? null : await findKnown(ctx)
    if (!known) throw error
    return { done: null, known }
  }
}

async function findKnown(ctx: Ctx): Promise<RecordedRequest | null> {
  const { requestKey } = ctx
  const known = requestKey ? await findRequestKey(ctx, requestKey) : null
  if (known && requestKey && !known.fingerprint.equals(requestKey.fingerprint)) throw keyReused()
  return known
}

const first = <Reply>(reply: Reply): Once<Reply> => reply as Once<Reply>

/** Safe: the fingerprint names the operation, whose replies these are. */
const replay = <Reply extends StoredReply>(reply: StoredReply): Once<Reply> =>
  ({ ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } }) as unknown as Once<Reply>

const replyOf = (ctx: Ctx, known: RecordedRequest | null): StoredReply | null =>
  known?.reply && ctx.requestKey ? openReply(ctx, ctx.requestKey, known.reply) : null

function idsOf<Ids>(known: RecordedRequest | null): Ids {
  if (!known || Object.keys(known.effect).length === 0) return erased()
  // safe: the fingerprint contains the operation
  return known.effect as Ids
}

function erased(): never {
  throw answerErased()
}

/**
 * The request's key is committed with the effect.
 * @param work must not make network calls
 */
export async function commitOnce<T extends object>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<Effect<T>> {
  const { requestKey } = ctx
  const result = await inTransaction(ctx, async (tx) => {
    if (!requestKey) return work(tx)
    if (!(await claimRequestKey(tx, requestKey))) throw new Error('the Idempotency-Key was used meanwhile')
    const done = await work(tx)
    await storeResult(tx, requestKey, done)
    return done
  })
  if (requestKey) requestKey.isCommitted = true
  return result as Effect<T>
}

/** The answer, or the ids with which `onceFinished` waits for it. */
function storeResult(tx: TxCtx, requestKey: RequestKey, done: object): Promise<void> {
  const { replyTo } = requestKey
  if (!replyTo) return storeEffect(tx, requestKey, done, null)
  return storeEffect(tx, requestKey, {}, sealReply(tx, requestKey, replyTo(done)))
}

/** As `commitOnce`, for work that needs no transaction when the request has no key. */
export async function runOnce<T extends object>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<Effect<T>> {
  return ctx.requestKey ? commitOnce(ctx, work) : ((await work(ctx)) as Effect<T>)
}

/**
 * Makes the key unused again, because nothing is left of the effect: its rank change has failed. A repeated request then
 * has a new attempt.
 */
export async function releaseKey(ctx: Ctx, ids: object): Promise<void> {
  if (ctx.requestKey) await deleteRequestKey(ctx, ctx.requestKey, ids)
}
