// SQL that stops a community for its move, and lets it run again.
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import type { TxCtx } from '../../context'
import { now } from '../../db/expressions'
import { spreadJobs } from '../../db/job-queue'
import { own } from '../../db/own'

/** Until the community runs here again. */
const never = sql<string>`'infinity'::timestamptz`

/** Null: it runs on this server. Locked until the transaction ends. */
export async function lockMovedAt(tx: TxCtx): Promise<string | null> {
  const { moved_at } = await own(tx)
    .selectFrom('community')
    .select('moved_at')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return moved_at
}

/**
 * Waits for the transactions that add rank changes or audit entries, and lets no new one begin until this one ends. The
 * role must own the tables.
 */
export async function lockChanges(db: Transaction<DB>): Promise<void> {
  await sql`lock table platform_operation, audit_entry in share row exclusive mode`.execute(db)
}

export interface OpenWork {
  /** Rank changes that have not ended. */
  readonly changes: number
  /** Queued jobs by name, such as a message to an applicant, without those that each interval queues again. */
  readonly jobs: readonly { readonly name: string; readonly count: number }[]
}

export async function countOpenWork({ db, community }: TxCtx): Promise<OpenWork> {
  const { communityId } = community
  const { changes } = await own({ db, community })
    .selectFrom('platform_operation')
    .select(({ fn }) => fn.countAll<number>().as('changes'))
    .where('status', 'in', ['queued', 'dispatching', 'outcome_pending'])
    .executeTakeFirstOrThrow()
  const { rows: jobs } = await sql<OpenWork['jobs'][number]>`
    select t.identifier as name, count(*)::int as count from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where j.payload ->> 'communityId' = ${communityId} and t.identifier not like 'dispatch-%'
      and t.identifier <> all (${[...spreadJobs]}::text[]) and j.attempts < j.max_attempts
    group by 1 order by 1`.execute(db)
  return { changes, jobs }
}

/** Takes the lease of the credential, so that no process uses or renews it. @returns false while a process renews it */
export async function holdCredential({ db, community }: TxCtx): Promise<boolean> {
  await own({ db, community })
    .updateTable('platform_connection')
    .set({ checking_until: never })
    .where(({ eb, or }) => or([eb('checking_until', 'is', null), eb('checking_until', '<=', now)]))
    .execute()
  const busy = await own({ db, community })
    .selectFrom('platform_connection')
    .select('community_id')
    .where('checking_until', '<', never)
    .executeTakeFirst()
  return busy === undefined
}

export async function releaseCredential(tx: TxCtx): Promise<void> {
  await own(tx)
    .updateTable('platform_connection')
    .set({ checking_until: null })
    .where('checking_until', '=', never)
    .execute()
}

export async function holdWebhooks(tx: TxCtx): Promise<void> {
  await own(tx).updateTable('webhook_endpoint').set({ not_before: never }).execute()
}

export async function releaseWebhooks(tx: TxCtx): Promise<void> {
  await own(tx).updateTable('webhook_endpoint').set({ not_before: now }).where('not_before', '=', never).execute()
}

export async function holdRankChanges({ db, community }: TxCtx): Promise<void> {
  await db
    .insertInto('dispatch_lane')
    .values({ community_id: community.communityId, paused_at: now })
    .onConflict((conflict) => conflict.column('community_id').doUpdateSet({ paused_at: now }))
    .execute()
}

export async function markMoved(tx: TxCtx, to: boolean): Promise<void> {
  await own(tx)
    .updateTable('community')
    .set({ moved_at: to ? now : null })
    .execute()
}
