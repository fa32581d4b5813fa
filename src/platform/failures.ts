// The one place where a failure of the platform becomes a code of the contract (spec, "Platform connection errors").
import { DomainError } from '../errors'
import type { PlatformFailure } from './platform'

/** The spec fixes it, whatever the platform itself asked for. */
const rateLimitedRetryAfterSeconds = 30

/** What a caller of a synchronous route may read of a failure. The failure itself goes to the log as `cause`. */
export function toDomainError(failure: PlatformFailure): DomainError {
  switch (failure.kind) {
    case 'credentials':
      return new DomainError('platform_cloud_credentials_invalid', credentialsMessage(failure), { cause: failure })
    case 'not_found':
      return new DomainError(
        'platform_cloud_credentials_invalid',
        'The group or role is not there for this credential. Check the connected group and read its ranks again.',
        { cause: failure },
      )
    case 'rate_limited':
      return new DomainError('platform_cloud_rate_limited', throttledMessage(rateLimitedRetryAfterSeconds), {
        cause: failure,
        retryAfterSeconds: rateLimitedRetryAfterSeconds,
      })
    case 'timeout':
    case 'request_timeout':
      return new DomainError('platform_cloud_timeout', `The platform did not answer in time. ${nextStep(failure)}`, {
        cause: failure,
      })
    case 'rejected':
      return new DomainError(
        'platform_cloud_unavailable',
        'The platform refused the request as invalid. Nothing was changed; read the current state before trying again.',
        { cause: failure },
      )
    case 'unavailable':
      return new DomainError(
        'platform_cloud_unavailable',
        `The platform is not reachable or not answering sensibly. ${nextStep(failure)}`,
        { cause: failure },
      )
  }
}

/** @param seconds as `Retry-After` says; null: the platform named no time */
export function throttledMessage(seconds: number | null): string {
  const wait = seconds === null ? 'Pause' : `Wait ${seconds} second${seconds === 1 ? '' : 's'}`
  return `The platform is throttling this community. ${wait}, then repeat the request.`
}

function credentialsMessage(failure: PlatformFailure): string {
  return failure.authenticationFailed
    ? 'The platform refused the credential of this community. The Super Owner must connect the platform with a key or grant that is enabled, not expired and allowed from this server.'
    : 'The credential of this community lacks permission. Give it group:read and group:write for the group, and its owner a role that may manage the member and the rank.'
}

function nextStep(failure: PlatformFailure): string {
  return failure.sent
    ? 'The change may have been made: read the current state before repeating it.'
    : 'Nothing was changed; repeat the request after a pause, with growing pauses.'
}
