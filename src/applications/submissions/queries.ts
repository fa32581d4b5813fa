// SQL of a player's side of a form: guesses at its password, the submission, the latest result.
import { sql, type RawBuilder } from 'kysely'
import type { DefinedRow } from '../forms/queries'
import type { Ctx, Db, TxCtx } from '../../context'
import { violatedConstraint } from '../../db/errors'

/** NIST 800-63B: after so many wrong guesses in a row the account is locked out of the form for a day. */
const MAX_GUESSES = 100
const LOCK_HOURS = 24
const MAX_DELAY_SECONDS = 3_600
/** A count that no guess was added to for this long is deleted. */
const KEPT_DAYS = 30

/** What an account must wait for before its next guess. */
export interface GuessDelay {
  /** Until the next guess; 0: no wait. */
  readonly seconds: number
  /** The form takes no guess of this account until then, unless it gets another password. */
  readonly locked: boolean
}

export async function guessDelay(ctx: Ctx, applicationId: string, userId: number): Promise<GuessDelay> {
  const { rows } = await sql<GuessDelay>`
    select ceil(greatest(0, extract(epoch from blocked_until - now())))::int as seconds, failures >= ${MAX_GUESSES} as locked
    from password_guess
    where community_id = ${ctx.community.communityId} and application_id = ${applicationId} and user_id = ${userId}`.execute(
    ctx.db,
  )
  return rows[0] ?? { seconds: 0, locked: false }
}

/**
 * Counts a wrong guess. After five each waits twice as long as the one before it, an hour at most; the hundredth locks for a day,
 * and after that the count starts again.
 * @returns false: the account must wait already, so the guess was not counted
 */
export async function noteWrongGuess(ctx: Ctx, applicationId: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into password_guess as g (community_id, application_id, user_id, failures)
    values (${ctx.community.communityId}, ${applicationId}, ${userId}, 1)
    on conflict (community_id, application_id, user_id) do update
    set failures = case when g.failures >= ${MAX_GUESSES} then 1 else g.failures + 1 end,
      blocked_until = case
        when g.failures < 4 or g.failures >= ${MAX_GUESSES} then g.blocked_until
        when g.failures = ${MAX_GUESSES - 1} then clock_timestamp() + make_interval(hours => ${LOCK_HOURS}::int)
        else clock_timestamp() + make_interval(secs => least(${MAX_DELAY_SECONDS}::int, 2 ^ least(g.failures - 4, 12) * 5)) end
    where g.blocked_until <= clock_timestamp()
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
    .execute()
}

/** Deletes the counts that no guess was added to for 30 days. A job's view, across communities. */
export async function forgetOldGuesses(db: Db): Promise<void> {
  await db
    .deleteFrom('password_guess')
    .where('blocked_until', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS}::int)`)
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

/** The applicant's names in a statement on `application_response`, as the member's profile holds them; null without a profile. */
export const applicantNames = (['username', 'display_name'] as const).map((name) =>
  sql<string | null>`(select member.${sql.ref(name)} from member
    where member.community_id = application_response.community_id and member.user_id = application_response.user_id)`.as(
    name,
  ),
)

/** What the applicant may see of a response. */
export interface ResultRow {
  readonly response_id: string
  readonly username: string | null
  readonly display_name: string | null
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

/** Whether the account has submitted to this version of the form, or to an earlier one of its round. */
export async function hasSubmitted(
  ctx: Ctx,
  form: Pick<DefinedRow, 'application_id' | 'round_version'>,
  userId: number,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('application_response')
    .select(({ fn }) => fn.max('application_version').as('latest'))
    .where('community_id', '=', ctx.community.communityId)
    .where('application_id', '=', form.application_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (row?.latest ?? 0) >= form.round_version
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
      .returning(applicantNames)
      .$castTo<ResultRow>()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (violatedConstraint(error) === 'one_submission_per_version') return null
    throw error
  }
}

/** An account's latest result, and its latest pass. */
export interface Results {
  readonly response: ResultRow | null
  readonly passed: ResultRow | null
}

/** Both in one statement; feedback only while the account belongs to the chat owner who submitted. */
export async function latestResults(ctx: Ctx, applicationId: string, userId: number): Promise<Results> {
  const latest = (which: keyof Results, only: RawBuilder<unknown>) => sql`
    select ${sql.lit(which)} as which, own.* from (
      select * from application_response r
      where r.community_id = ${ctx.community.communityId} and r.application_id = ${applicationId} and r.user_id = ${userId} ${only}
      order by r.submitted_at desc, r.response_id desc limit 1) own`
  const { rows } = await sql<ResultRow & { readonly which: keyof Results }>`
    select own.which, own.response_id, own.status, own.application_version, own.submitted_at, own.reviewed_at,
      case when own.chat_user_id = a.chat_user_id then own.applicant_feedback end as applicant_feedback,
      m.username, m.display_name
    from (${latest('response', sql``)} union all ${latest('passed', sql`and r.status = 'Passed'`)}) own
    left join member m on m.community_id = own.community_id and m.user_id = own.user_id
    left join verified_account a on a.user_id = own.user_id`.execute(ctx.db)
  const find = (which: keyof Results): ResultRow | null => rows.find((row) => row.which === which) ?? null
  return { response: find('response'), passed: find('passed') }
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

/** Records that a decision's message is owed. */
export async function insertResultMessage(tx: TxCtx, responseId: string): Promise<void> {
  await tx.db
    .insertInto('result_message')
    .values({ community_id: tx.community.communityId, response_id: responseId })
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
