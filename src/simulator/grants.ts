// OAuth grants: each has one valid refresh token and any number of access tokens.
import { randomBytes } from 'node:crypto'
import { fingerprint, type Access, type Caller } from './entities'

export interface GrantOptions extends Partial<Omit<Access, 'ownerUserId'>> {
  readonly clientId: string
  readonly clientSecret: string
  readonly refreshToken: string
  readonly ownerUserId: number
}

/** Secrets are stored as SHA-256. */
export interface Grant extends Access {
  readonly clientId: string
  readonly clientSecretSha256: string
  refreshSha256: string
}

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
}

interface AccessToken {
  readonly grant: Grant
  readonly expiresAt: number
}

export class Grants {
  /** Of tokens issued from now on; 899 on the live platform. */
  accessTokenSeconds = 899
  private readonly grants = new Set<Grant>()
  private readonly accessTokens = new Map<string, AccessToken>()

  constructor(private readonly onChange: () => void) {}

  add(options: GrantOptions): Grant {
    return this.restore({
      clientId: options.clientId,
      clientSecretSha256: fingerprint(options.clientSecret),
      refreshSha256: fingerprint(options.refreshToken),
      ownerUserId: options.ownerUserId,
      operations: options.operations ?? ['read', 'write'],
      groupIds: options.groupIds ?? '*',
      auditLog: options.auditLog ?? true,
    })
  }

  restore(grant: Grant): Grant {
    this.grants.add(grant)
    this.onChange()
    return grant
  }

  remove(grant: Grant): void {
    this.revokeAccessTokens(grant)
    this.grants.delete(grant)
    this.onChange()
  }

  revokeAccessTokens(grant: Grant): void {
    for (const [sha256, token] of this.accessTokens) if (token.grant === grant) this.accessTokens.delete(sha256)
  }

  list(): Grant[] {
    return [...this.grants]
  }

  hasClient(clientId: string, clientSecret: string): boolean {
    const secret = fingerprint(clientSecret)
    return this.list().some((grant) => grant.clientId === clientId && grant.clientSecretSha256 === secret)
  }

  /** Uses up the refresh token. Null: it is invalid or of another app. */
  exchange(clientId: string, refreshToken: string): TokenPair | null {
    const refreshSha256 = fingerprint(refreshToken)
    const grant = this.list().find((one) => one.clientId === clientId && one.refreshSha256 === refreshSha256)
    if (grant === undefined) return null
    const pair = { accessToken: newToken('access'), refreshToken: newToken('refresh') }
    grant.refreshSha256 = fingerprint(pair.refreshToken)
    const expiresAt = Date.now() + this.accessTokenSeconds * 1_000
    this.accessTokens.set(fingerprint(pair.accessToken), { grant, expiresAt })
    this.onChange()
    return { ...pair, expiresInSeconds: this.accessTokenSeconds }
  }

  callerOf(accessToken: string): Caller | undefined {
    const token = this.accessTokens.get(fingerprint(accessToken))
    if (token === undefined || token.expiresAt <= Date.now()) return undefined
    const { clientId, ownerUserId } = token.grant
    return { ...token.grant, kind: 'token', account: `token ${clientId} ${ownerUserId}` }
  }
}

function newToken(kind: string): string {
  return `simulated-${kind}-${randomBytes(24).toString('base64url')}`
}
