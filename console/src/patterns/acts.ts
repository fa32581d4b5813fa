// Every write of the console, and how it is repeated when its answer was lost. A write that is not declared here does not compile.
// test/console/acts.test.ts loses the answer of each, repeats it, and expects one effect.
import type { operations, paths } from '../../../generated/openapi'
import { answerOf, api, RequestError, writes, type ErrorCode } from '../api'

export type OperationId = keyof operations
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Of<Id extends OperationId, Part extends 'path' | 'query'> = Exclude<operations[Id]['parameters'][Part], undefined>
type BodyIn<Body> = Body extends { content: { 'application/json': infer Json } } ? Json : undefined
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? BodyIn<Exclude<Body, undefined>>
  : undefined
type WithoutBatchId<Body> = Body extends { batchId: unknown } ? Omit<Body, 'batchId'> : Body

/** What an act sends, without the id, which the act layer adds. */
export type RequestOf<Id extends OperationId> = ([Of<Id, 'path'>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Of<Id, 'path'> }) &
  ([Of<Id, 'query'>] extends [never] ? { readonly query?: undefined } : { readonly query?: Of<Id, 'query'> }) &
  ([BodyOf<Id>] extends [undefined] ? { readonly body?: undefined } : { readonly body: WithoutBatchId<BodyOf<Id>> }) & {
    /** The `ETag` of what the person saw: the act is refused when somebody else changed it since. */
    readonly match?: string
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
  /** An answer of success that says that the one thing that was asked was refused. */
  readonly refusal?: (answer: AnswerOf<Id>) => RequestError | null
  /** It has a secret, which is not kept in the tab. */
  readonly secret?: true
}

const declare = <const Table extends { readonly [Id in OperationId]?: Declared<Id> }>(table: Table): Table => table

/** Whether the record has each of the values that were sent. */
const hasValues = (record: object, values: object): boolean =>
  Object.entries(values).every(([name, value]) => {
    const stored = (record as Readonly<Record<string, unknown>>)[name]
    return JSON.stringify(stored ?? null) === JSON.stringify(value ?? null)
  })

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
    stored: async ({ path, body }) => {
      const answer = await answerOf(
        api.GET('/v2/applications/{applicationId}/responses/{responseId}', { params: { path } }),
      )
      const { status, privateNote, applicantFeedback } = answer.data
      const isMine =
        status === body.status &&
        privateNote === (body.privateNote ?? null) &&
        applicantFeedback === (body.applicantFeedback ?? null)
      return isMine ? (answer as unknown as AnswerOf<'reviewResponse'>) : null
    },
  },
  createReversal: { at: 'POST /v2/reversals', again: 'key' },
  deleteReversal: { at: 'DELETE /v2/reversals/{reversalId}', again: 'same', gone: ['reversal_not_found'] },
  revokeOwnSession: { at: 'POST /v2/own-sessions/{sessionId}/revoke', again: 'same' },
  endSession: { at: 'POST /v2/session/end', again: 'same', gone: ['unauthorized', 'missing_credentials'] },
  createKey: { at: 'POST /v2/keys', again: 'key' },
  revokeKey: { at: 'POST /v2/keys/{keyId}/revoke', again: 'same' },
  createPerson: { at: 'POST /v2/people', again: 'key' },
  invitePerson: { at: 'POST /v2/people/{personId}/invite', again: 'key' },
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

/** @property id may be empty for an act that needs none */
/** The page is being left: a request outlives it then. */
let isLeaving = false
window.addEventListener('pagehide', () => (isLeaving = true))
window.addEventListener('pageshow', () => (isLeaving = false))

interface Sent<Name extends ActName> {
  readonly name: Name
  readonly request: RequestOf<Name>
  /** Identifies the act: all its attempts have the same. */
  readonly id: string
}

/** Sends the act once. @throws RequestError */
export async function send<Name extends ActName>({ name, request, id }: Sent<Name>): Promise<AnswerOf<Name>> {
  const { at, again, gone, refusal } = declarationOf(name)
  const [method, path] = at.split(' ', 2)
  const { match } = request
  const header = {
    ...(again === 'key' && { 'Idempotency-Key': id }),
    ...(match !== undefined && { 'If-Match': match }),
  }
  const given: unknown = request.body
  const body = again === 'batch' ? { ...(given as object), batchId: id } : given
  const init = {
    params: { path: request.path, query: request.query, header },
    ...(body !== undefined && { body }),
    ...(isLeaving && { keepalive: true }),
  }
  const sent = (writes.request as (...all: unknown[]) => ReturnType<typeof writes.GET>)(
    method?.toLowerCase(),
    path,
    init,
  )
  const answer = await answerOf(sent as Promise<{ data?: AnswerOf<Name>; response: Response }>).catch(
    (error: unknown) => {
      if (error instanceof RequestError && gone?.some((code) => code === error.code)) return undefined as AnswerOf<Name>
      throw error
    },
  )
  const refused = answer === undefined ? null : (refusal?.(answer) ?? null)
  if (refused !== null) throw refused
  return answer
}

/** Sends the act again after its answer was lost. @param since when it was first sent. @throws RequestError */
export async function sendAgain<Name extends ActName>(sent: Sent<Name>, since: number): Promise<AnswerOf<Name>> {
  const { stored } = declarationOf(sent.name)
  const earlier = (await stored?.(sent.request, since)) ?? null
  return earlier === null ? send(sent) : earlier
}

/** Sends what needs no id: a read, or a step of the sign-in, which is begun anew. @throws RequestError */
export const begun = <Name extends ActName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>> =>
  send({ name, request, id: '' })
