// Changes as audited.
import { isDeepStrictEqual } from 'node:util'

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
