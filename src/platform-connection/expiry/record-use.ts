// The last use of a credential is written once an hour, not for each call.
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../context'
import { errorMessage } from '../../base/error-message'
import { storeUse, USE_STEP_SECONDS } from './queries'

/** By community, in milliseconds since the epoch. */
const recorded = new LRUCache<string, number>({ max: 10_000 })

/** Never fails, because the call that used the credential was answered. */
export async function recordUse({ db, community, now, log }: Ctx): Promise<void> {
  const { communityId } = community
  const at = now().getTime()
  const last = recorded.get(communityId)
  if (last !== undefined && Math.abs(at - last) < USE_STEP_SECONDS * 1_000) return
  recorded.set(communityId, at)
  await storeUse(db, communityId).catch((error: unknown) => {
    recorded.delete(communityId)
    log.debug({ communityId, reason: errorMessage(error) }, 'the use of a platform credential could not be stored')
  })
}
