// The error while the writes to the group are paused. Pure.
import { DomainError, type ErrorCode } from '../../base/errors'

/** Without `Retry-After`: only a person ends the pause. */
export function writesPaused(code: Extract<ErrorCode, 'roblox_scheduler_unavailable' | 'server_busy'>): DomainError {
  return new DomainError(
    code,
    'Somebody paused the writes to the group, so nothing was changed. Repeat the request after they were resumed at the platform connection.',
  )
}
