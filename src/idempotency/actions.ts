// A repeated request has one effect. Whoever repeats names the request by a key of its own, and three tables keep the key of a
// caller (`ownerOf`) for 24 hours, with the fingerprint of what was asked for; another request with that key is refused. They differ in
// what a repetition is told, which the specification decides:
//
// - `request_key`, for an `Idempotency-Key` of an extension: the first answer, word for word, sealed. `once` runs the action and finds
//   or stores the answer; the action commits with `commitOnce`, in one transaction with the key.
// - `idempotency_key`, for a submitted operation (operations/submit-async): the operation as it is now. The statement that queues it
//   claims the key, and the key stays as long as the operation runs. A retry claims `retry <operation>`, for all callers.
// - `award_batch`, for a `batchId` (awards/batches): the outcomes; entries that were refused for a missing permission are tried again.
import { toStorageLimit } from '../db/errors'
import { inTransaction, type CommitOnce, type Ctx, type RequestKey, type StoredReply, type TxCtx } from '../context'
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

/** A result of `commitOnce`. */
export type Effect<T> = T & { readonly [committed]: true }

/**
 * A repeated request gets the first answer, without its secrets. Without a key, `act` and `reply` run.
 * @param act gets the context in which it commits its effect with `commitOnce`, and returns the result of that
 * @param reply the answer; also called in the transaction of the effect, to store it
 * @throws DomainError 409 `idempotency_key_reused`, or an error of the two
 */
export async function once<C extends Ctx, T extends object, Reply extends StoredReply>(
  ctx: C,
  act: (ctx: C) => Promise<Effect<T>>,
  reply: (result: T) => Reply,
): Promise<Once<Reply>> {
  const { done, known } = await actOnce(ctx, act, reply)
  return done ? first(reply(done)) : replay<Reply>(replyOf(ctx, known) ?? erased())
}

/**
 * As `once`, where the answer waits for rank changes after the commit. A repeated request waits for the same ones.
 * @param act returns what `finish` needs: ids, as at most 2,000 bytes of JSON
 * @param finish an error leaves the answer open: the next repeated request waits again
 */
export async function onceFinished<C extends Ctx, Ids extends object, T, Reply extends StoredReply>(
  ctx: C,
  act: (ctx: C) => Promise<Effect<Ids>>,
  finish: (ids: Ids) => Promise<T>,
  reply: (result: T) => Reply,
): Promise<Once<Reply>> {
  const { done, known } = await actOnce(ctx, act, null)
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

/** @param reply null: the answer is made after the commit */
async function actOnce<C extends Ctx, T extends object>(
  ctx: C,
  act: (ctx: C) => Promise<Effect<T>>,
  reply: ((result: T) => StoredReply) | null,
): Promise<Acted<T>> {
  const { requestKey } = ctx
  if (!requestKey) return { done: await act(ctx), known: null }
  const before = await findKnown(ctx, requestKey)
  if (before) return { done: null, known: before }
  let isCommitted = false
  const commitOnce: CommitOnce = async (by, work) => {
    const result = await inTransaction(by, async (tx) => {
      if (!(await claimRequestKey(tx, requestKey))) throw new Error('the Idempotency-Key was used meanwhile')
      const done = await work(tx)
      // safe: `act` returns what it has committed
      const answer = reply && sealReply(tx, requestKey, reply(done as unknown as T))
      await storeEffect(tx, requestKey, answer ? {} : done, answer)
      return done
    })
    isCommitted = true
    return result
  }
  try {
    return { done: await act({ ...ctx, commitOnce }), known: null }
  } catch (error) {
    // a concurrent request with the same key, or a commit whose answer was lost; an error after the commit stays
    const known = isCommitted ? null : await findKnown(ctx, requestKey)
    if (!known) throw error
    return { done: null, known }
  }
}

async function findKnown(ctx: Ctx, requestKey: RequestKey): Promise<RecordedRequest | null> {
  const known = await findRequestKey(ctx, requestKey)
  if (known && !known.fingerprint.equals(requestKey.fingerprint)) throw keyReused()
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
 * Commits the effect of a request, with its key if it has one.
 * @param ctx that of the action, which `once` gives
 * @param work must not make network calls
 */
export async function commitOnce<T extends object>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<Effect<T>> {
  if (ctx.commitOnce) return (await ctx.commitOnce(ctx, work)) as Effect<T>
  if (ctx.requestKey) throw new Error('an action with an Idempotency-Key commits in the context that `once` gives')
  return (await inTransaction(ctx, work)) as Effect<T>
}

/**
 * Makes the key unused again, because nothing is left of the effect: its rank change has failed. A repeated request then
 * has a new attempt.
 */
export async function releaseKey(ctx: Ctx, ids: object): Promise<void> {
  if (ctx.requestKey) await deleteRequestKey(ctx, ctx.requestKey, ids)
}
