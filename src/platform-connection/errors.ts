// What can be wrong with a community's connection itself (spec, Platform connection errors). What a call of the platform
// failed with is told by platform/failures.ts.
import { DomainError } from '../errors'

export function notConfigured(): DomainError {
  return new DomainError(
    'platform_cloud_not_configured',
    'This community is not connected to the platform. The Super Owner must connect it.',
  )
}

export function reconnectRequired(cause?: unknown): DomainError {
  return new DomainError(
    'platform_cloud_reconnect_required',
    "The platform no longer accepts this community's authorization. The Super Owner must reconnect it.",
    { cause },
  )
}

/** Another process has the credential in hand, or it was renewed this moment. */
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
    'The stored platform connection cannot be read. Retry later; the operator finds the reason in the log.',
    { cause },
  )
}
