// An OpenID Connect issuer by openid-client, which the first sign-in loads.
import type * as OpenidClient from 'openid-client'
import type { Configuration } from 'openid-client'
import { DomainError } from '../base/errors'
import { errorCode } from '../base/error-message'
import { IssuerRefusal, textOfError, type IssuerAccount, type IssuerAnswer, type IssuerQuestion } from './issuer'
import type { SignInIssuer } from './issuer'

export interface IssuerOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly hasChatAccounts: boolean
  /** Of each request to the issuer; default 5. */
  readonly timeoutSeconds?: number
}

const TIMEOUT_SECONDS = 5
/** A discovery is kept this long; a failed one shorter. */
const KEPT_MS = 3_600_000
const FAILURE_KEPT_MS = 1_000
/** `Retry-After` of `issuer_unavailable`. */
const RETRY_SECONDS = 5

type Library = typeof OpenidClient

/** Calls share a discovery. */
interface Discovery {
  readonly found: Promise<Configuration>
  until: number
}

export class OpenidIssuer implements SignInIssuer {
  readonly name: string
  readonly id: string
  readonly hasChatAccounts: boolean
  private discovery: Discovery | null = null

  constructor(private readonly options: IssuerOptions) {
    this.name = options.name
    this.hasChatAccounts = options.hasChatAccounts
    this.id = `${options.issuer} ${options.clientId}`
  }

  async addressFor({ state, nonce, verifier, maxAgeSeconds }: IssuerQuestion, redirectUri: string): Promise<string> {
    const library = await load()
    const found = await this.discover()
    const parameters = {
      redirect_uri: redirectUri,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
    }
    try {
      return library.buildAuthorizationUrl(found, parameters).href
    } catch (error) {
      throw unavailable(error as Error)
    }
  }

  async accountOf(
    { code, state, iss }: IssuerAnswer,
    { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier, maxAgeSeconds }: IssuerQuestion,
    redirectUri: string,
  ): Promise<IssuerAccount> {
    const library = await load()
    const found = await this.discover()
    const answer = new URL(redirectUri)
    answer.search = String(new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }))
    const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true }
    const tokens = await library.authorizationCodeGrant(found, answer, checks).catch((error: Error) => {
      throw isRefusal(error) ? new IssuerRefusal(error) : unavailable(error)
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the library accepted an answer without an ID token')
    if (maxAgeSeconds !== undefined) assertSeen(claims.auth_time, maxAgeSeconds)
    return { issuer: claims.iss, subject: claims.sub }
  }

  private async discover(): Promise<Configuration> {
    const now = performance.now()
    if (this.discovery === null || now >= this.discovery.until) {
      const discovery: Discovery = { found: this.ask(), until: now + KEPT_MS }
      discovery.found.catch(() => (discovery.until = performance.now() + FAILURE_KEPT_MS))
      this.discovery = discovery
    }
    return this.discovery.found.catch((error: Error) => {
      throw unavailable(error)
    })
  }

  private async ask(): Promise<Configuration> {
    const library = await load()
    const { issuer, clientId, clientSecret, timeoutSeconds = TIMEOUT_SECONDS } = this.options
    return library.discovery(new URL(issuer), clientId, {}, authentication(library, clientSecret), {
      timeout: timeoutSeconds,
      // the signature counts, also behind TLS
      execute: [
        library.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
      ],
    })
  }
}

const load = (): Promise<Library> => import('openid-client')

/** An issuer that names no method takes `client_secret_basic` (OpenID Connect Discovery 1.0, 3). */
function authentication({ ClientSecretBasic, ClientSecretPost }: Library, secret: string) {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (...call: Parameters<typeof basic>): void => {
    const [{ token_endpoint_auth_methods_supported: methods }] = call
    return (methods?.includes('client_secret_post') ? post : basic)(...call)
  }
}

const ofAnswers = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** For clocks that differ. */
const TOLERANCE_SECONDS = 30

/** @param seenAt `auth_time`; some issuers do not tell it, although OpenID Connect Core 1.0, 2 asks for it then */
function assertSeen(seenAt: number | undefined, maxAgeSeconds: number): void {
  if (seenAt === undefined || Date.now() / 1_000 - seenAt <= maxAgeSeconds + TOLERANCE_SECONDS) return
  throw new IssuerRefusal(new Error(`the issuer saw the person more than ${maxAgeSeconds} seconds ago (auth_time)`))
}

/** An issuer that refuses the client itself is not to be used, whoever signs in. */
const isRefusal = (error: Error): boolean =>
  ofAnswers.has(errorCode(error)) || (error as { readonly error?: unknown }).error === 'invalid_grant'

function unavailable(error: Error): DomainError {
  return new DomainError(
    'issuer_unavailable',
    'The issuer of the sign-in does not answer as it must, so nobody is signed in. Try again later, or sign in with a passkey.',
    { retryAfterSeconds: RETRY_SECONDS, cause: new Error(textOfError(error), { cause: error }) },
  )
}
