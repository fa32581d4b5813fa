// The caller of an applicant's cookie. A session is read for each request, so its end applies at once.
import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DomainError } from '../../base/errors'
import { timeOf } from '../../base/time'
import type { Db } from '../../context'
import { TOUCH_MS } from '../rules'
import { parseApplicantToken } from '../secrets'
import { ended } from '../sessions'
import { findApplicantSession, touchApplicantSession, type FoundApplicantSession } from './queries'
import { applicantScopes, isLive, NO_RANKS, type ApplicantPrincipal } from './rules'

const MAX_KNOWN = 50_000

export class ApplicantSessions {
  private readonly known = new LRUCache<string, string>({ max: MAX_KNOWN })

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
  ) {}

  /**
   * @param refusal as that of `Sessions.authenticate`
   * @throws DomainError 401 `unauthorized`, or the refusal
   */
  async authenticate(token: string, refusal: () => DomainError | null): Promise<ApplicantPrincipal> {
    const refused = this.known.has(token) ? null : refusal()
    if (refused) throw refused
    const secret = parseApplicantToken(token)
    const found = secret && (await findApplicantSession(this.db, secret.communityId, secret.id))
    const now = this.now()
    if (
      !secret ||
      !found ||
      !timingSafeEqual(found.token_hash, secret.hash) ||
      !isLive(factsOf(found), now.getTime())
    ) {
      this.known.delete(token)
      throw ended()
    }
    this.known.set(token, secret.communityId)
    if (now.getTime() - found.last_used_at_ms >= TOUCH_MS)
      await touchApplicantSession(this.db, secret.communityId, secret.id, timeOf(now))
    return {
      kind: 'applicant',
      sessionId: secret.id,
      userId: found.user_id,
      scopes: applicantScopes,
      enabled: true,
      expiresAt: found.expires_at_ms,
      networks: null,
      domain: null,
      bounds: NO_RANKS,
      takesPerHour: null,
      community: found.facts,
    }
  }

  communityOf(token: string): string {
    return this.known.get(token) ?? ''
  }
}

const factsOf = (found: FoundApplicantSession) => ({
  isLinked: found.is_linked,
  lastUsedAt: found.last_used_at_ms,
  expiresAt: found.expires_at_ms,
})
