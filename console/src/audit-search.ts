// The filters of the audit log in the address.
import type { Schema } from './api'

type ActorKind = Schema<'ActorKind'>

export const actorKinds: readonly ActorKind[] = ['key', 'person', 'operator', 'job']

export interface AuditSearch {
  readonly action?: string
  readonly userId?: string
  readonly actorKind?: ActorKind
  readonly follow?: true
}

/** The filters of an address; what is none of the screen is left out. */
export function auditSearchOf({ action, userId, actorKind, follow }: Record<string, unknown>): AuditSearch {
  const kind = actorKinds.find((one) => one === actorKind)
  return {
    ...(typeof action === 'string' && action !== '' ? { action } : {}),
    // the router reads digits as a number
    ...(/^\d+$/.test(String(userId)) ? { userId: String(userId) } : {}),
    ...(kind === undefined ? {} : { actorKind: kind }),
    ...(follow === true ? { follow } : {}),
  }
}
