// Applicant operations.
import { isOnHold, lockAccount } from '../../identities/accounts/queries'
import { assertNotOnHold } from '../../identities/accounts/rules'
import { makeId, requireApplication } from '../forms/actions'
import type { DefinedRow } from '../forms/queries'
import { withoutKeys } from '../forms/rules'
import { assertNotSensitive } from '../forms/screen'
import { insertAuditEntry } from '../../audit/queries'
import { hasAutomaticGrading } from '../../auth/rules'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { enqueue } from '../../db/job-queue'
import { DomainError, orNotFound } from '../../base/errors'
import type { NamedText } from '../screening/rules'
import { checkAccess } from './access'
import { carryOut, followDecision, NOTHING, type Consequences } from './announce'
import {
  findSubmittedVersion,
  lockFormShared,
  insertResponse,
  latestResults,
  type ResultRow,
  type Results,
} from './queries'
import { checkAnswers, grade, type Answers, type Grade } from './rules'

type Access = Schema<'ApplicantAccess'>

export async function openForm(ctx: Ctx, applicationId: string, access: Access): Promise<OpenedForm> {
  const form = await requireApplication(ctx, applicationId)
  const { userId } = await checkAccess(ctx, form, access)
  assertOpen(form)
  return { ...form, submittedVersion: await findSubmittedVersion(ctx, form, userId) }
}

export interface OpenedForm extends DefinedRow {
  /** Null: the account may submit. */
  readonly submittedVersion: number | null
}

/**
 * The response is graded if the form says so and Pro is active.
 * @throws DomainError 400, 409 `version_conflict`, `duplicate_submission` or `application_closed`
 */
export async function submitResponse(
  ctx: Ctx,
  applicationId: string,
  submission: Schema<'ResponseSubmit'>,
): Promise<ResultRow> {
  const form = await requireApplication(ctx, applicationId)
  const applicant = await checkAccess(ctx, form, submission)
  assertAcceptsVersion(form, submission.version)
  const answers = checkAnswers(form.definition.questions, submission.answers)
  await assertFirst(ctx, form, applicant.userId)
  await assertNotSensitive(ctx, textsOf(answers))
  const graded = gradeNow(ctx, form, answers)
  const { submitted, queued } = await inTransaction(ctx, async (tx) => {
    // may have changed since the checks above
    await lockAccount(tx.db, applicant.userId)
    assertNotOnHold(await isOnHold(tx.db, applicant.userId))
    const current = orNotFound(await lockFormShared(tx, applicationId), 'application_not_found')
    assertAcceptsVersion(current, submission.version)
    await assertFirst(tx, form, applicant.userId)
    const result = await insertResponse(tx, {
      responseId: makeId('rsp'),
      applicationId,
      version: form.version,
      ...applicant,
      status: graded === null ? 'Pending' : graded.passed ? 'Passed' : 'Failed',
      correct: graded?.correct ?? null,
      graded: graded?.graded ?? null,
      questions: withoutKeys(form.definition.questions),
      answers,
    })
    if (!result) throw duplicate(form, form.version)
    // an automatic result is a final decision (spec, Events)
    const decided = graded ? await decide(tx, form, { ...result, userId: applicant.userId }) : NOTHING
    const { given, queued } = decided
    await insertAuditEntry(tx, {
      action: 'application.response.submit',
      userId: applicant.userId,
      after: {
        responseId: result.response_id,
        applicationId,
        applicationVersion: form.version,
        status: result.status,
        ...(given && { given }),
      },
    })
    await resolveName(tx, result)
    return { submitted: result, queued }
  })
  followDecision(ctx, queued)
  return submitted
}

async function resolveName(tx: TxCtx, { username, response_id: responseId }: ResultRow): Promise<void> {
  const { communityId, connection } = tx.community
  if (username !== null || connection === 'none') return
  await enqueue(tx.db, 'resolve-applicant-names', { communityId, responseId })
}

function decide(
  tx: TxCtx,
  form: DefinedRow,
  { response_id: responseId, userId, status }: ResultRow & { readonly userId: number },
): Promise<Consequences> {
  const { application_id: applicationId } = form
  return carryOut(tx, form, { responseId, applicationId, userId, status, applicantFeedback: null })
}

export async function readStatus(ctx: Ctx, applicationId: string, access: Access): Promise<Results> {
  const form = await requireApplication(ctx, applicationId)
  const { userId } = await checkAccess(ctx, form, access)
  return latestResults(ctx, applicationId, userId)
}

async function assertFirst(ctx: Ctx, form: DefinedRow, userId: number): Promise<void> {
  const submitted = await findSubmittedVersion(ctx, form, userId)
  if (submitted !== null) throw duplicate(form, submitted)
}

function duplicate({ version }: Pick<DefinedRow, 'version'>, submitted: number): DomainError {
  const which = submitted === version ? 'its current one' : 'which has the same questions as the current one'
  return new DomainError(
    'duplicate_submission',
    `This account already submitted to version ${submitted} of this form, ${which}. Read its status.`,
    { details: { applicationVersion: submitted } },
  )
}

function assertOpen({ state }: Pick<DefinedRow, 'state'>): void {
  if (state === 'open') return
  throw new DomainError('application_closed', 'This form is closed and does not accept responses.')
}

function assertAcceptsVersion(form: Pick<DefinedRow, 'state' | 'version'>, version: number): void {
  assertOpen(form)
  if (form.version === version) return
  throw new DomainError('version_conflict', `The form is at version ${form.version}. Open it again for the player.`)
}

/** Null: staff must review the response. */
function gradeNow(ctx: Ctx, { definition }: DefinedRow, answers: Answers): Grade | null {
  const { passPercentage } = definition.grading
  if (passPercentage === null) return null
  return hasAutomaticGrading(ctx.community, ctx.now().getTime()) ? grade(definition, answers, passPercentage) : null
}

function textsOf(answers: Answers): NamedText[] {
  return Object.entries(answers).flatMap(([id, answer]): NamedText[] =>
    typeof answer === 'string' ? [[`answers.${id}`, answer]] : [],
  )
}
