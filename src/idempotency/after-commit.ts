// Errors of requests of which a part was committed before.
import type { Schema } from '../contract/types'
import { toDomainError } from '../db/errors'
import { DomainError, firstSentence, type ErrorCode } from '../base/errors'

type Part = Schema<'CommittedPart'>

const sentences: Readonly<Record<Part, string>> = {
  experience: 'The experience was stored',
  quotaPoints: 'The quota points were stored',
  medals: 'The medals were awarded',
  event: 'The event is finished and its awards were given',
  suspension: 'The suspension is stored',
  lift: 'The suspension is lifted',
  rank: 'A part of the rank change was applied',
}

/** The specification requires `Retry-After` with these; with others it would tell clients to repeat the request. */
const withRetryAfter: readonly ErrorCode[] = ['platform_cloud_rate_limited', 'platform_cloud_refresh_pending']

export interface Committed {
  /** The text names the first. */
  readonly parts: readonly [Part, ...Part[]]
  /** The end of the sentence about them: "but the rank was not changed". */
  readonly rest: string
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Status and code stay. `details.committed` names what was committed, and the text says so instead of "Nothing was
 * changed" and tells the caller not to repeat the request.
 */
export function afterCommit(error: unknown, { parts, rest, details = {} }: Committed): DomainError {
  const { code, message, details: own, retryAfterSeconds, operationId } = toDomainError(error)
  const before = (own?.['committed'] ?? []) as readonly Part[]
  const end = before.includes('rank') ? 'and a part of the rank change was applied' : rest
  const text = `${firstSentence(message)} ${sentences[parts[0]]}, ${end}: do not repeat this request.`
  const keeps = retryAfterSeconds !== undefined && withRetryAfter.includes(code)
  return new DomainError(code, text, {
    details: { ...own, ...details, committed: [...parts, ...before] },
    ...(keeps ? { retryAfterSeconds } : {}),
    ...(operationId === undefined ? {} : { operationId }),
    cause: error instanceof DomainError ? error.cause : error,
  })
}
