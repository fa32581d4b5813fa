// Shared by the views of this room.
import type { Schema } from '../contract/types'

export type ModerationActor = Schema<'ModerationActor'>

/** The contract's ModerationActor of its two columns; null when they are null. */
export function toActor(kind: ModerationActor['kind'] | null, id: string | null): ModerationActor | null {
  return kind === null || id === null ? null : { kind, id }
}
