// Every write of the console, and how it is repeated when its answer was lost. A write that is not declared here does not compile.
// test/console/acts.test.ts loses the answer of each, repeats it, and expects one effect.
import type { operations, paths } from '../../../generated/openapi'
import { answerOf, api, RequestError, writes, type ErrorCode, type Schema } from '../api'
import { isLeaving } from './leaving'
import { deciderOf, isMine } from './names'
import { tagOfUnchanged } from './seen'
import { catalogue, textsOf } from './texts'
import type { ToldOnce } from './told-once'

export type OperationId = keyof operations
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Of<Id extends OperationId, Part extends 'path' | 'query'> = Exclude<operations[Id]['parameters'][Part], undefined>
type BodyIn<Body> = Body extends { content: { 'application/json': infer Json } } ? Json : undefined
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? BodyIn<Exclude<Body, undefined>>
  : undefined
type WithoutBatchId<Body> = Body extends { batchId: unknown } ? Omit<Body, 'batchId'> : Body

/** What an act sends, without the id, which the act layer adds. */
export type RequestOf<Id extends OperationId> = ([Of<Id, 'path'>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Of<Id, 'path'> }) &
  ([Of<Id, 'query'>] extends [never] ? { readonly query?: undefined } : { readonly query?: Of<Id, 'query'> }) &
  ([BodyOf<Id>] extends [undefined] ? { readonly body?: undefined } : { readonly body: WithoutBatchId<BodyOf<Id>> }) & {
    /** The record as the person saw it: the act is refused when somebody else changed since what it changes (seen.ts). */
    readonly seen?: object
  }

type JsonIn<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : undefined
type Success = 200 | 201 | 202 | 204
export type AnswerOf<Id extends OperationId> = JsonIn<
  operations[Id]['responses'][keyof operations[Id]['responses'] & Success]
>

interface Declared<Id extends OperationId> {
  readonly at: `${Method} ${keyof paths}`
  /**
   * `key`: it takes `Idempotency-Key`; `batch`: `batchId` identifies it; `same`: the same request again changes nothing more; `read`:
   * before it is repeated, `stored` reads the record; `new`: it only reads, or is begun anew.
   */
  readonly again: 'key' | 'batch' | 'same' | 'read' | 'new'
  /** Codes that say that it was done before: of a deletion, that there is no such record. */
  readonly gone?: readonly ErrorCode[]
  /** The answer, if the record says that this request was carried out; null: it was not. @param since when it was first sent */
  readonly stored?: (request: RequestOf<Id>, since: number) => Promise<AnswerOf<Id> | null>
  /** What a refusal with 409 means, read from the record: the answer, if this was stored before, or a better error. */
  readonly refused?: (request: RequestOf<Id>) => Promise<AnswerOf<Id> | RequestError | null>
  /** An answer of success that says that the one thing that was asked was refused. */
  readonly refusal?: (answer: AnswerOf<Id>) => RequestError | null
  /** What the answer tells only once: null in the answer to a repetition. The shell shows it. */
  readonly once?: (answer: AnswerOf<Id>) => ToldOnce
  /** It has a secret, which is not kept in the tab. */
  readonly secret?: true
}

const declare = <const Table extends { readonly [Id in OperationId]?: Declared<Id> }>(table: Table): Table => table

/** Milliseconds that the clock here may be ahead of the server's. */
const CLOCK_MS = 120_000
const isSince = (createdAt: string, since: number): boolean => Date.parse(createdAt) >= since - CLOCK_MS

/** The newest forms are on the first page. */
async function formMadeSince<Answer>(name: string, since: number): Promise<Answer | null> {
  const { data } = await answerOf(api.GET('/v2/applications'))
  const made = data.items.find((form) => form.name === name && isSince(form.createdAt, since))
  return made === undefined ? null : ({ data: made } as unknown as Answer)
}

/** Whether the record has each of the values that were sent; it may have more. */
function hasValues(record: unknown, values: unknown): boolean {
  if (typeof values !== 'object' || values === null) return String(record ?? null) === String(values ?? null)
  if (typeof record !== 'object' || record === null) return false
  if (Array.isArray(values) && values.length !== (record as readonly unknown[]).length) return false
  return Object.entries(values).every(([name, value]) =>
    hasValues((record as Readonly<Record<string, unknown>>)[name], value),
  )
}

