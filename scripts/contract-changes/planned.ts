// Breaking changes since the contract was recorded: the next release is a new major version. Empty after each release.

/** Changes as `npm run check -- --only compatibility` prints them, by reason. */
export const planned: readonly { readonly reason: string; readonly changes: readonly string[] }[] = []
