// This server's SQL statements.
import '../../../dist/src/awards/points/queries.js'
import { declaredStatements, preparedNames } from '../../../dist/src/db/statements.js'

/** By name. */
export function statementText(name) {
  for (const [text, preparedName] of preparedNames) if (preparedName === name) return text
  throw new Error(`this server has no statement ${name}`)
}

/** The values of a statement in its order. @throws where one is missing */
export const statementValues = (name, values) =>
  declaredStatements.get(name).parameters.map((parameter) => {
    if (values[parameter] === undefined) throw new Error(`the statement ${name} needs ${parameter}`)
    return values[parameter]
  })

/** What an increment of experience has besides its member and amount. */
export const experience = {
  ...{ property: 'experience', op: 'increment', lowest: -Number.MAX_SAFE_INTEGER, reason: null, singleRank: false },
  ...{ action: 'member.experience', after: '{}', onBehalfOf: null },
}
