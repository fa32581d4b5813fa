// SQL on responses for staff: lists, detail, decision, and the message of a decision.
import { sql } from 'kysely'
import { lockAccount } from '../../accounts/queries'
import type { Ctx, Db, TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import type { Page, Position } from '../../db/paging'
import { applicantNames } from '../submissions/queries'

export type Status = Schema<'ResponseStatus'>

export interface ResponseRow {
  readonly response_id: string
  readonly application_id: string
  readonly application_version: number
  readonly user_id: number
  readonly username: string | null
  readonly display_name: string | null
  readonly status: Status
  readonly revision: number
  readonly correct: number | null
  readonly graded: number | null
  readonly submitted_at: string
  readonly reviewed_at: string | null
}

export interface DetailRow extends ResponseRow {
  readonly questions: Schema<'Question'>[] | null
  readonly answers: Schema<'Answers'> | null
  readonly private_note: string | null
  readonly applicant_feedback: string | null
  readonly decided_by_kind: 'key' | 'operator' | null
  readonly decided_by_id: string | null
}

export interface Filter {
  readonly status?: Status | undefined
  readonly userId?: string | undefined
}

const itemColumns = [
  'response_id',
  'application_id',
  'application_version',
  'user_id',
  'status',
  'revision',
  'correct',
  'graded',
  'submitted_at',
  'reviewed_at',
] as const

/** Newest first. */
export function listResponses(
  ctx: Ctx,
  applicationId: string,
  { status, userId }: Filter,
  { after, limit }: Page,
): Promise<ResponseRow[]> {
  return ctx.db
    .selectFrom('application_response')
    .select([...itemColumns, ...applicantNames])
    .where('community_id', '=', ctx.community.communityId)
    .where('application_id', '=', applicationId)
    .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? ''))
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', Number(userId)))
    .$if(after !== null, (rows) =>
      rows.where(sql<boolean>`(submitted_at, response_id) < (${after?.at}::timestamptz, ${after?.id})`),
    )
    .orderBy('submitted_at', 'desc')
    .orderBy('response_id', 'desc')
    .limit(limit)
    .$castTo<ResponseRow>()
    .execute()
}

export const positionOfResponse = (row: ResponseRow): Position => ({ at: row.submitted_at, id: row.response_id })

function selectDetail(db: Db, communityId: string, applicationId: string, responseId: string) {
  return db
    .selectFrom('application_response')
    .select([
      ...itemColumns,
      ...applicantNames,
      'questions',
      'answers',
      'private_note',
      'applicant_feedback',
      'decided_by_kind',
      'decided_by_id',
    ])
    .where('community_id', '=', communityId)
    .where('application_id', '=', applicationId)
    .where('response_id', '=', responseId)
}

export async function findResponse(ctx: Ctx, applicationId: string, responseId: string): Promise<DetailRow | null> {
  const query = selectDetail(ctx.db, ctx.community.communityId, applicationId, responseId).$castTo<DetailRow>()
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Also writes the audit entry. The row lock conflicts with an erasure, so no entry names an account after its erasure.
 */
export async function findResponseAudited(
  ctx: Ctx,
  applicationId: string,
  responseId: string,
): Promise<DetailRow | null> {
  const { communityId } = ctx.community
  const response = selectDetail(ctx.db, communityId, applicationId, responseId).forKeyShare()
  const { rows } = await sql<DetailRow>`
    with response as ${response}, audit as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, after, request_id)
      select ${communityId}, ${ctx.actor.kind}, ${ctx.actor.id}, 'application.response.read', user_id,
        jsonb_build_object('applicationId', application_id, 'responseId', response_id), ${ctx.requestId}
      from response
    )
    select * from response`.execute(ctx.db)
  return rows[0] ?? null
}

/** Takes the account's lock. Call it before `lockResponse`: erasure locks in this order. */
export async function lockApplicant(tx: TxCtx, applicationId: string, responseId: string): Promise<void> {
  const { userId } =
    (await tx.db
      .selectFrom('application_response')
      .select('user_id as userId')
      .where('community_id', '=', tx.community.communityId)
      .where('application_id', '=', applicationId)
      .where('response_id', '=', responseId)
      .executeTakeFirst()) ?? {}
  if (typeof userId === 'number') await lockAccount(tx.db, userId)
}

/** Locks the response until the transaction ends. */
export async function lockResponse(tx: TxCtx, applicationId: string, responseId: string): Promise<DetailRow | null> {
  const query = selectDetail(tx.db, tx.community.communityId, applicationId, responseId).forNoKeyUpdate()
  return (await query.$castTo<DetailRow>().executeTakeFirst()) ?? null
}

export interface Decision {
  readonly status: 'Passed' | 'Failed'
  readonly privateNote: string | null
  readonly applicantFeedback: string | null
}

export async function decideResponse(tx: TxCtx, responseId: string, decision: Decision): Promise<void> {
  await tx.db
    .updateTable('application_response')
    .set((row) => ({
      status: decision.status,
      private_note: decision.privateNote,
      applicant_feedback: decision.applicantFeedback,
      decided_by_kind: tx.actor.kind,
      decided_by_id: tx.actor.id,
      reviewed_at: sql<string>`now()`,
      revision: row('revision', '+', 1),
    }))
    .where('community_id', '=', tx.community.communityId)
    .where('response_id', '=', responseId)
    .execute()
}

export interface QueuedMessage {
  readonly community_id: string
  readonly response_id: string
  readonly application_id: string
  readonly application_name: string
  readonly chat_user_id: string | null
  readonly status: Status
  readonly attempts: number
}

/** The message while its status is `queued`, or null. */
export async function findQueuedMessage(
  db: Db,
  communityId: string,
  responseId: string,
): Promise<QueuedMessage | null> {
  const { rows } = await sql<QueuedMessage>`
    select m.community_id, m.response_id, m.attempts, r.application_id, r.chat_user_id, r.status, a.name as application_name
    from result_message m
    join application_response r using (community_id, response_id)
    join application a using (community_id, application_id)
    where m.community_id = ${communityId} and m.response_id = ${responseId} and m.status = 'queued'`.execute(db)
  return rows[0] ?? null
}

/** Records an attempt of a queued message and, with `end`, its final status and audit entry. */
export async function recordMessageAttempt(
  db: Db,
  message: QueuedMessage,
  end: { readonly status: 'sent' | 'closed' | 'failed' } | null,
  error: string | null,
): Promise<void> {
  const ended = end?.status ?? null
  await sql`
    with noted as (
      update result_message m
      set attempts = m.attempts + 1, error = ${error},
        status = coalesce(${ended}, m.status), finished_at = case when ${ended}::text is null then m.finished_at else now() end
      where m.community_id = ${message.community_id} and m.response_id = ${message.response_id} and m.status = 'queued'
      returning m.community_id, m.response_id, m.status
    )
    insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after)
    select community_id, 'job', 'send-result-message', 'application.response.message', r.user_id,
      jsonb_build_object('responseId', response_id, 'status', 'queued'),
      jsonb_build_object('responseId', response_id, 'status', noted.status)
    from noted join application_response r using (community_id, response_id)
    where ${ended}::text is not null`.execute(db)
}
