// This server's SQL statements, executed by every contestant.
import '../../../dist/src/progression/queries.js'
import { preparedNames } from '../../../dist/src/db/statements.js'

/** The text of a prepared statement by name. */
export function statementText(name) {
  for (const [text, preparedName] of preparedNames) if (preparedName === name) return text
  throw new Error(`this server has no statement ${name}`)
}
