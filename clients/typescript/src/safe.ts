import { ApiError, isApiError, NoAnswerError } from './errors.js'
import type { components } from './schema.js'
import type { Answer, Methods } from './types.js'

type Schemas = components['schemas']
type Operation = Answer<'getPlatformOperation'>['data']

export interface WaitOptions {
  /** Default 60. */
  readonly timeoutSeconds?: number
  readonly signal?: AbortSignal
}

/** Operations that have one effect, also when an answer is lost. */
export interface SafeMethods {
  /**
   * Gives a member experience, quota points and medals, all or nothing and once: a batch of one entry.
   * @param options.batchId your own, with which the same call can be repeated after a {@link NoAnswerError}
   * @throws ApiError with the code of the entry, of which nothing was applied
   */
  award(entry: Schemas['BatchEntry'], options?: { batchId?: string }): Promise<Schemas['BatchEntryOutcome']>
  /**
   * Submits a rank change with an `Idempotency-Key`, and reads it until it has ended; look at its `status`.
   * @param options.idempotencyKey your own, with which the same call can be repeated after a {@link NoAnswerError}
   */
  changeRank(
    change: Schemas['RankOperationRequest'],
    options?: WaitOptions & { idempotencyKey?: string },
  ): Promise<Operation>
  /** Submits a player's answers. After a lost answer it reads the status before it submits again. */
  submitApplication(applicationId: string, submission: Schemas['ResponseSubmit']): Promise<Schemas['ApplicantResult']>
  /** Decides a response. After a lost answer it sends the same revision again, which the server accepts once. */
  review(
    applicationId: string,
    responseId: string,
    decision: Schemas['ResponseReview'],
  ): Promise<Answer<'reviewResponse'>['data']>
}

type Wait = (operationId: string, options?: WaitOptions) => Promise<Operation>

const isUncertain = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof NoAnswerError) && error.maybeDone

export function safeMethods(api: Methods, wait: Wait): SafeMethods {
  return {
    async award(entry, { batchId = crypto.randomUUID() } = {}) {
      const { data, status, headers } = await api.awardBatch({ body: { batchId, entries: [entry] } })
      const [outcome] = data.entries
      if (!outcome) throw new NoAnswerError('award: the answer has no entry', { status })
      if (outcome.error) throw new ApiError({ status, headers }, outcome.error)
      return outcome
    },
    async changeRank(body, { idempotencyKey = crypto.randomUUID(), ...options } = {}) {
      const { data } = await api.submitRankOperation({ body, headers: { 'Idempotency-Key': idempotencyKey } })
      return wait(data.id, options)
    },
    async submitApplication(applicationId, body) {
      const submit = async () => (await api.submitResponse({ path: { applicationId }, body })).data.response
      try {
        return await submit()
      } catch (error) {
        if (!isUncertain(error)) throw error
      }
      const { userId, password } = body
      const access = { userId, ...(password !== undefined && { password }) }
      const { data } = await api.getApplicationStatus({ path: { applicationId }, body: access })
      return data.response?.applicationVersion === body.version ? data.response : submit()
    },
    async review(applicationId, responseId, body) {
      const path = { applicationId, responseId }
      try {
        return (await api.reviewResponse({ path, body })).data
      } catch (error) {
        if (!isUncertain(error)) throw error
      }
      try {
        return (await api.reviewResponse({ path, body })).data
      } catch (error) {
        if (!isApiError(error, 'response_already_reviewed', 'revision_conflict')) throw error
        const { data } = await api.getResponse({ path })
        if (data.status === body.status) return data
        throw error
      }
    },
  }
}