async function awardIfStored<Answer>(
  read: Promise<{ readonly data: Schema<'Award'> }>,
  { removeRole, ...sent }: Schema<'AwardUpdate'>,
): Promise<Answer | null> {
  const answer = await read.catch((error: unknown) => {
    // it was to be renamed, and was not
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  })
  if (answer === null) return null
  const { data } = answer
  const isMine = hasValues(data, sent) && (removeRole !== true || data.roleUniqueId === null)
  return isMine ? ({ data } as unknown as Answer) : null
}

type Reviewed = AnswerOf<'reviewResponse'>

const responseOf = async ({ path }: RequestOf<'reviewResponse'>): Promise<Reviewed> =>
  answerOf(
    api.GET('/v2/applications/{applicationId}/responses/{responseId}', { params: { path, query: { names: '1' } } }),
  )

const isStored = (
  { status, privateNote, applicantFeedback }: Reviewed['data'],
  { body }: RequestOf<'reviewResponse'>,
): boolean =>
  status === body.status &&
  privateNote === (body.privateNote ?? null) &&
  applicantFeedback === (body.applicantFeedback ?? null)

const texts = catalogue('acts', {
  passedBefore: '{actor} passed it before. Your decision was not stored.',
  failedBefore: '{actor} failed it before. Your decision was not stored.',
  graded: 'It was graded by its form before. Your decision was not stored.',
  storedBefore:
    'This was stored as you sent it first: {title}. What you changed since was not sent, and what you entered is still here.',
})

/** @param answer a response that has been decided */
function decidedBefore(answer: Reviewed): RequestError {
  const t = textsOf(texts)
  const actor = deciderOf(answer)
  const key = answer.data.status === 'Passed' ? 'passedBefore' : 'failedBefore'
  const sentence = actor === null ? t('graded') : t(key, { actor })
  return new RequestError(409, 'decided_before', sentence)
}

