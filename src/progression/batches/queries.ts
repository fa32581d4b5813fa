// All SQL on award batches. What applies one is sql/0015_batches.sql; here it is one statement.
import { sql } from 'kysely'
import { ownerOf, type Ctx, type Db } from '../../context'
import { query, utc } from '../../db/statements'
import { gate } from '../../rank-changes/enqueue/queries'
import type { Schema } from '../../contract/types'
import type { EntryError, PreparedEntry } from './rules'

type Outcome = Schema<'BatchEntryOutcome'>

/** What became of an entry, as it is stored. */
export interface StoredEntry extends Omit<Outcome, 'index' | 'status' | 'error'> {
  readonly error?: EntryError
}

export interface StoredBatch {
  readonly entries: readonly StoredEntry[]
  readonly createdAt: string
}

/** A batch with what became of it. */
export interface Settled extends StoredBatch {
  readonly batchId: string
  /** The outcome was stored earlier. */
  readonly replayed: boolean
}

/** `reused`: the id stands for other entries. `incomplete`: nothing was done; see to these first. */
export type BatchState =
  | ({ readonly state: 'applied' | 'replayed' } & StoredBatch)
  | { readonly state: 'reused' }
  | { readonly state: 'incomplete'; readonly usernames: readonly string[]; readonly userIds: readonly number[] }

/** A batch that is to be applied. */
export interface NewBatch {
  readonly batchId: string
  /** SHA-256 of what the entries mean. */
  readonly fingerprint: Buffer
  readonly entries: readonly PreparedEntry[]
  /** Usernames seen since then are believed. */
  readonly freshSince: Date
  /** Ids of operations to come, as many as there are entries. */
  readonly operationIds: readonly string[]
}

const applyStatement = query<{ answer: BatchState }>(
  'award_batch',
  `with ${gate} select award_batch($1, $2, $3::jsonb, gate.paused, gate.working) as answer from gate`,
)

/** Applies a batch, once; one statement, whatever it comes to. */
export async function applyBatch(ctx: Ctx, batch: NewBatch): Promise<BatchState> {
  const { community, actor, requestId, requires, endings, settings } = ctx
  const request = {
    fingerprint: batch.fingerprint.toString('hex'),
    entries: batch.entries,
    operationIds: batch.operationIds,
    freshSince: batch.freshSince.toISOString(),
    owner: ownerOf(actor),
    actorKind: actor.kind,
    actorId: actor.id,
    requestId,
    scope: requires?.scope ?? null,
    feature: requires?.feature ?? null,
    connected: community.connection !== 'none',
    enabled: community.autoRankEnabled,
    demotes: community.autoRankDemotes,
    scheduled: endings !== undefined,
    queueLimit: settings.queueLimit,
  }
  const [row] = await applyStatement(ctx.db, [community.communityId, batch.batchId, JSON.stringify(request)])
  if (!row) throw new Error('a batch was not answered')
  return row.answer
}

const findStatement = query<{ entries: StoredEntry[]; created_at: string }>(
  'find_award_batch',
  `select outcome as entries, ${utc('created_at')} as created_at from award_batch
   where community_id = $1 and batch_id = $2 and created_at > now() - interval '24 hours'
     and ($3::text is null or owner in ($3, ''))
   order by award_batch.created_at desc limit 1`,
)

/** The outcome of a batch of the caller, or null. An operator reads the newest with this id, whichever key sent it. */
export async function findBatch(ctx: Ctx, batchId: string): Promise<StoredBatch | null> {
  const owner = ctx.actor.kind === 'operator' ? null : ownerOf(ctx.actor)
  const [row] = await findStatement(ctx.db, [ctx.community.communityId, batchId, owner])
  return row ? { entries: row.entries, createdAt: row.created_at } : null
}

/** Forgets every outcome whose 24 hours are over. A job's view, across communities. */
export async function forgetOldBatches(db: Db): Promise<void> {
  await sql`delete from award_batch where created_at <= now() - interval '24 hours'`.execute(db)
}
