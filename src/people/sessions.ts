// The caller of a cookie. A session is read for each request, so its end applies at once.
import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { authorize } from '../auth/rules'
import { DomainError } from '../base/errors'
import { timeOf } from '../base/time'
import type { Ctx, Db, PersonHoldings, Requirement } from '../context'
import { findPerson, findSession, touchSession, type FoundSession } from './queries'
import { grantsOf, scopesOf } from './roles'
import { assertRoleCounts, isLive, TOUCH_MS, type PersonPrincipal } from './rules'
import { parseToken } from './secrets'

const MAX_KNOWN = 5_000

export class Sessions {
  private readonly known = new LRUCache<string, string>({ max: MAX_KNOWN })

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
  ) {}

  /**
   * @param refusal the error above the address limit, else null; it applies to tokens that were never accepted here
   * @throws DomainError 401 `unauthorized`, or the refusal
   */
  async authenticate(token: string, refusal: () => DomainError | null): Promise<PersonPrincipal> {
    const refused = this.known.has(token) ? null : refusal()
    if (refused) throw refused
    const secret = parseToken(token)
    const found = secret && (await findSession(this.db, secret.communityId, secret.id))
    const principal =
      secret && found && timingSafeEqual(found.token_hash, secret.hash) ? this.toPrincipal(secret.id, found) : null
    if (!secret || !found || !principal) {
      this.known.delete(token)
      throw ended()
    }
    this.known.set(token, secret.communityId)
    const now = this.now()
    if (now.getTime() - found.last_used_at_ms >= TOUCH_MS)
      await touchSession(this.db, secret.communityId, secret.id, timeOf(now))
    return principal
  }

  communityOf(token: string): string {
    return this.known.get(token) ?? ''
  }

  private toPrincipal(sessionId: string, found: FoundSession): PersonPrincipal | null {
    const { enabled, ended_at_ms: endedAt, last_used_at_ms: lastUsedAt, expires_at_ms: expiresAt } = found
    if (!isLive({ enabled, endedAt, lastUsedAt, expiresAt }, this.now().getTime())) return null
    const { role, bounds, paused_at: pausedAt } = found
    const person = {
      personId: found.person_id,
      sessionId,
      name: found.name,
      role,
      scopes: scopesOf(role, found.own_scopes),
      enabled,
      provedAt: found.proved_at_ms,
      signIn: found.has_passkey ? ('passkey' as const) : ('issuer' as const),
    }
    const held = { bounds, takesPerHour: found.takes_per_hour_limit, pausedAt, roleLoss: found.role_loss }
    return { kind: 'person', ...person, ...held, expiresAt, networks: null, domain: null, community: found.facts }
  }
}

export const ended = (): DomainError =>
  new DomainError('unauthorized', 'The session has ended. Sign in again.', {
    challenge: 'Bearer error="invalid_token"',
  })

/** @throws DomainError 401 or 403 when the person may not do this any more */
export async function holdingsNow(
  ctx: Pick<Ctx, 'db' | 'community' | 'now'>,
  personId: string,
  requirement: Requirement,
): Promise<PersonHoldings> {
  const person = await findPerson(ctx, personId)
  if (!person?.enabled) throw ended()
  const grants = grantsOf({ ...person, ownScopes: person.own_scopes })
  authorize({ ...grants, community: ctx.community }, requirement, ctx.now().getTime())
  assertRoleCounts(person.role_loss)
  const isBoundToRank = person.lowest_rank_unique_id !== null
  return { scopes: grants.scopes, bounds: person.bounds, takesPerHour: person.takes_per_hour_limit, isBoundToRank }
}
