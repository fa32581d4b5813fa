// Rejects texts that contain personal data.
import type { Ctx } from '../../context'
import { DomainError, invalid } from '../../base/errors'
import { screenTexts, TooManyWaiting } from '../screening/request'
import type { NamedText } from '../screening/rules'

/**
 * Expensive: call it after the other checks.
 * @throws DomainError 400 `sensitive_information`, never with the text; 400 `validation_failed` for too many numbers;
 * 429 `rate_limit_exceeded` when several long texts wait
 */
export async function assertNotSensitive({ community }: Ctx, texts: readonly NamedText[]): Promise<void> {
  const finding = await screenTexts(community.communityId, texts).catch((error: unknown) => {
    throw error instanceof TooManyWaiting ? tooMany() : error
  })
  if (finding === null) return
  const { field, kind } = finding
  if (kind === 'budget_exceeded') {
    throw invalid(
      `/body/${field.replaceAll('.', '/')}`,
      'screening',
      'contains too many numbers to screen; remove some',
    )
  }
  throw new DomainError('sensitive_information', `Remove the ${kind.replaceAll('_', ' ')} from ${field}.`, {
    details: { field, kind },
  })
}

function tooMany(): DomainError {
  return new DomainError(
    'rate_limit_exceeded',
    'Several long texts of this community are waiting to be screened. Send long forms one after another.',
    { retryAfterSeconds: 1 },
  )
}
