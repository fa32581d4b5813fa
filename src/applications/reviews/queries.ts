// SQL on responses for staff.
import { sql, type InferResult, type QueryCreator } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { DB } from '../../../generated/database'
import { lockAccount } from '../../identities/accounts/queries'
import { insertOfEach } from '../../audit/entry'
import { moderatorOf, type Ctx, type Db, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { now } from '../../db/expressions'
import { countUpTo, onPage, type Page, type Position, type Total } from '../../db/paging'
import { applicantNames } from '../submissions/queries'
import { own } from '../../db/own'

export type Status = Schema<'ResponseStatus'>

export type ResponseRow = Awaited<ReturnType<typeof listResponses>>[number]
export type DetailRow = InferResult<ReturnType<typeof selectDetail>>[number]

export interface Filter {
  /** Absent: all forms. */
  readonly applicationId?: string | undefined
  readonly status?: Status | undefined
  readonly userId?: number | undefined
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

function responsesOf(ctx: Ctx, { applicationId, status, userId }: Filter) {
  let rows = own(ctx).selectFrom('application_response')
  if (applicationId !== undefined) rows = rows.where('application_id', '=', applicationId)
  if (status !== undefined) rows = rows.where('status', '=', status)
  return userId === undefined ? rows : rows.where('user_id', '=', userId)
}

export const listResponses = (ctx: Ctx, filter: Filter, page: Page, order: 'newest' | 'oldest' = 'newest') =>
  responsesOf(ctx, filter)
    .select([...itemColumns, ...applicantNames.of(ctx.community.communityId)])
    .$call(onPage(page, order === 'newest' ? 'desc' : 'asc', 'submitted_at', 'response_id'))
    .execute()

export const countResponses = (ctx: Ctx, filter: Filter): Promise<Total> => countUpTo(ctx.db, responsesOf(ctx, filter))

/** Responses of a form that are counted. */
export const MOST_OF_FORM = 1_000
const FORMS = 100

export type FormCount = Awaited<ReturnType<typeof countByForm>>[number]

/** Of forms with such responses, newest first. */
export async function countByForm(ctx: Ctx, { status, userId }: Filter) {
  const { communityId } = ctx.community
  let responses = ctx.db
    .selectFrom('application_response as r')
    .select(sql`1`.as('one'))
    .where('r.community_id', '=', communityId)
    .whereRef('r.application_id', '=', sql.ref('application.application_id'))
  if (status !== undefined) responses = responses.where('r.status', '=', status)
  if (userId !== undefined) responses = responses.where('r.user_id', '=', userId)
  return own(ctx)
    .selectFrom('application')
    .select(['application_id', 'name'])
    .select(sql<number>`(select count(*)::int from (${responses.limit(MOST_OF_FORM + 1)}) counted)`.as('count'))
    .where(sql<boolean>`exists (${responses})`)
    .orderBy('created_at', 'desc')
    .orderBy('application_id', 'desc')
    .limit(FORMS)
    .execute()
}

export type PendingRow = Awaited<ReturnType<typeof listPendingResponses>>[number]

export interface Queue {
  /** Null: all forms. */
  readonly applicationId: string | null
  readonly after: Position | null
  readonly limit: number
}

export function listPendingResponses({ db, community }: Ctx, { applicationId, ...page }: Queue) {
  let rows = own({ db, community })
    .selectFrom('application_response')
    .select(['response_id', 'application_id'])
    .select(({ selectFrom }) =>
      selectFrom('application')
        .select('name')
        .where('application.community_id', '=', community.communityId)
        .whereRef('application.application_id', '=', 'application_response.application_id')
        .as('application_name'),
    )
    .where('status', '=', 'Pending')
  if (applicationId !== null) rows = rows.where('application_id', '=', applicationId)
  return rows.$call(onPage(page, 'asc', 'submitted_at', 'response_id')).execute()
}

export async function findResponseKey(ctx: Ctx, responseId: string) {
  const row = await own(ctx)
    .selectFrom('application_response')
    .select(['application_id', 'revision', 'submitted_at'])
    .where('response_id', '=', responseId)
    .executeTakeFirst()
  return row ?? null
}

export const positionOfResponse = (row: ResponseRow): Position => ({ at: row.submitted_at, id: row.response_id })

function selectDetail(db: QueryCreator<DB>, communityId: string, applicationId: string, responseId: string) {
  return db
    .selectFrom('application_response')
    .select([
      ...itemColumns,
      ...applicantNames.of(communityId),
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
  const response = selectDetail(ctx.db, ctx.community.communityId, applicationId, responseId)
  return (await response.executeTakeFirst()) ?? null
}

/**
 * Also writes the audit entry. The row lock conflicts with an erasure, so no entry names an account after its
 * erasure.
 */
export async function findResponseAudited(
  ctx: Ctx,
  applicationId: string,
  responseId: string,
): Promise<DetailRow | null> {
  const { communityId } = ctx.community
  const row = await ctx.db
    .with('response', (db) => selectDetail(db, communityId, applicationId, responseId).forKeyShare())
    .with('audited', (db) =>
      insertOfEach(db, ctx, db.selectFrom('response'), ({ ref }) => ({
        communityId,
        action: 'application.response.read',
        userId: ref('user_id'),
        after: jsonBuildObject({ applicationId: ref('application_id'), responseId: ref('response_id') }),
      })),
    )
    .selectFrom('response')
    .selectAll()
    .executeTakeFirst()
  return row ?? null
}

/** Call it before `lockResponse`: erasure locks in this order. */
export async function lockApplicant(tx: TxCtx, applicationId: string, responseId: string): Promise<void> {
  const { userId } =
    (await own(tx)
      .selectFrom('application_response')
      .select('user_id as userId')
      .where('application_id', '=', applicationId)
      .where('response_id', '=', responseId)
      .executeTakeFirst()) ?? {}
  if (typeof userId === 'number') await lockAccount(tx.db, userId)
}

export async function lockResponse(tx: TxCtx, applicationId: string, responseId: string): Promise<DetailRow | null> {
  const query = selectDetail(tx.db, tx.community.communityId, applicationId, responseId).forNoKeyUpdate()
  return (await query.executeTakeFirst()) ?? null
}

export interface Decision {
  readonly status: 'Passed' | 'Failed'
  readonly privateNote: string | null
  readonly applicantFeedback: string | null
}

export async function decideResponse(tx: TxCtx, responseId: string, decision: Decision): Promise<void> {
  const { kind, id } = moderatorOf(tx.actor)
  await own(tx)
    .updateTable('application_response')
    .set((row) => ({
      status: decision.status,
      private_note: decision.privateNote,
      applicant_feedback: decision.applicantFeedback,
      decided_by_kind: kind,
      decided_by_id: id,
      reviewed_at: now,
      revision: row('revision', '+', 1),
    }))
    .where('response_id', '=', responseId)
    .execute()
}

export type QueuedMessage = NonNullable<Awaited<ReturnType<typeof findQueuedMessage>>>

export async function findQueuedMessage(db: Db, communityId: string, responseId: string) {
  const row = await db
    .selectFrom('result_message as m')
    .innerJoin('application_response as r', (join) =>
      join.onRef('r.community_id', '=', 'm.community_id').onRef('r.response_id', '=', 'm.response_id'),
    )
    .innerJoin('application as a', (join) =>
      join.onRef('a.community_id', '=', 'r.community_id').onRef('a.application_id', '=', 'r.application_id'),
    )
    .select(['m.community_id', 'm.response_id', 'm.attempts', 'r.application_id', 'r.chat_user_id', 'r.status'])
    .select('a.name as application_name')
    .where('m.community_id', '=', communityId)
    .where('m.response_id', '=', responseId)
    .where('m.status', '=', 'queued')
    .executeTakeFirst()
  return row ?? null
}

export async function recordMessageAttempt(
  db: Db,
  message: QueuedMessage,
  end: { readonly status: 'sent' | 'closed' | 'failed' } | null,
  error: string | null,
): Promise<void> {
  const ended = end?.status
  await db
    .with('noted', (cte) =>
      cte
        .updateTable('result_message')
        .set(({ eb }) => ({
          attempts: eb('attempts', '+', 1),
          error,
          ...(ended === undefined ? {} : { status: ended, finished_at: now }),
        }))
        .where('community_id', '=', message.community_id)
        .where('response_id', '=', message.response_id)
        .where('status', '=', 'queued')
        .returning(['community_id', 'response_id', 'status']),
    )
    .with('audited', (cte) => {
      const rows = cte
        .selectFrom('noted')
        .innerJoin('application_response as r', (join) =>
          join.on('r.community_id', '=', message.community_id).onRef('r.response_id', '=', 'noted.response_id'),
        )
        .where(sql.lit(ended !== undefined))
      return insertOfEach(cte, sender, rows, ({ ref }) => ({
        communityId: ref('noted.community_id'),
        action: 'application.response.message',
        userId: ref('r.user_id'),
        before: jsonBuildObject({ responseId: ref('noted.response_id'), status: sql.lit('queued') }),
        after: jsonBuildObject({ responseId: ref('noted.response_id'), status: ref('noted.status') }),
      })).returning('audit_id')
    })
    .selectFrom('audited')
    .select('audit_id')
    .execute()
}

const sender = { actor: { kind: 'job', id: 'send-result-message' }, requestId: null } as const

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** @param withLimits also those about keys and people */
export function listNotifications(ctx: Ctx, { after, limit }: Page, withLimits: boolean) {
  const rows = own(ctx)
    .selectFrom('notification')
    .select(['notification_id', 'kind', 'user_id', 'payload', 'created_at'])
    .$if(!withLimits, (some) => some.where('kind', '=', 'response.decided'))
    .orderBy('notification_id', 'desc')
    .limit(limit)
  return (after ? rows.where('notification_id', '<', Number(after.at)) : rows).execute()
}

export const positionOfNotification = ({ notification_id }: NotificationRow): Position => ({
  at: String(notification_id),
  id: String(notification_id),
})
