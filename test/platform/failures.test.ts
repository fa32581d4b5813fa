import { toDomainError } from '../../src/platform/failures'
import { PlatformFailure, type FailureFacts, type FailureKind } from '../../src/platform/platform'

test.each<[FailureKind, FailureFacts, string, RegExp]>([
  ['credentials', { authenticationFailed: true }, 'platform_cloud_credentials_invalid', /must connect the platform/],
  ['credentials', {}, 'platform_cloud_credentials_invalid', /group:write/],
  ['not_found', {}, 'platform_cloud_credentials_invalid', /not there for this credential/],
  ['timeout', { sent: true }, 'platform_cloud_timeout', /read the current state before/],
  ['timeout', {}, 'platform_cloud_timeout', /Nothing was changed/],
  ['request_timeout', { sent: true }, 'platform_cloud_timeout', /read the current state before/],
  ['rejected', {}, 'platform_cloud_unavailable', /refused/],
  ['unavailable', { sent: true }, 'platform_cloud_unavailable', /read the current state before/],
  ['unavailable', {}, 'platform_cloud_unavailable', /after a pause/],
])('%s %j is %s', (kind, facts, code, message) => {
  const failure = new PlatformFailure(kind, 'inner detail', facts)
  const told = toDomainError(failure)
  expect(told).toMatchObject({ code, cause: failure, retryAfterSeconds: undefined })
  expect(told.message).toMatch(message)
  expect(told.message).not.toContain('inner detail')
})

test.each([null, 0, 7, 3_600])('throttled with Retry-After %p: always 30', (retryAfterSeconds) => {
  const told = toDomainError(new PlatformFailure('rate_limited', 'x', { status: 429, retryAfterSeconds }))
  expect(told).toMatchObject({ code: 'platform_cloud_rate_limited', retryAfterSeconds: 30 })
})
