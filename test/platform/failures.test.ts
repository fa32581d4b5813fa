import { toDomainError } from '../../src/platform/failures'
import { PlatformFailure, type FailureFacts, type FailureKind } from '../../src/platform/platform'

test.each<[FailureKind, FailureFacts, string, RegExp]>([
  ['credentials', { authenticationFailed: true }, 'platform_cloud_credentials_invalid', /Connect it with a key/],
  ['credentials', {}, 'platform_cloud_credentials_invalid', /group:write/],
  ['not_found', {}, 'platform_cloud_credentials_invalid', /does not exist for this credential/],
  ['timeout', { sent: true }, 'platform_cloud_timeout', /read the current state before/],
  ['timeout', {}, 'platform_cloud_timeout', /Nothing was changed/],
  ['request_timeout', { sent: true }, 'platform_cloud_timeout', /read the current state before/],
  ['rejected', {}, 'platform_cloud_unavailable', /rejected/],
  ['unavailable', { sent: true }, 'platform_cloud_unavailable', /read the current state before/],
  ['unavailable', {}, 'platform_cloud_unavailable', /increasing delays/],
])('a failure %s %j becomes %s', (kind, facts, code, message) => {
  const failure = new PlatformFailure(kind, 'inner detail', facts)
  const error = toDomainError(failure)
  expect(error).toMatchObject({ code, cause: failure, retryAfterSeconds: undefined })
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('inner detail')
})

test.each([null, 0, 7, 3_600])('a rate limit with Retry-After %p becomes Retry-After 30', (retryAfterSeconds) => {
  const error = toDomainError(new PlatformFailure('rate_limited', 'x', { status: 429, retryAfterSeconds }))
  expect(error).toMatchObject({ code: 'platform_cloud_rate_limited', retryAfterSeconds: 30 })
})
