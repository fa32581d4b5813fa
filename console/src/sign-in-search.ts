// Where the sign-in leads, in its address.

export interface SignInSearch {
  /** Where to go after it, below /console. */
  readonly to?: string
  /** The community to sign in to. */
  readonly community?: string
}

/** An address of this console alone, because it is not trusted. */
export const signInSearchOf = ({ to, community }: Record<string, unknown>): SignInSearch => ({
  ...(typeof to === 'string' && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign') ? { to } : {}),
  ...(typeof community === 'string' && /^cmt_[a-z2-7]{20}$/.test(community) ? { community } : {}),
})
