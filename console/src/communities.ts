// The communities in which this browser has signed in.
import type { Session } from './session'
import { storageOf } from './patterns/owner'

type Community = Pick<Session, 'communityId' | 'communityName'>

const KEPT = 'console.communities'

export function knownCommunities(): readonly Community[] {
  return JSON.parse(storageOf('localStorage')?.getItem(KEPT) ?? '[]') as Community[]
}

export function rememberCommunity({ communityId, communityName }: Community): void {
  const others = knownCommunities().filter((one) => one.communityId !== communityId)
  const all = [...others, { communityId, communityName }].sort((one, other) =>
    one.communityName.localeCompare(other.communityName),
  )
  try {
    storageOf('localStorage')?.setItem(KEPT, JSON.stringify(all))
  } catch {
    // the storage is full
  }
}
