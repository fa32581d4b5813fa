/** In one line. Does not use `instanceof Error`, which fails for errors of another realm (jest). */
export function errorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { message, errors } = error as { message?: unknown; errors?: unknown }
  // an AggregateError of connect() has one error for each address and no message
  if (Array.isArray(errors)) return errors.map(errorMessage).join(', ')
  return String(message)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
}

/** A SQLSTATE, or a code of the operating system; '': none. */
export function errorCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
