// What is refused because of what a text of a form, an answer or a feedback says.
import { DomainError, invalid } from '../../errors'
import { screenTexts } from '../../screening/request'
import type { NamedText } from '../../screening/rules'

/**
 * Contact data, card numbers and secrets have no place in forms, answers and feedback. Call it after cheaper checks.
 * @throws DomainError 400 `sensitive_information` with the field and the kind, never the text; 400 `validation_failed` with
 *   the field where the texts hold more numbers than one request may have screened
 */
export async function assertNotSensitive(texts: readonly NamedText[]): Promise<void> {
  const finding = await screenTexts(texts)
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
