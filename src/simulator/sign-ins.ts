// Sign-in with OpenID Connect (the code flow with PKCE). Nobody is asked: an account is authorized at once.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { BodySchema } from './body-schema'
import { idIn, type Accounts } from './ids'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'

export const signInClient = { clientId: 'simulated-console', clientSecret: 'simulated-console-secret' } as const

/**
 * With `repeat`, a code is accepted any number of times. With `seen-before`, `max_age` is ignored: the person signed in at the
 * issuer an hour ago.
 */
const faults = ['nonce', 'issuer', 'audience', 'expired', 'signature', 'repeat', 'no-token', 'seen-before'] as const
export type SignInFault = (typeof faults)[number]

interface Change {
  readonly userId?: number
  readonly fault?: SignInFault | null
}

const change = new BodySchema<Change>({
  type: 'object',
  properties: {
    userId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    fault: { enum: [...faults, null] },
  },
  additionalProperties: false,
})

interface Authorized {
  readonly userId: number
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string | null
  /** Of the request, as a number of seconds; null: not asked for. */
  readonly maxAge: string | null
}

interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const LIFE_SECONDS = 600

export class SignIns {
  /** Null: the first account of the world. */
  userId: number | null = null
  fault: SignInFault | null = null
  method: 'basic' | 'post' = 'basic'
  private readonly codes = new Map<string, Authorized>()
  private made: SigningKey | null = null

  constructor(private readonly accounts: Accounts) {}

  control(body: unknown): SimulatorReply {
    if (!change.matches(body)) return invalid(change.issues())
    const { userId, fault } = body
    if (userId !== undefined && !this.accounts.users.has(userId)) return invalid(`user ${userId} does not exist`)
    if (userId !== undefined) this.userId = userId
    if (fault !== undefined) this.fault = fault
    return ok({ userId: this.userId, fault: this.fault })
  }

  describe(request: SimulatorRequest): SimulatorReply {
    const issuer = issuerOf(request)
    return ok({
      issuer,
      authorization_endpoint: `${issuer}v1/authorize`,
      token_endpoint: `${issuer}v1/token`,
      jwks_uri: `${issuer}v1/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...(this.method === 'post' && { token_endpoint_auth_methods_supported: ['client_secret_post'] }),
    })
  }

  /** `GET /oauth/v1/authorize`; `login_hint` is a user id. */
  authorize(request: SimulatorRequest): SimulatorReply {
    const { query } = request
    const redirectUri = query.get('redirect_uri') ?? ''
    const challenge = query.get('code_challenge') ?? ''
    const isClient = query.get('client_id') === signInClient.clientId && URL.canParse(redirectUri)
    const isFlow = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256'
    const isOpenid = query.get('scope')?.split(' ').includes('openid') === true
    if (!isClient || !isFlow || !isOpenid || challenge === '') return oauthError(400, 'invalid_request')
    const [first = 1] = this.accounts.users.keys()
    const userId = Number(query.get('login_hint') ?? this.userId ?? first)
    if (!this.accounts.users.has(userId)) return oauthError(400, 'login_required')
    const code = randomBytes(24).toString('base64url')
    this.codes.set(code, { userId, redirectUri, challenge, nonce: query.get('nonce'), maxAge: query.get('max_age') })
    const location = new URL(redirectUri)
    const answer = { code, state: query.get('state') ?? '', iss: issuerOf(request) }
    for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value)
    return { status: 302, body: null, headers: { location: location.href } }
  }

  /** Uses up the code. */
  exchange(request: SimulatorRequest): SimulatorReply {
    const form = (request.body ?? {}) as Readonly<Record<string, string | undefined>>
    if (!isClient(this.method === 'basic' ? basicOf(request) : form)) return oauthError(401, 'invalid_client')
    const { code = '', redirect_uri: redirectUri, code_verifier: verifier = '' } = form
    const authorized = this.codes.get(code)
    if (this.fault !== 'repeat') this.codes.delete(code)
    const isProven = authorized?.challenge === createHash('sha256').update(verifier).digest('base64url')
    if (!authorized || !isProven || authorized.redirectUri !== redirectUri) return oauthError(400, 'invalid_grant')
    return ok({
      access_token: randomBytes(24).toString('base64url'),
      token_type: 'Bearer',
      expires_in: LIFE_SECONDS,
      ...(this.fault !== 'no-token' && { id_token: this.idToken(authorized, issuerOf(request)) }),
    })
  }

  certs(): SimulatorReply {
    const { kid, publicKey } = this.key()
    return ok({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] })
  }

  private idToken({ userId, nonce, maxAge }: Authorized, issuer: string): string {
    const { fault } = this
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: fault === 'issuer' ? 'https://another-issuer.example/' : issuer,
      sub: String(idIn(this.accounts, `application-${signInClient.clientId}`, userId)),
      aud: fault === 'audience' ? 'another-client' : signInClient.clientId,
      iat: now - LIFE_SECONDS,
      exp: fault === 'expired' ? now - 120 : now + LIFE_SECONDS,
      // OpenID Connect Core 1.0, 2: present when max_age was
      ...(maxAge !== null && { auth_time: fault === 'seen-before' ? now - 3_600 : now }),
      ...(nonce !== null && { nonce: fault === 'nonce' ? `${nonce}x` : nonce }),
    }
    const { kid, privateKey } = this.key()
    const signer = fault === 'signature' ? newKey().privateKey : privateKey
    const signed = [{ alg: 'RS256', kid, typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${sign('sha256', Buffer.from(signed), signer).toString('base64url')}`
  }

  private key(): SigningKey {
    return (this.made ??= newKey())
  }
}

const newKey = (): SigningKey => ({
  kid: randomBytes(6).toString('hex'),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
})

const issuerOf = ({ headers: { host = 'localhost' } }: SimulatorRequest): string => `http://${host}/oauth/`

function isClient({
  client_id: clientId,
  client_secret: secret,
}: Readonly<Record<string, string | undefined>>): boolean {
  return clientId === signInClient.clientId && secret === signInClient.clientSecret
}

/** Both parts are form-encoded (RFC 6749, 2.3.1). */
function basicOf({ headers }: SimulatorRequest): Readonly<Record<string, string | undefined>> {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? []
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return { client_id: decodeURIComponent(id), client_secret: decodeURIComponent(secret) }
}

const invalid = (message: string): SimulatorReply => ({ status: 400, body: { errors: [{ code: 0, message }] } })

export function oauthError(status: number, error: string): SimulatorReply {
  return { status, body: { error, error_description: `Simulated ${error}.` } }
}
