// What a player who applies asks of the server, and what a refusal means for the player.
import { queryOptions } from '@tanstack/react-query'
import { faultsOf } from './apply-answers'
import { allPages, answerOf, api, isSignedOut, messageOf, RequestError, type Schema, writes } from './api'

export type Applicant = Schema<'ApplicantSession'>
export type ApplicantForm = Schema<'ApplicantForm'>
export type OpenedForm = Schema<'OpenedForm'>
export type Question = OpenedForm['questions'][number]
export type Answers = Schema<'Answers'>

/** Null: nobody is signed in. */
export const applicantQuery = queryOptions({
  queryKey: ['applicant'],
  queryFn: async (): Promise<Applicant | null> =>
    (await answerOf(api.GET('/v2/applicant-session')).catch(nullIfSignedOut))?.data ?? null,
  staleTime: 60_000,
})

function nullIfSignedOut(error: unknown): null {
  if (isSignedOut(error)) return null
  throw error
}

export const formsQuery = ({ userId, communityId }: Applicant) =>
  queryOptions({
    queryKey: ['applicant', communityId, userId, 'forms'],
    queryFn: () =>
      allPages((query) =>
        answerOf(api.GET('/v2/applicants/{userId}/applications', { params: { path: { userId }, query } })),
      ),
    retry: false,
  })

export interface Access {
  readonly applicationId: string
  readonly userId: string
  readonly password: string
}

const bodyOf = ({ userId, password }: Access) => ({ userId: Number(userId), ...(password !== '' && { password }) })

export async function enterCode(body: Schema<'ApplicantSignIn'>): Promise<Applicant> {
  return (await answerOf(writes.POST('/v2/applicant-session', { body }))).data
}

export async function openForm(access: Access): Promise<OpenedForm> {
  const params = { path: { applicationId: access.applicationId } }
  return (await answerOf(writes.POST('/v2/applications/{applicationId}/open', { params, body: bodyOf(access) }))).data
}

export async function readResult(access: Access): Promise<Schema<'StatusData'>> {
  const params = { path: { applicationId: access.applicationId } }
  return (await answerOf(writes.POST('/v2/applications/{applicationId}/status', { params, body: bodyOf(access) }))).data
}

/**
 * Sends a response. A form takes one of an account, so a repetition after a lost answer is refused although the first
 * was stored.
 */
export async function submit(access: Access, version: number, answers: Answers): Promise<void> {
  const params = { path: { applicationId: access.applicationId } }
  const body = { ...bodyOf(access), version, answers }
  await answerOf(writes.POST('/v2/applications/{applicationId}/responses', { params, body })).catch(
    (error: unknown) => {
      if (!(error instanceof RequestError) || error.code !== 'duplicate_submission') throw error
    },
  )
}

const closed = 'The community takes no applications here now.'
const texts: Readonly<Record<string, string>> = {
  applicant_unverified:
    'Your account is not linked to a chat account of the community, so you cannot apply yet. Link it in the game or with the chat bot, then try again.',
  applicant_restricted: 'Your account may not apply in any community of this server.',
  applicant_blacklisted: 'The community does not accept an application of your account.',
  data_rights_restricted: 'A request about the data of your account is being handled, so you cannot apply now.',
  application_not_found: 'The form does not exist any more.',
  application_closed: 'The form is closed and takes no more answers.',
  version_conflict:
    'The form was changed while you answered. Read it again: what you wrote stays where the form still asks for it.',
  unauthorized: 'Your sign-in has ended. Ask for a new code: what you wrote stays until you close the page.',
  missing_credentials: 'Your sign-in has ended. Ask for a new code: what you wrote stays until you close the page.',
  rate_limit_exceeded: 'There were too many attempts from your network. Wait a minute, then try again.',
  api_disabled: closed,
  entitlement_required: closed,
  api_access_unavailable: closed,
}

const nouns: Readonly<Record<string, string>> = {
  email: 'mail address',
  phone: 'telephone number',
  payment_card: 'card number',
  secret: 'secret',
  platform_cookie: 'sign-in cookie',
  ip_address: 'IP address',
}

/** @param questions give a refused answer the title that the player sees */
export function textOf(error: unknown, questions: readonly Question[] = []): string {
  if (!(error instanceof RequestError)) return messageOf(error)
  const { field, kind } = error.details
  const question = questions.find(({ id }) => field === `answers.${id}`)
  if (error.code === 'sensitive_information' && question !== undefined && typeof kind === 'string') {
    return `Remove the ${nouns[kind] ?? 'personal data'} from the answer to “${question.title}”.`
  }
  if (faultsOf(error.details).size > 0) return 'Some answers cannot be sent. See what is said at each question.'
  return texts[error.code] ?? error.message
}

export const isOver = (error: unknown): boolean => error instanceof RequestError && error.code === 'version_conflict'

/** The form has a password that was not sent. */
export const isLocked = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'password_incorrect'
