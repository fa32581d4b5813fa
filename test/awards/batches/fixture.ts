import { sql } from 'kysely'
import type { Schema } from '../../../src/contract/types'
import type { Answer, Client, TestApp, TestCommunity } from '../../support/app'

export type Outcome = Schema<'BatchEntryOutcome'>
export type Points = Schema<'BatchPoints'>

let last = 0
export const newBatchId = (): string => `batch-${++last}`

export const plus = (amount: number): Points => ({ op: 'increment', amount })

/** Sends a batch; default: with a new batchId. */
export function send(client: Client, entries: readonly object[], batchId = newBatchId()): Promise<Answer> {
  return client.post('/v2/award-batches', { batchId, entries })
}

/** Sends a batch that must succeed. @returns its outcomes */
export async function outcomesOf(client: Client, entries: readonly object[]): Promise<Outcome[]> {
  const answer = await send(client, entries)
  if (answer.status !== 200) throw new Error(`the batch failed: ${answer.text}`)
  return answer.body.data.entries as Outcome[]
}

/** `succeeded`, or the error code. */
export const codesOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(({ status, error }) => error?.code ?? status)

/** The stored points and medal count of the member; null: no member. */
export async function numbersOf(
  { app }: TestApp,
  { communityId }: TestCommunity,
  userId: number,
): Promise<{ experience: number; quota_points: number; medal_occurrences: number } | null> {
  const { rows } = await sql<{ experience: number; quota_points: number; medal_occurrences: number }>`
    select experience, quota_points, medal_occurrences from member
    where community_id = ${communityId} and user_id = ${userId}`.execute(app.db)
  return rows[0] ?? null
}

/** Audit entries of the member, oldest first. */
export async function auditOf({ app }: TestApp, { communityId }: TestCommunity, userId: number) {
  const entries = await app.db
    .selectFrom('audit_entry')
    .select(['audit_id', 'action', 'before', 'after', 'reason', 'actor_kind', 'actor_id', 'request_id'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .where('action', 'not in', ['member.create', 'operation.end'])
    .orderBy('audit_id')
    .execute()
  return entries
}

/** Adds members that the platform does not know. */
export async function addMembers(
  { app }: TestApp,
  { communityId }: TestCommunity,
  ids: readonly number[],
): Promise<void> {
  await sql`insert into member (community_id, user_id) select ${communityId}, unnest(${[...ids]}::bigint[])`.execute(
    app.db,
  )
}

export const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index)
