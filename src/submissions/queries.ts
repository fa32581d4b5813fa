// SQL of a player's side of a form: guesses at its password, the submission, the latest result.
import { sql } from 'kysely'
import type { DefinedRow } from '../applications/queries'
import type { Ctx, TxCtx } from '../context'
import { violatedConstraint } from '../db/errors'

/** NIST 800-63B: after so many wrong guesses the account guesses no more, until the form has another password. */
const MOST_GUESSES = 100
const LONGEST_WAIT_SECONDS = 3_600

/** How long the account must wait before its next guess, in seconds; 0: not at all. */
export async function guessDelay(ctx: Ctx, applicationId: string, userId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select case when failures >= ${MOST_GUESSES} then ${LONGEST_WAIT_SECONDS}::float8
      else greatest(0, extract(epoch from blocked_until - now()))::float8 end as seconds from password_guess
    where community_id = ${ctx.community.communityId} and application_id = ${applicationId} and user_id = ${userId}`.execute(
    ctx.db,
  )
  return rows[0]?.seconds ?? 0
}

/**
 * Counts a wrong guess. After five the sixth waits, and each one after it twice as long, an hour at most.
 * @returns false: the account must wait already, so the guess was not counted
 */
export async function noteWrongGuess(ctx: Ctx, applicationId: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into password_guess as g (community_id, application_id, user_id, failures)
    values (${ctx.community.communityId}, ${applicationId}, ${userId}, 1)
    on conflict (community_id, application_id, user_id) do update
    set failures = g.failures + 1,
      blocked_until = case when g.failures < 4 then g.blocked_until
        else clock_timestamp() + make_interval(secs => least(${LONGEST_WAIT_SECONDS}::int, 2 ^ least(g.failures - 4, 12) * 5)) end
    where g.blocked_until <= clock_timestamp() and g.failures < ${MOST_GUESSES}
    returning failures`.execute(ctx.db)
  return rows.length > 0
}

/** Forgets the wrong guesses, unless the account must wait. */
export async function forgetGuesses(ctx: Ctx, applicationId: string, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom('password_guess')
    .where('community_id', '=', ctx.community.communityId)
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .where('blocked_until', '<=', sql<string>`clock_timestamp()`)
    .where('failures', '<', MOST_GUESSES)
    .execute()
}

export interface NewResponse {
  readonly responseId: string
  readonly applicationId: string
  readonly version: number
  readonly userId: number
  readonly chatUserId: string
  readonly status: 'Pending' | 'Passed' | 'Failed'
  readonly correct: number | null
  readonly graded: number | null
  readonly questions: unknown
  readonly answers: unknown
}

/** What the applicant may see of a response. */
export interface ResultRow {
  readonly response_id: string
  readonly status: 'Pending' | 'Passed' | 'Failed'
  readonly application_version: number
  readonly submitted_at: string
  readonly reviewed_at: string | null
  readonly applicant_feedback: string | null
}

/** The form as it is now, which nobody changes until the transaction ends; null when there is none. */
export async function holdForm(
  tx: TxCtx,
  applicationId: string,
): Promise<Pick<DefinedRow, 'state' | 'version'> | null> {
  const { rows } = await sql<Pick<DefinedRow, 'state' | 'version'>>`
    select state, version from application
    where community_id = ${tx.community.communityId} and application_id = ${applicationId} and deleted_at is null
    for share`.execute(tx.db)
  return rows[0] ?? null
}

/** Stores a response; null when the account has submitted to this version already. */
export async function insertResponse(tx: TxCtx, response: NewResponse): Promise<ResultRow | null> {
  try {
    return await tx.db
      .insertInto('application_response')
      .values({
        community_id: tx.community.communityId,
        response_id: response.responseId,
        application_id: response.applicationId,
        application_version: response.version,
        user_id: response.userId,
        chat_user_id: response.chatUserId,
        status: response.status,
        correct: response.correct,
        graded: response.graded,
        questions: JSON.stringify(response.questions),
        answers: JSON.stringify(response.answers),
        reviewed_at: response.status === 'Pending' ? null : sql<string>`now()`,
      })
      .returning(['response_id', 'status', 'application_version', 'submitted_at', 'reviewed_at', 'applicant_feedback'])
      .$castTo<ResultRow>()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (violatedConstraint(error) === 'one_submission_per_version') return null
    throw error
  }
}

/** The account's latest result; the feedback only while the account belongs to the chat owner who submitted. */
export async function latestResult(ctx: Ctx, applicationId: string, userId: number): Promise<ResultRow | null> {
  const { rows } = await sql<ResultRow>`
    select r.response_id, r.status, r.application_version, r.submitted_at, r.reviewed_at,
      case when r.chat_user_id = a.chat_user_id then r.applicant_feedback end as applicant_feedback
    from application_response r left join verified_account a on a.user_id = r.user_id
    where r.community_id = ${ctx.community.communityId} and r.application_id = ${applicationId} and r.user_id = ${userId}
    order by r.submitted_at desc, r.response_id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** Tells the dashboard of a decision. The payload never holds answers or private notes. */
export async function insertDecisionNotification(
  tx: TxCtx,
  decision: {
    responseId: string
    applicationId: string
    userId: number
    status: string
    applicantFeedback: string | null
  },
): Promise<void> {
  const { userId, ...payload } = decision
  await tx.db
    .insertInto('notification')
    .values({
      community_id: tx.community.communityId,
      kind: 'response.decided',
      user_id: userId,
      payload: JSON.stringify(payload),
    })
    .execute()
}

/** What the dashboard was told, newest first; `before` is the id the page ends before. For the operator. */
export function listNotifications(ctx: Ctx, limit: number, before: number | null) {
  return ctx.db
    .selectFrom('notification')
    .selectAll()
    .where('community_id', '=', ctx.community.communityId)
    .$if(before !== null, (rows) => rows.where('notification_id', '<', before ?? 0))
    .orderBy('notification_id', 'desc')
    .limit(limit)
    .execute()
}