export const acts = declare({
  awardBatch: {
    at: 'POST /v2/award-batches',
    again: 'batch',
    refusal: ({ data }) => {
      const [entry, ...others] = data.entries
      if (!entry?.error || others.length > 0) return null
      return new RequestError(409, entry.error.code, entry.error.message)
    },
  },
  createWarning: { at: 'POST /v2/warnings', again: 'key' },
  revokeWarning: { at: 'POST /v2/warnings/{warningId}/revoke', again: 'key' },
  createSuspension: { at: 'POST /v2/suspensions', again: 'key' },
  liftSuspension: { at: 'POST /v2/suspensions/{suspensionId}/lift', again: 'key' },
  createBlacklistEntry: { at: 'POST /v2/blacklist-entries', again: 'key' },
  liftBlacklistEntry: { at: 'POST /v2/blacklist-entries/{blacklistEntryId}/lift', again: 'key' },
  submitRankOperation: { at: 'POST /v2/platform-operations/ranks', again: 'key' },
  cancelPlatformOperation: { at: 'POST /v2/platform-operations/{operationId}/cancel', again: 'key' },
  retryPlatformOperation: { at: 'POST /v2/platform-operations/{operationId}/retry', again: 'key' },
  removeMedal: { at: 'DELETE /v2/members/{userId}/medals/{name}', again: 'same' },
  awardMedal: { at: 'POST /v2/members/{userId}/medals', again: 'same' },
  awardQualification: { at: 'POST /v2/members/{userId}/qualifications', again: 'same' },
  removeQualification: { at: 'DELETE /v2/members/{userId}/qualifications/{name}', again: 'same' },
  reviewResponse: {
    at: 'POST /v2/applications/{applicationId}/responses/{responseId}/review',
    again: 'read',
    stored: async (request) => {
      const answer = await responseOf(request)
      return isStored(answer.data, request) ? answer : null
    },
    refused: async (request) => {
      const answer = await responseOf(request)
      if (isMine(answer.data.decidedBy) && isStored(answer.data, request)) return answer
      return answer.data.status === 'Pending' ? null : decidedBefore(answer)
    },
  },
  submitResponse: {
    at: 'POST /v2/applications/{applicationId}/responses',
    again: 'read',
    // the password of the form
    secret: true,
    // a form takes one of an account
    stored: async ({ path, body: { userId, password } }, since) => {
      const body = { userId, ...(password !== undefined && { password }) }
      const { data } = await answerOf(
        writes.POST('/v2/applications/{applicationId}/status', { params: { path }, body }),
      )
      const isMine = data.response !== null && isSince(data.response.submittedAt, since)
      return isMine ? ({ data: data.response } as unknown as AnswerOf<'submitResponse'>) : null
    },
  },
  openApplication: { at: 'POST /v2/applications/{applicationId}/open', again: 'new' },
  getApplicationStatus: { at: 'POST /v2/applications/{applicationId}/status', again: 'new' },
  createApplicantSession: { at: 'POST /v2/applicant-session', again: 'new' },
  finishApplicantSignIn: { at: 'POST /v2/applicant-session/issuer', again: 'new' },
  endApplicantSession: {
    at: 'POST /v2/applicant-session/end',
    again: 'same',
    gone: ['unauthorized', 'missing_credentials'],
  },
  createReversal: { at: 'POST /v2/reversals', again: 'key' },
  deleteReversal: { at: 'DELETE /v2/reversals/{reversalId}', again: 'same', gone: ['reversal_not_found'] },
  revokeOwnSession: { at: 'POST /v2/own-sessions/{sessionId}/revoke', again: 'same' },
  endSession: { at: 'POST /v2/session/end', again: 'same', gone: ['unauthorized', 'missing_credentials'] },
  createKey: { at: 'POST /v2/keys', again: 'key', once: ({ data }) => ({ is: 'key', of: data }) },
  updateKey: {
    at: 'PATCH /v2/keys/{keyId}',
    again: 'read',
    stored: async ({ path, body }) => {
      const { data } = await answerOf(api.GET('/v2/keys/{keyId}', { params: { path } }))
      const { enabled, paused, scopes, expiresAt, neverExpires, anyAddress, ...values } = body
      const isStored =
        hasValues(data, values) &&
        (scopes === undefined || hasValues([...data.scopes].sort(), [...scopes].sort())) &&
        (enabled === undefined || enabled === (data.state === 'enabled')) &&
        (paused === undefined || paused === (data.pausedAt !== null)) &&
        (expiresAt === undefined || Date.parse(expiresAt ?? '') === Date.parse(data.expiresAt ?? '')) &&
        (!neverExpires || data.expiresAt === null) &&
        (!anyAddress || data.allowedAddresses === null)
      return isStored ? { data, meta: { dependants: [] } } : null
    },
  },
  rotateKey: {
    at: 'POST /v2/keys/{keyId}/rotate',
    again: 'key',
    // the page of the old one has ended, or is about to
    once: ({ data }) => ({ is: 'key', of: data, isOpened: true }),
  },
  revokeKey: { at: 'POST /v2/keys/{keyId}/revoke', again: 'same' },
  createPerson: { at: 'POST /v2/people', again: 'key', once: ({ data }) => ({ is: 'invitation', of: data }) },
  invitePerson: {
    at: 'POST /v2/people/{personId}/invite',
    again: 'key',
    once: ({ data }) => ({ is: 'invitation', of: data }),
  },
  updatePerson: {
    at: 'PATCH /v2/people/{personId}',
    again: 'read',
    stored: async ({ path, body }) => {
      const { data } = await answerOf(api.GET('/v2/people/{personId}', { params: { path } }))
      const { enabled, paused, removeMember, removeLowestRank, userId, ...values } = body
      const isStored =
        hasValues(data, values) &&
        (enabled === undefined || enabled === (data.state !== 'disabled')) &&
        (paused === undefined || paused === (data.pausedAt !== null)) &&
        (userId === undefined ? !removeMember || data.userId === null : data.userId === String(userId)) &&
        (!removeLowestRank || data.lowestRankUniqueId === null)
      return isStored ? { data, meta: { dependants: [] } } : null
    },
  },
  deletePerson: { at: 'DELETE /v2/people/{personId}', again: 'same', gone: ['person_not_found'] },
  setStaffRole: {
    at: 'PUT /v2/staff-roles/{roleName}',
    again: 'read',
    stored: async ({ path, body: { scopes, ...values } }) => {
      const { data } = await answerOf(api.GET('/v2/staff-roles'))
      const role = data.find(({ name }) => name === path.roleName)
      const isStored = role && hasValues(role, values) && hasValues([...role.scopes].sort(), [...scopes].sort())
      return isStored ? { data: role } : null
    },
  },
  deleteStaffRole: { at: 'DELETE /v2/staff-roles/{roleName}', again: 'same', gone: ['staff_role_not_found'] },
  updateRank: { at: 'PATCH /v2/ranks/{uniqueId}', again: 'same' },
  syncRanks: { at: 'POST /v2/ranks/sync', again: 'key' },
  updateAutoRankSettings: { at: 'PATCH /v2/auto-rank', again: 'same' },
  updateSuspensionSettings: {
    at: 'PATCH /v2/suspension-settings',
    again: 'read',
    stored: async ({ body: { rankUniqueId = null } }) => {
      const answer = await answerOf(api.GET('/v2/suspension-settings'))
      const isStored = (answer.data.rank?.uniqueId ?? null) === rankUniqueId
      return isStored ? (answer as unknown as AnswerOf<'updateSuspensionSettings'>) : null
    },
  },
  createMedal: { at: 'POST /v2/medals', again: 'key' },
  updateMedal: {
    at: 'PATCH /v2/medals/{name}',
    again: 'read',
    stored: async ({ path: { name }, body }) => {
      const params = { path: { name: body.name ?? name } }
      return awardIfStored(answerOf(api.GET('/v2/medals/{name}', { params })), body)
    },
  },
  createQualification: { at: 'POST /v2/qualifications', again: 'key' },
  updateQualification: {
    at: 'PATCH /v2/qualifications/{name}',
    again: 'read',
    stored: async ({ path: { name }, body }) => {
      const params = { path: { name: body.name ?? name } }
      return awardIfStored(answerOf(api.GET('/v2/qualifications/{name}', { params })), body)
    },
  },
  createApplication: {
    at: 'POST /v2/applications',
    again: 'read',
    stored: ({ body }, since) => formMadeSince<AnswerOf<'createApplication'>>(body.definition.name, since),
  },
  duplicateApplication: {
    at: 'POST /v2/applications/{applicationId}/duplicate',
    again: 'read',
    stored: ({ body }, since) => formMadeSince<AnswerOf<'duplicateApplication'>>(body?.name ?? '', since),
  },
  updateApplication: {
    at: 'PUT /v2/applications/{applicationId}',
    again: 'read',
    stored: async ({ path, body }) => {
      const { data } = await answerOf(api.GET('/v2/applications/{applicationId}/configuration', { params: { path } }))
      const isMine = data.version === body.version + 1 && hasValues(data.definition, body.definition)
      return isMine ? ({ data } as unknown as AnswerOf<'updateApplication'>) : null
    },
  },
  deleteApplication: { at: 'DELETE /v2/applications/{applicationId}', again: 'same', gone: ['application_not_found'] },
  saveTemplate: {
    at: 'POST /v2/applications/templates',
    again: 'read',
    stored: async ({ body: { name } }, since) => {
      const { data } = await answerOf(api.GET('/v2/applications/templates'))
      const made = data.items.find((one) => one.name === name && isSince(one.createdAt, since))
      return made === undefined ? null : ({ data: made } as unknown as AnswerOf<'saveTemplate'>)
    },
  },
  deleteTemplate: { at: 'DELETE /v2/applications/templates/{templateId}', again: 'same', gone: ['template_not_found'] },
  setJoinRequirements: {
    at: 'PUT /v2/join-requirements',
    again: 'read',
    stored: async ({ body }) => {
      const answer = await answerOf(api.GET('/v2/join-requirements'))
      const isMine = hasValues([...answer.data.applicationIds].sort(), [...body.applicationIds].sort())
      return isMine ? (answer as unknown as AnswerOf<'setJoinRequirements'>) : null
    },
  },
  lookUpMembers: { at: 'POST /v2/member-lookups', again: 'new' },
  previewAutoRank: { at: 'POST /v2/auto-rank/preview', again: 'new' },
  proveSession: { at: 'POST /v2/session/proof', again: 'new' },
  beginSignIn: { at: 'POST /v2/sign-in', again: 'new' },
  finishSignIn: { at: 'POST /v2/sign-in/finish', again: 'new' },
  beginRegistration: { at: 'POST /v2/sign-in/registration', again: 'new' },
  finishRegistration: { at: 'POST /v2/sign-in/registration/finish', again: 'new' },
  beginIssuerSignIn: { at: 'POST /v2/sign-in/issuer', again: 'new' },
  finishIssuerSignIn: { at: 'POST /v2/sign-in/issuer/finish', again: 'new' },
  updatePlatformConnection: { at: 'PATCH /v2/platform-connection', again: 'same', secret: true },
})

