// Records the statements that code sends, without a database.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DatabaseConnection, Driver } from 'kysely'
import type { DB } from '../../generated/database'
import { preparedNames } from '../../src/db/statements'

export interface Recorded {
  /** The name under which it is prepared; null: it has none, and is planned each time. */
  readonly name: string | null
  readonly text: string
  readonly parameters: readonly unknown[]
}

/**
 * The statements of `work`, which may fail on the results that it gets.
 * @param rows the result of every statement
 */
export async function recorded(
  work: (db: Kysely<DB>) => Promise<unknown>,
  rows: readonly unknown[] = [],
): Promise<Recorded[]> {
  const statements: Recorded[] = []
  try {
    await work(recorder(statements, rows))
  } catch (error) {
    if (statements.length === 0) throw error
  }
  return statements
}

export function recorder(statements: Recorded[], rows: readonly unknown[]): Kysely<DB> {
  const connection: DatabaseConnection = {
    executeQuery: ({ sql: text, parameters }) => {
      statements.push({ name: preparedNames.get(text) ?? null, text, parameters })
      return Promise.resolve({ rows: [...rows] as never[], numAffectedRows: BigInt(rows.length) })
    },
    streamQuery: () => {
      throw new Error('the server does not stream statements')
    },
  }
  const driver: Driver = Object.assign(new DummyDriver(), { acquireConnection: () => Promise.resolve(connection) })
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
