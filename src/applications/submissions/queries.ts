// SQL on a form's applicants: password attempts, submissions, names and results.
import { sql, type RawBuilder } from 'kysely'
import type { DefinedRow } from '../forms/queries'
import type { Ctx, Db, TxCtx } from '../../context'
import { violatedConstraint } from '../../db/errors'
import type { PlatformUser } from '../../platform/platform'

/** Wrong passwords in a row before the account is locked out of the form (NIST SP 800-63B, 5.2.2). */
const MAX_ATTEMPTS = 100
const LOCK_HOURS = 24
const MAX_DELAY_SECONDS = 3_600
/** Counts are deleted when their delay ended this long ago. */
const KEPT_DAYS = 30

export interface PasswordDelay {
  /** Until the next attempt; 0: none. */
  readonly seconds: number
  /** Locked out until then, or until the form's password changes. */
  readonly locked: boolean
}

export async function findPasswordDelay(ctx: Ctx, applicationId: string, userId: number): Promise<PasswordDelay> {
  const { rows } = await sql<PasswordDelay>`
    select ceil(greatest(0, extract(epoch from blocked_until - now())))::int as seconds, failures >= ${MAX_ATTEMPTS} as locked
    from password_guess
    where community_id = ${ctx.community.communityId} and application_id = ${applicationId} and user_id = ${userId}`.execute(
    ctx.db,
  )
  return rows[0] ?? { seconds: 0, locked: false }
}

/**
 * Counts a wrong password. From the fifth on the delay doubles, up to an hour; the hundredth locks for a day.
 * @returns false: a delay was already running, so the attempt was not counted
 */
export async function recordWrongPassword(ctx: Ctx, applicationId: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into password_guess as g (community_id, application_id, user_id, failures)
    values (${ctx.community.communityId}, ${applicationId}, ${userId}, 1)
    on conflict (community_id, application_id, user_id) do update
    set failures = case when g.failures >= ${MAX_ATTEMPTS} then 1 else g.failures + 1 end,
      blocked_until = case
        when g.failures < 4 or g.failures >= ${MAX_ATTEMPTS} then g.blocked_until
        when g.failures = ${MAX_ATTEMPTS - 1} then clock_timestamp() + make_interval(hours => ${LOCK_HOURS}::int)
        else clock_timestamp() + make_interval(secs => least(${MAX_DELAY_SECONDS}::int, 2 ^ least(g.failures - 4, 12) * 5)) end
    where g.blocked_until <= clock_timestamp()
    returning failures`.execute(ctx.db)
  return rows.length > 0
}

/** Deletes the account's count of wrong passwords unless a delay is running. */
export async function deletePasswordAttempts(ctx: Ctx, applicationId: string, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom('password_guess')
    .where('community_id', '=', ctx.community.communityId)
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .where('blocked_until', '<=', sql<string>`clock_timestamp()`)
    .execute()
}

export async function purgePasswordAttempts(db: Db): Promise<void> {
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

/** The applicant's names in a statement on `application_response`: the member's, or those resolved for the response. */
export const applicantNames = (['username', 'display_name'] as const).map((name) =>
  sql<string | null>`coalesce((select member.${sql.ref(name)} from member
    where member.community_id = application_response.community_id and member.user_id = application_response.user_id),
    application_response.${sql.ref(name)})`.as(name),
)

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

/** Locks the form against changes until the transaction ends. */
export async function lockFormShared(
  tx: TxCtx,
  applicationId: string,
): Promise<Pick<DefinedRow, 'state' | 'version'> | null> {
  const { rows } = await sql<Pick<DefinedRow, 'state' | 'version'>>`
    select state, version from application
    where community_id = ${tx.community.communityId} and application_id = ${applicationId} and deleted_at is null
    for share`.execute(tx.db)
  return rows[0] ?? null
}

/** Whether the account submitted in the form's current round. */
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

/** @returns null when the account already submitted to this version */
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

/** The applicant of a response without names, its own or a member's; null: nothing to resolve. */
export async function findUnnamedApplicant(ctx: Ctx, responseId: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('application_response as r')
    .leftJoin('member as m', (join) =>
      join.onRef('m.community_id', '=', 'r.community_id').onRef('m.user_id', '=', 'r.user_id'),
    )
    .select('r.user_id')
    .where('r.community_id', '=', ctx.community.communityId)
    .where('r.response_id', '=', responseId)
    .where('r.erased_at', 'is', null)
    .where('r.username', 'is', null)
    .where('m.username', 'is', null)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Stores the names on the response unless it was erased in the meantime. */
export async function storeApplicantNames(
  tx: TxCtx,
  responseId: string,
  { username, displayName }: Pick<PlatformUser, 'username' | 'displayName'>,
): Promise<void> {
  await tx.db
    .updateTable('application_response')
    .set({ username, display_name: displayName })
    .where('community_id', '=', tx.community.communityId)
    .where('response_id', '=', responseId)
    .where('erased_at', 'is', null)
    .execute()
}

export interface Results {
  readonly response: ResultRow | null
  readonly passed: ResultRow | null
}

/** Omits feedback after the account was transferred to another chat owner. */
export async function latestResults(ctx: Ctx, applicationId: string, userId: number): Promise<Results> {
  const latest = (which: keyof Results, only: RawBuilder<unknown>) => sql`
    select ${sql.lit(which)} as which, own.* from (
      select * from application_response r
      where r.community_id = ${ctx.community.communityId} and r.application_id = ${applicationId} and r.user_id = ${userId} ${only}
      order by r.submitted_at desc, r.response_id desc limit 1) own`
  const { rows } = await sql<ResultRow & { readonly which: keyof Results }>`
    select own.which, own.response_id, own.status, own.application_version, own.submitted_at, own.reviewed_at,
      case when own.chat_user_id = a.chat_user_id then own.applicant_feedback end as applicant_feedback,
      coalesce(m.username, own.username) as username, coalesce(m.display_name, own.display_name) as display_name
    from (${latest('response', sql``)} union all ${latest('passed', sql`and r.status = 'Passed'`)}) own
    left join member m on m.community_id = own.community_id and m.user_id = own.user_id
    left join verified_account a on a.user_id = own.user_id`.execute(ctx.db)
  const find = (which: keyof Results): ResultRow | null => rows.find((row) => row.which === which) ?? null
  return { response: find('response'), passed: find('passed') }
}

/** The payload must not contain answers or private notes. */
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

export async function insertResultMessage(tx: TxCtx, responseId: string): Promise<void> {
  await tx.db
    .insertInto('result_message')
    .values({ community_id: tx.community.communityId, response_id: responseId })
    .execute()
}

/** Dashboard notifications, newest first. @param before only those with a lower id */
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
