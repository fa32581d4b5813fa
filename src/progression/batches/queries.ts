// SQL on award batches. The function that applies one is in sql/0015_batches.sql.
import { sql } from 'kysely'
import { ownerOf, type Ctx, type Db } from '../../context'
import { query, utc } from '../../db/statements'
import { acceptanceCheck } from '../../rank-changes/enqueue/queries'
import type { Schema } from '../../contract/types'
import type { EntryError, PreparedEntry } from './rules'

type Outcome = Schema<'BatchEntryOutcome'>

export interface StoredEntry extends Omit<Outcome, 'index' | 'status' | 'error'> {
  readonly error?: EntryError
}

export interface StoredBatch {
  readonly entries: readonly StoredEntry[]
  readonly createdAt: string
}

export interface BatchResult extends StoredBatch {
  readonly batchId: string
  readonly replayed: boolean
}

/** `reused`: the id belongs to other entries. `incomplete`: nothing was applied, these accounts are not resolved. */
export type BatchState =
  | ({ readonly state: 'applied' | 'replayed' } & StoredBatch)
  | { readonly state: 'reused' }
  | { readonly state: 'incomplete'; readonly usernames: readonly string[]; readonly userIds: readonly number[] }

export interface NewBatch {
  readonly batchId: string
  readonly fingerprint: Buffer
  readonly entries: readonly PreparedEntry[]
  /** Stored usernames synced since then are used without asking the platform. */
  readonly freshSince: Date
  readonly operationIds: readonly string[]
}

const applyStatement = query<{ answer: BatchState }>(
  'award_batch',
  `with ${acceptanceCheck} select award_batch($1, $2, $3::jsonb, acceptance_check.paused, acceptance_check.working) as answer from acceptance_check`,
)

export async function applyBatch(ctx: Ctx, batch: NewBatch): Promise<BatchState> {
  const { community, actor, requestId, requires, completionNotifier, settings } = ctx
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
    scheduled: completionNotifier !== undefined,
    queueLimit: settings.queueLimit,
  }
  const [row] = await applyStatement(ctx.db, [community.communityId, batch.batchId, JSON.stringify(request)])
  if (!row) throw new Error('award_batch returned no row')
  return row.answer
}

const findStatement = query<{ entries: StoredEntry[]; created_at: string }>(
  'find_award_batch',
  `select outcome as entries, ${utc('created_at')} as created_at from award_batch
   where community_id = $1 and batch_id = $2 and created_at > now() - interval '24 hours'
     and ($3::text is null or owner in ($3, ''))
   order by award_batch.created_at desc limit 1`,
)

/** The outcome of a batch of the caller's key, for an operator of any key; or null. */
export async function findBatch(ctx: Ctx, batchId: string): Promise<StoredBatch | null> {
  const owner = ctx.actor.kind === 'operator' ? null : ownerOf(ctx.actor)
  const [row] = await findStatement(ctx.db, [ctx.community.communityId, batchId, owner])
  return row ? { entries: row.entries, createdAt: row.created_at } : null
}

export async function deleteOldBatches(db: Db): Promise<void> {
  await sql`delete from award_batch where created_at <= now() - interval '24 hours'`.execute(db)
}
