// Errors of SQL files, with the line.
import { DatabaseError } from 'pg'
import { StartError } from '../../base/errors'
import { errorMessage } from '../../base/error-message'

/** @param what the file, such as "the migration 0001_one.sql" */
export const failure = (what: string, text: string, error: unknown): StartError =>
  new StartError(`${what}${lineOf(error, text)} failed: ${errorMessage(error)}`, { cause: error })

/** `:12` for line 12; empty when the position is unknown. */
function lineOf(error: unknown, text: string): string {
  if (!(error instanceof DatabaseError) || error.position === undefined) return ''
  // positions are in characters, from 1
  const before = Array.from(text).slice(0, Number(error.position) - 1)
  return `:${before.filter((character) => character === '\n').length + 1}`
}
