// Error messages of the command line, without secrets; the stack only with LOG_LEVEL=debug.
import { isDatabaseUnavailable, isForbidden, refusedWrite, toMoved, toStorageLimit } from '../db/errors'
import { errorMessage } from '../base/error-message'
import { DomainError, StartError, type ErrorCode } from '../base/errors'

/** Exit codes of all commands. */
export const FAILURE = 1
export const USAGE = 2

/** The command line cannot be meant: exit code 2, with a reference to the help. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The command is well formed and cannot be carried out: exit code 1. */
export class Refused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refused'
  }
}

/** A check found a problem, after its answer was printed. */
export class CheckFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CheckFailed'
  }
}

export function explainFailure(error: unknown): string {
  // no switch of the API stops the operator, so this is a move
  if (toMoved(error) || (error instanceof DomainError && error.code === 'api_disabled'))
    return 'this community was moved to another server; run the command there, or see community reopen'
  if (error instanceof DomainError) return explainDomainError(error)
  if ([StartError, UsageError, Refused, CheckFailed].some((known) => error instanceof known)) {
    return (error as Error).message
  }
  const limitReached = toStorageLimit(error)
  if (limitReached) return limitReached.message
  const refused = refusedWrite(error)
  if (refused) return `${refused.what} (${errorMessage(error)}); ${refused.remedy}, then repeat the command`
  if (isForbidden(error))
    return `the role of DATABASE_URL may not do this (${errorMessage(error)}); set DATABASE_MIGRATION_URL to the role that owns the tables`
  if (isDatabaseUnavailable(error)) {
    return `the database does not answer (${errorMessage(error)}); check that it runs, and check DATABASE_URL`
  }
  return `the command failed (${errorMessage(error)}); repeat it with LOG_LEVEL=debug for a stack trace`
}

const shownBy: { readonly [Code in ErrorCode]?: string } = {
  medal_not_found: 'medal list',
  qualification_not_found: 'qualification list',
  application_not_found: 'application list',
  event_not_found: 'event list',
  response_already_reviewed: 'response show',
}

/** The API names the parameters of a request; the command line has flags. */
function explainDomainError({ code, message }: DomainError): string {
  const command = shownBy[code]
  const text = message.replace(/^The request does not match the contract: \/query\/(\w+) /, '--$1 ')
  return command === undefined ? text : `${text} See ${command}.`
}

/** Removes values from Commander's messages, which may be keys. Possible names of flags and verbs stay. */
export function withoutValues(usage: string): string {
  return usage
    .replace(/ argument '.*' is invalid\. /s, ' is invalid: ')
    .replace(/(unknown option '--?[^='\s]{0,30})[^\n]*'/, "$1'")
    .replace(/unknown command '(?![a-z-]{1,20}')[^\n]*'/, 'unknown command')
}
