// SQL on a form's applicants: password attempts, submissions, names and results.
import { sql } from 'kysely'
import type { DefinedRow } from '../forms/queries'
import type { Ctx, Db, TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { bool, daysAgo, now } from '../../db/expressions'
import { violatedConstraint } from '../../db/errors'
import type { PlatformUser } from '../../platform/platform'
import { own } from '../../db/own'

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
  const row = await selectAttempts(ctx, applicationId, userId)
    .select(sql<number>`ceil(greatest(0, extract(epoch from blocked_until - now())))::int`.as('seconds'))
    .select(({ eb }) => bool(eb('failures', '>=', MAX_ATTEMPTS)).as('locked'))
    .executeTakeFirst()
  return row ?? { seconds: 0, locked: false }
}

const selectAttempts = (ctx: Ctx, applicationId: string, userId: number) =>
  own(ctx).selectFrom('password_guess').where('application_id', '=', applicationId).where('user_id', '=', userId)

/**
 * From the fifth on each delays the next attempt: 5 seconds, doubled up to an hour. The hundredth locks for a day. Not a
 * count of src/limits: a failure counts until the right password, however long ago it was.
 * @returns false: a delay was already running, so the attempt was not counted
 */
export async function recordWrongPassword(ctx: Ctx, applicationId: string, userId: number): Promise<boolean> {
  const row = await ctx.db
    .insertInto('password_guess')
    .values({ community_id: ctx.community.communityId, application_id: applicationId, user_id: userId, failures: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['community_id', 'application_id', 'user_id'])
        .doUpdateSet({ failures: failuresAfter, blocked_until: blockedAfter })
        .where('password_guess.blocked_until', '<=', clock),
    )
    .returning('failures')
    .executeTakeFirst()
  return row !== undefined
}

const clock = sql<string>`clock_timestamp()`
const failuresAfter = sql<number>`
  case when password_guess.failures >= ${MAX_ATTEMPTS} then 1 else password_guess.failures + 1 end`
const blockedAfter = sql<string>`case
  when password_guess.failures < 4 or password_guess.failures >= ${MAX_ATTEMPTS} then password_guess.blocked_until
  when password_guess.failures = ${MAX_ATTEMPTS - 1} then clock_timestamp() + make_interval(hours => ${LOCK_HOURS}::int)
  else clock_timestamp()
    + make_interval(secs => least(${MAX_DELAY_SECONDS}::int, 2 ^ least(password_guess.failures - 4, 12) * 5)) end`

export async function deletePasswordAttempts(ctx: Ctx, applicationId: string, userId: number): Promise<void> {
  await own(ctx)
    .deleteFrom('password_guess')
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .where('blocked_until', '<=', clock)
    .execute()
}

