// Keys and people that go beyond a number a minute.
import { pausableKey, pauseExceeded } from '../auth/change-limits/actions'
import { takeChanges } from '../auth/change-limits/queries'
import { PointShares } from '../auth/change-limits/shares'
import { errorMessage } from '../base/error-message'
import { DomainError } from '../base/errors'
import { JOB, type Db } from '../context'
import { pausablePerson } from '../people/actions'
import type { Api } from './api'
import { actorOf, idOf } from './caller'
import type { RequestContext } from './request-context'

export const sharesOf = (db: Db): PointShares => new PointShares((request) => takeChanges(db, request))

/** It is called when what the request changed is rolled back. */
export async function pauseIfExceeded(error: unknown, context: RequestContext, { base, now }: Api): Promise<void> {
  const { principal, requestId, log } = context
  if (!(error instanceof DomainError) || error.code !== 'change_limit_exceeded' || !principal) return
  // it has no numbers
  if (principal.kind === 'applicant') return
  const ctx = { ...base, now, community: principal.community, actor: actorOf(principal), caller: JOB, requestId, log }
  try {
    await pauseExceeded(ctx, principal.kind === 'key' ? pausableKey(principal) : pausablePerson(principal), error)
  } catch (failure) {
    // its next request beyond the number pauses it
    log.error({ callerId: idOf(principal), reason: errorMessage(failure) }, 'a caller could not be paused')
  }
}
