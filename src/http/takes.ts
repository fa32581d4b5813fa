// Tells of a request that was refused because its caller has taken too much.
import { TakesExceeded, tellOfExcess } from '../auth/takes/actions'
import { errorMessage } from '../base/error-message'
import { JOB } from '../context'
import type { Api } from './api'
import { actorOf, idOf } from './caller'
import type { RequestContext } from './request-context'

/** Call it when the changes of the request are rolled back. */
export async function tellIfExceeded(error: unknown, context: RequestContext, { base, now }: Api): Promise<void> {
  const { principal, requestId, log } = context
  if (!(error instanceof TakesExceeded) || !principal) return
  const ctx = { ...base, now, community: principal.community, actor: actorOf(principal), caller: JOB, requestId, log }
  try {
    await tellOfExcess(ctx, error.details?.limit, error.owner)
  } catch (failure) {
    // the next excess is told
    log.error({ callerId: idOf(principal), reason: errorMessage(failure) }, 'an excess of takes could not be told')
  }
}
