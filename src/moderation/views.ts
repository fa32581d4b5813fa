// What the views of this room share.
import type { Schema } from '../contract/types'

export type ModerationActor = Schema<'ModerationActor'>

/** Who did something, from the two columns that keep it; null where neither does. */
export function toActor(kind: ModerationActor['kind'] | null, id: string | null): ModerationActor | null {
  return kind === null || id === null ? null : { kind, id }
}
