// The interface to the OpenID Connect issuer, without HTTP.

export interface IssuerAccount {
  readonly issuer: string
  readonly subject: string
}

/** Random, in base64url, for one sign-in. */
export interface IssuerSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A sign-in; with `maxAgeSeconds`, the issuer must have seen the person within this time. */
export interface IssuerQuestion extends IssuerSecrets {
  readonly maxAgeSeconds?: number | undefined
}

export interface IssuerAnswer {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

export class IssuerRefusal extends Error {
  constructor(cause: Error) {
    super(textOfError(cause), { cause })
    this.name = 'IssuerRefusal'
  }
}

/** With the issuer's error code, such as `invalid_grant`. */
export function textOfError(error: Error): string {
  const { error: code, cause } = error as { readonly error?: unknown; readonly cause?: { readonly message?: unknown } }
  return [error.message, code, cause?.message].filter((part) => typeof part === 'string').join(': ')
}

export interface SignInIssuer {
  readonly name: string
  /** The operator says that `sub` is the id of the chat account (`OIDC_SUBJECT`). */
  readonly hasChatAccounts: boolean
  /** Issuer and client id. */
  readonly id: string
  /** @throws DomainError 503 `issuer_unavailable` */
  addressFor(question: IssuerQuestion, redirectUri: string): Promise<string>
  /** @throws IssuerRefusal, or DomainError 503 `issuer_unavailable` */
  accountOf(answer: IssuerAnswer, question: IssuerQuestion, redirectUri: string): Promise<IssuerAccount>
}
