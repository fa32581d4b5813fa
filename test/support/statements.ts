// What a piece of work says to the database, caught on its way.
import type { Db } from '../../src/context'

/** The statements that `work` sends through the database it is given, with their parameters written in. */
export async function sentBy(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const executor = watched.getExecutor()
  const compile = executor.compileQuery.bind(executor)
  executor.compileQuery = (node, queryId) => {
    const query = compile(node, queryId)
    statements.push(withParameters(query.sql, query.parameters))
    return query
  }
  await work(watched)
  return statements
}

function withParameters(text: string, parameters: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'number' ? String(value) : `'${typeof value === 'string' ? value : JSON.stringify(value)}'`
}
