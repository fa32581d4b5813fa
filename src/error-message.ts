/**
 * What went wrong, in one line, for a sentence that says what to do about it. Goes by the properties and not by the class: errors
 * of another realm, as jest makes them, are no `instanceof Error`.
 */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { message, errors } = error as { message?: unknown; errors?: unknown }
  // connecting to a name with several addresses fails with one error for each, and no message of its own
  if (Array.isArray(errors)) return errors.map(reasonOf).join(', ')
  return String(message)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
}
