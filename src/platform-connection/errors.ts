// Errors of the connection (spec, Platform connection errors).
import { DomainError } from '../base/errors'
import { toDomainError } from '../platform/failures'
import type { PlatformCredential, PlatformFailure } from '../platform/platform'

export function notConfigured(): DomainError {
  return new DomainError(
    'platform_cloud_not_configured',
    'This community is not connected to the platform. An operator must connect it.',
  )
}

export function reconnectRequired(cause?: unknown): DomainError {
  return new DomainError(
    'platform_cloud_reconnect_required',
    "The platform no longer accepts this community's authorization. An operator must reconnect it.",
    { cause },
  )
}

/** The credential is being checked, or was renewed a moment ago. */
export function refreshPending(cause?: unknown): DomainError {
  return new DomainError(
    'platform_cloud_refresh_pending',
    "The community's platform connection is being checked. Retry in a second.",
    { retryAfterSeconds: 1, cause },
  )
}

export function configurationUnavailable(cause: unknown): DomainError {
  return new DomainError(
    'platform_cloud_configuration_unavailable',
    'The stored platform connection cannot be read. Retry later; the server log contains the reason.',
    { cause },
  )
}

/** A new credential that was not stored: the platform could not be asked whether it works. */
export function unverified(failure: PlatformFailure, kind: PlatformCredential['kind']): DomainError {
  const repeat = kind === 'oauth' ? 'authorize again, because this grant is used up, and repeat it' : 'repeat it'
  const { code, retryAfterSeconds } = toDomainError(failure)
  return new DomainError(
    code,
    `The platform did not say whether this credential works (${failure.message}), so it was not stored and the connection is as before. When the platform answers, ${repeat}.`,
    { cause: failure, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  )
}
