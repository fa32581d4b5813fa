// Whether stored data of the platform is used without asking the platform.
import type { Ctx } from '../context'

export function isFresh({ now, settings }: Pick<Ctx, 'now' | 'settings'>, readAt: string | null): boolean {
  return readAt !== null && now().getTime() - Date.parse(readAt) < settings.profileStalenessSeconds * 1_000
}