export type ActName = keyof typeof acts

export const declarationOf = <Name extends ActName>(name: Name): Declared<Name> =>
  acts[name] as unknown as Declared<Name>

interface Sent<Name extends ActName> {
  readonly name: Name
  readonly request: RequestOf<Name>
  /** Identifies the act: all its attempts have the same. */
  readonly id: string
}

/** Attempts where somebody else changes the record, and nothing of what this act changes, between its read and the request. */
const MATCHES = 3

/** Sends the act, which has one effect. @throws RequestError */
export async function send<Name extends ActName>(sent: Sent<Name>): Promise<AnswerOf<Name>> {
  const { gone = [] } = declarationOf(sent.name)
  try {
    return await sendUnchanged(sent)
  } catch (error) {
    const isGone = error instanceof RequestError && gone.some((code) => code === error.code)
    if (!isGone) throw error
    return undefined as AnswerOf<Name>
  }
}

/** Of a record that is as the person saw it. */
async function sendUnchanged<Name extends ActName>(sent: Sent<Name>): Promise<AnswerOf<Name>> {
  for (let attempt = 1; ; attempt += 1) {
    const match = await tagOfUnchanged(sent.name, sent.request)
    try {
      return await sendOnce(sent, match)
    } catch (error) {
      const isLate = match !== null && error instanceof RequestError && error.code === 'record_changed'
      if (!isLate || attempt === MATCHES) throw error
    }
  }
}

