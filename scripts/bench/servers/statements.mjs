// The SQL of this server, taken from its own code: every contestant runs these very statements.
import '../../../dist/src/progression/queries.js'
import { preparedNames } from '../../../dist/src/db/statements.js'

/** The text of the statement that this server prepares under a name. */
export function statementText(name) {
  for (const [text, preparedName] of preparedNames) if (preparedName === name) return text
  throw new Error(`this server has no statement ${name}`)
}
