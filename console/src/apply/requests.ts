// What a player who applies asks of the server, and what a refusal means for the player.
import { queryOptions } from '@tanstack/react-query'
import { allPages, answerOf, api, isSignedOut, RequestError, type Schema } from '../api'
import { begun } from '../patterns/acts'
import { textsOf } from '../patterns/texts'
import { refusedIn } from './answers'
import { texts } from './texts'

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

export const bodyOf = ({ userId, password }: Access) => ({
  userId: Number(userId),
  ...(password !== '' && { password }),
})
export const pathOf = ({ applicationId }: Access) => ({ applicationId })

export const openForm = async (access: Access): Promise<OpenedForm> =>
  (await begun('openApplication', { path: pathOf(access), body: bodyOf(access) })).data

export const readResult = async (access: Access): Promise<Schema<'StatusData'>> =>
  (await begun('getApplicationStatus', { path: pathOf(access), body: bodyOf(access) })).data

type Key = Exclude<keyof typeof texts.english, `${string}_one` | `${string}_other` | 'sensitive'>

const sentences: Readonly<Record<string, Key>> = {
  link_code_not_found: 'codeWrong',
  applicant_code_not_found: 'codeWrong',
  applicant_code_invalid: 'codeWrong',
  sign_in_refused: 'refused',
  issuer_not_configured: 'noIssuer',
  issuer_unavailable: 'noIssuer',
  other_applicant: 'otherAccount',
  applicant_unverified: 'unverified',
  applicant_restricted: 'restricted',
  applicant_blacklisted: 'blacklisted',
  applicant_ineligible: 'ineligible',
  data_rights_restricted: 'held',
  application_not_found: 'gone',
  application_closed: 'formClosed',
  version_conflict: 'changed',
  duplicate_submission: 'duplicate',
  unauthorized: 'signedOut',
  missing_credentials: 'signedOut',
  rate_limit_exceeded: 'tooMany',
  password_incorrect: 'passwordWrong',
  password_attempts_exceeded: 'passwordsWrong',
  password_locked: 'passwordsWrong',
  api_disabled: 'closedHere',
  entitlement_required: 'closedHere',
  api_access_unavailable: 'closedHere',
  server_busy: 'busy',
  dependency_unavailable: 'busy',
  eligibility_unavailable: 'busy',
  data_rights_unavailable: 'busy',
}

const kinds = ['email', 'phone', 'payment_card', 'secret', 'platform_cookie', 'ip_address'] as const

/** In the language of the player. @param questions give a refused answer the title that the player sees */
export function textOf(error: unknown, questions: readonly Question[] = []): string {
  const t = textsOf(texts) as (key: string, values?: object) => string
  if (!(error instanceof RequestError)) return t('other')
  if (error.status === 0) return t('noAnswer')
  const { field, kind } = error.details
  const question = questions.find(({ id }) => field === `answers.${id}`)
  if (error.code === 'sensitive_information' && question !== undefined) {
    const what = t(kinds.find((one) => one === kind) ?? 'personal')
    return t('sensitive', { what, question: question.title })
  }
  if (refusedIn(error.details).length > 0) return t('someWrong')
  return t(sentences[error.code] ?? 'other')
}

/** Of a code, where a refusal means that it is not valid. */
export const codeTextOf = (error: unknown): string => (isSignedOut(error) ? textsOf(texts)('codeWrong') : textOf(error))

export const isOver = (error: unknown): boolean => error instanceof RequestError && error.code === 'version_conflict'

/** The form has a password that was not sent. */
export const isLocked = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'password_incorrect'