async function sendOnce<Name extends ActName>(
  { name, request, id }: Sent<Name>,
  match: string | null,
): Promise<AnswerOf<Name>> {
  const { at, again, refused, refusal } = declarationOf(name)
  const [method, path] = at.split(' ', 2)
  const header = {
    ...(again === 'key' && { 'Idempotency-Key': id }),
    ...(match !== null && { 'If-Match': match }),
  }
  const given: unknown = request.body
  const body = again === 'batch' ? { ...(given as object), batchId: id } : given
  const init = {
    params: { path: request.path, query: request.query, header },
    ...(body !== undefined && { body }),
    ...(isLeaving() && { keepalive: true }),
  }
  const sent = (writes.request as (...all: unknown[]) => ReturnType<typeof writes.GET>)(
    method?.toLowerCase(),
    path,
    init,
  )
  const answer = await answerOf(sent as Promise<{ data?: AnswerOf<Name>; response: Response }>).catch(
    async (error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      const meant = error.status === 409 ? await refused?.(request).catch(() => null) : null
      if (meant == null || meant instanceof RequestError) throw meant ?? error
      return meant
    },
  )
  const fault = answer === undefined ? null : (refusal?.(answer) ?? null)
  if (fault !== null) throw fault
  return answer
}

interface SentAgain<Name extends ActName> extends Sent<Name> {
  /** When it was first sent, in milliseconds since 1970. */
  readonly since: number
  /** What was sent before with the same id and other values. */
  readonly before?: readonly { readonly title: string; readonly request: RequestOf<Name> | null }[]
}

/** What was sent before was stored; the values that were changed since were not sent. */
export class StoredBefore extends RequestError {
  constructor(title: string) {
    super(409, 'stored_before', textsOf(texts)('storedBefore', { title }))
  }
}

/** The server has stored another request with the same id. */
const isReused = (error: unknown): boolean =>
  error instanceof RequestError && ['idempotency_key_reused', 'batch_id_reused'].includes(error.code)

/** Sends the act again after its answer was lost. @throws RequestError, StoredBefore */
export async function sendAgain<Name extends ActName>(sent: SentAgain<Name>): Promise<AnswerOf<Name>> {
  const { request, since, before = [] } = sent
  const { stored } = declarationOf(sent.name)
  const earlier = (await stored?.(request, since)) ?? null
  if (earlier !== null) return earlier
  for (const one of before) {
    const isStored = one.request !== null && ((await stored?.(one.request, since)) ?? null) !== null
    if (isStored) throw new StoredBefore(one.title)
  }
  try {
    return await send(sent)
  } catch (error) {
    if (!isReused(error)) throw error
    for (const one of before)
      if (one.request !== null && (await isSent(sent, one.request))) throw new StoredBefore(one.title)
    throw error
  }
}

/** Whether the request is the one that the server has stored with the id: it changes nothing more. */
const isSent = <Name extends ActName>(sent: Sent<Name>, request: RequestOf<Name>): Promise<boolean> =>
  send({ ...sent, request }).then(
    () => true,
    (error: unknown) => {
      if (isReused(error)) return false
      throw error
    },
  )

/** Sends what needs no id: a read, or a step of the sign-in, which is begun anew. @throws RequestError */
export const begun = <Name extends ActName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>> =>
  send({ name, request, id: '' })
