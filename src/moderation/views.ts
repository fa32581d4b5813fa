// Shared by the views of this room.
import type { Schema } from '../contract/types'

export type ModerationActor = Schema<'ModerationActor'>

export function toActor(kind: ModerationActor['kind'] | null, id: string | null): ModerationActor | null {
  return kind === null || id === null ? null : { kind, id }
}
