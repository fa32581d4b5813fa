// The filters of the audit log in the address.

export interface AuditSearch {
  /** About whom: the user id, or a whole name. */
  readonly userId?: string
  /** What was done: an action, or the beginning of several. */
  readonly action?: string
  /** Who did it: a kind of author, or one author as `person:<id>`. */
  readonly by?: string
  readonly follow?: true
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** The filters of an address. A value that the screen does not know stays: the screen says that it is none. */
export function auditSearchOf({
  action,
  userId,
  by,
  follow,
}: Partial<Record<keyof AuditSearch, unknown>>): AuditSearch {
  const [about, what, who] = [textOf(userId), textOf(action), textOf(by)]
  return {
    ...(about !== '' && { userId: about }),
    ...(what !== '' && { action: what }),
    ...(who !== '' && { by: who }),
    ...(follow === true && { follow }),
  }
}
