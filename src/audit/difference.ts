// What a change has changed, as audit entries show it.
import { isDeepStrictEqual } from 'node:util'

/** The properties of `after` that differ; null: none do. */
export function difference(
  before: object,
  after: object,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } | null {
  const old = before as Record<string, unknown>
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, old[name]))
  if (changed.length === 0) return null
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old[name]])),
    after: Object.fromEntries(changed),
  }
}
