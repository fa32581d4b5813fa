// What is refused because of what a text of a form, an answer or a feedback says.
import type { Ctx } from '../../context'
import { DomainError, invalid } from '../../errors'
import { screenTexts } from '../../screening/request'
import type { NamedText } from '../../screening/rules'
import { TooManyWaiting } from '../../screening/turns'

/**
 * Contact data, card numbers and secrets have no place in forms, answers and feedback. Call it after cheaper checks.
 * @throws DomainError 400 `sensitive_information` with the field and the kind, never the text; 400 `validation_failed` with
 *   the field where the texts hold more numbers than one request may have screened; 429 `rate_limit_exceeded` where the
 *   community has several long texts waiting to be screened
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
      'makes the texts too costly to screen: they hold too many numbers; write fewer',
    )
  }
  throw new DomainError('sensitive_information', `Remove the ${kind.replaceAll('_', ' ')} from ${field}.`, {
    details: { field, kind },
  })
}

function tooMany(): DomainError {
  return new DomainError(
    'rate_limit_exceeded',
    'The server is screening several long texts of this community. Send long forms one after another.',
    { retryAfterSeconds: 1 },
  )
}
