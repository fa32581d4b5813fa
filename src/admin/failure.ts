// What an operator reads when a command fails: one sentence that says what to do, never a secret, and no stack unless
// it was asked for.
import { isDatabaseUnavailable, toStorageLimit } from '../db/errors'
import { reasonOf } from '../error-message'
import { DomainError, StartError } from '../errors'

/** The command was used wrongly in a way that only shows once its flags are seen together. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** A check that ran to its end found something wrong, and has printed its answer. */
export class CheckFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CheckFailed'
  }
}

/** The sentence for whatever a verb threw. */
export function explainFailure(error: unknown): string {
  if ([DomainError, StartError, UsageError, CheckFailed].some((known) => error instanceof known)) {
    return (error as Error).message
  }
  const limitReached = toStorageLimit(error)
  if (limitReached) return limitReached.message
  if (isDatabaseUnavailable(error)) {
    return `the database does not answer (${reasonOf(error)}); check that it runs and what DATABASE_URL says`
  }
  return `the command failed (${reasonOf(error)}); repeat it with LOG_LEVEL=debug to see where`
}

/**
 * Commander repeats what was typed, and a key may have been typed in the wrong place: only what can be a word of ours
 * is left, so that it may still say what was meant.
 */
export function withoutValues(usage: string): string {
  return usage
    .replace(/ argument '.*' is invalid\. /s, ' is invalid: ')
    .replace(/(unknown option '--?[^='\s]{0,30})[^\n]*'/, "$1'")
    .replace(/unknown command '(?![a-z-]{1,20}')[^\n]*'/, 'unknown command')
}
