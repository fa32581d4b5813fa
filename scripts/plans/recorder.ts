// What a piece of work would say to the database, without one: every statement is taken down and answered with nothing.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DatabaseConnection, Driver } from 'kysely'
import type { DB } from '../../generated/database'
import { preparedNames } from '../../src/db/statements'

export interface Recorded {
  /** What it is prepared under; null: it is sent without a name, and planned anew each time. */
  readonly name: string | null
  readonly text: string
  readonly parameters: readonly unknown[]
}

/**
 * The statements that `work` sends. It may fail on what it is answered, once it has said something.
 * @param rows how every statement is answered
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

/** A database that takes down what it is asked. */
export function recorder(statements: Recorded[], rows: readonly unknown[]): Kysely<DB> {
  const connection: DatabaseConnection = {
    executeQuery: ({ sql: text, parameters }) => {
      statements.push({ name: preparedNames.get(text) ?? null, text, parameters })
      return Promise.resolve({ rows: [...rows] as never[], numAffectedRows: BigInt(rows.length) })
    },
    streamQuery: () => {
      throw new Error('no statement of the server is streamed')
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