export async function purgePasswordAttempts(db: Db): Promise<void> {
  await db.deleteFrom('password_guess').where('blocked_until', '<', daysAgo(KEPT_DAYS)).execute()
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

export const applicantNames = {
  of: (communityId: string) =>
    (['username', 'display_name'] as const).map((name) =>
      sql<string | null>`coalesce((select member.${sql.ref(name)} from member
        where member.community_id = ${communityId} and member.user_id = application_response.user_id),
        application_response.${sql.ref(name)})`.as(name),
    ),
}

export type ResultRow = NonNullable<Awaited<ReturnType<typeof insertResponse>>>

export async function lockFormShared(
  tx: TxCtx,
  applicationId: string,
): Promise<Pick<DefinedRow, 'state' | 'version'> | null> {
  const row = await own(tx)
    .selectFrom('application')
    .select(['state', 'version'])
    .where('application_id', '=', applicationId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

/** @returns null: no submission in this round */
export async function findSubmittedVersion(
  ctx: Ctx,
  form: Pick<DefinedRow, 'application_id' | 'round_version'>,
  userId: number,
): Promise<number | null> {
  const row = await own(ctx)
    .selectFrom('application_response')
    .select(({ fn }) => fn.max('application_version').as('latest'))
    .where('application_id', '=', form.application_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const latest = row?.latest ?? 0
  return latest >= form.round_version ? latest : null
}

/** @returns null: the account already submitted to this version */
export async function insertResponse(tx: TxCtx, response: NewResponse) {
  const { communityId } = tx.community
  try {
    return await tx.db
      .with('created', (db) =>
        db
          .insertInto('application_response')
          .values({
            community_id: communityId,
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
            reviewed_at: response.status === 'Pending' ? null : now,
          })
          .returningAll(),
      )
      .selectFrom('created as application_response')
      .select(['response_id', 'status', 'application_version', 'submitted_at', 'reviewed_at', 'applicant_feedback'])
      .select(applicantNames.of(communityId))
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (violatedConstraint(error) === 'one_submission_per_version') return null
    throw error
  }
}

export async function findUnnamedApplicant(ctx: Ctx, responseId: string): Promise<number | null> {
  const row = await own(ctx)
    .selectFrom('application_response as r')
    .leftJoin('member as m', (join) =>
      join.onRef('m.community_id', '=', 'r.community_id').onRef('m.user_id', '=', 'r.user_id'),
    )
    .select('r.user_id')
    .where('r.response_id', '=', responseId)
    .where('r.erased_at', 'is', null)
    .where('r.username', 'is', null)
    .where('m.username', 'is', null)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function storeApplicantNames(
  tx: TxCtx,
  responseId: string,
  { username, displayName }: Pick<PlatformUser, 'username' | 'displayName'>,
): Promise<void> {
  await own(tx)
    .updateTable('application_response')
    .set({ username, display_name: displayName })
    .where('response_id', '=', responseId)
    .where('erased_at', 'is', null)
    .execute()
}

export interface Results {
  readonly response: ResultRow | null
  readonly passed: ResultRow | null
}

/** Feedback is omitted after the account was transferred to another chat owner. */
export async function latestResults(ctx: Ctx, applicationId: string, userId: number): Promise<Results> {
  const latest = (which: keyof Results) => {
    const rows = own(ctx)
      .selectFrom('application_response')
      .select(['community_id', 'user_id', 'chat_user_id', 'response_id', 'status', 'application_version'])
      .select(['submitted_at', 'reviewed_at', 'applicant_feedback', 'username', 'display_name'])
      .select(sql.lit(which).as('which'))
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId)
      .orderBy('submitted_at', 'desc')
      .orderBy('response_id', 'desc')
      .limit(1)
    return which === 'passed' ? rows.where('status', '=', 'Passed') : rows
  }
  const rows = await ctx.db
    .with('newest', () => latest('response'))
    .with('passed', () => latest('passed'))
    .selectFrom((from) =>
      from.selectFrom('newest').selectAll().unionAll(from.selectFrom('passed').selectAll()).as('own'),
    )
    .leftJoin('member as m', (join) =>
      join.on('m.community_id', '=', ctx.community.communityId).onRef('m.user_id', '=', 'own.user_id'),
    )
    .leftJoin('account_link as l', (join) =>
      join.on('l.community_id', '=', ctx.community.communityId).onRef('l.user_id', '=', 'own.user_id'),
    )
    .leftJoin('verified_account as a', 'a.user_id', 'own.user_id')
    .select(['own.which', 'own.response_id', 'own.status', 'own.application_version', 'own.submitted_at'])
    .select(({ case: when, fn, ref }) => [
      'own.reviewed_at',
      when()
        .when('own.chat_user_id', '=', fn.coalesce('l.chat_user_id', 'a.chat_user_id'))
        .then(ref('own.applicant_feedback'))
        .end()
        .as('applicant_feedback'),
      fn.coalesce('m.username', 'own.username').as('username'),
      fn.coalesce('m.display_name', 'own.display_name').as('display_name'),
    ])
    .execute()
  const find = (which: keyof Results): ResultRow | null => rows.find((row) => row.which === which) ?? null
  return { response: find('response'), passed: find('passed') }
}

export interface Decision {
  readonly responseId: string
  readonly applicationId: string
  readonly userId: number
  readonly status: Schema<'ResponseStatus'>
  readonly applicantFeedback: string | null
}

/** The payload must not contain answers or private notes. */
export async function insertDecisionNotification(tx: TxCtx, decision: Decision): Promise<void> {
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
