// What ends a run without a verdict.

/** An option or file is wrong; the text names it. */
export class UsageError extends Error {}

/** The server is not reachable, does not accept the key, or is no server of this API. */
export class NoVerdict extends Error {}
