// Platform failures as errors of the contract (spec, Platform connection errors).
import { DomainError } from '../base/errors'
import { PlatformFailure } from './platform'

/** Fixed by the specification, whatever the platform asks for. */
const rateLimitedRetryAfterSeconds = 30

/** The platform accepts the credential, which only lacks a permission. */
export const lacksPermission = (error: unknown): error is PlatformFailure =>
  error instanceof PlatformFailure && error.kind === 'credentials' && !error.authenticationFailed

/** The failure is logged as `cause`. */
export function toDomainError(failure: PlatformFailure): DomainError {
  switch (failure.kind) {
    case 'credentials':
      return new DomainError('platform_cloud_credentials_invalid', credentialsMessage(failure), { cause: failure })
    case 'not_found':
      return new DomainError(
        'platform_cloud_credentials_invalid',
        'The group or role does not exist for this credential. Check the connected group and sync its ranks.',
        { cause: failure },
      )
    case 'rate_limited':
      return new DomainError('platform_cloud_rate_limited', throttledMessage(rateLimitedRetryAfterSeconds), {
        cause: failure,
        retryAfterSeconds: rateLimitedRetryAfterSeconds,
      })
    case 'timeout':
    case 'request_timeout':
      return new DomainError('platform_cloud_timeout', `The platform did not respond in time. ${nextStep(failure)}`, {
        cause: failure,
      })
    case 'rejected':
      return new DomainError(
        'platform_cloud_unavailable',
        'The platform rejected the request as invalid. Nothing was changed: read the current state before you retry.',
        { cause: failure },
      )
    case 'unavailable':
      return new DomainError(
        'platform_cloud_unavailable',
        `The platform is unreachable or returned an invalid response. ${nextStep(failure)}`,
        { cause: failure },
      )
  }
}

export function throttledMessage(seconds: number | null, effect = 'Nothing was changed'): string {
  const advice = `retry ${seconds === null ? 'later' : `in ${seconds} second${seconds === 1 ? '' : 's'}`}.`
  return `The platform is rate-limiting this community. ${effect}; ${advice}`
}

function credentialsMessage(failure: PlatformFailure): string {
  return failure.authenticationFailed
    ? 'The platform rejected the credential of this community. Connect it with a key or grant that is enabled, not expired and allowed from this server.'
    : 'The credential of this community lacks permission. Grant it group:read and group:write, and its owner a role that may manage the member and the rank, or accept join requests.'
}

function nextStep(failure: PlatformFailure): string {
  return failure.sent
    ? 'The change may have been applied: read the current state before you retry.'
    : 'Nothing was changed; retry with increasing delays.'
}
