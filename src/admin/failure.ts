// What an operator reads when a command fails: one sentence that says what to do, never a secret, and no stack unless
// it was asked for.
import { isDatabaseUnavailable } from '../db/errors'
import { reasonOf } from '../db/reason'
import { DomainError, StartError } from '../errors'

/** The command was used wrongly in a way that only shows once its flags are seen together. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The sentence for whatever a verb threw. */
export function explainFailure(error: unknown): string {
  if (error instanceof DomainError || error instanceof StartError || error instanceof UsageError) return error.message
  if (isDatabaseUnavailable(error)) {
    return `the database does not answer (${reasonOf(error)}); check that it runs and what DATABASE_URL says`
  }
  return `the command failed (${reasonOf(error)}); repeat it with LOG_LEVEL=debug to see where`
}

/** Commander repeats a flag it does not know, with what was given to it, and that may be a key. */
export function withoutValues(usage: string): string {
  return usage.replace(/(unknown option '--?[^='\s]+)=.*'/s, "$1'")
}
