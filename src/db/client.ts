// A connection of a pool: sends the hot statements under names, and is given up when a statement has no answer for too long.
import { Client, Query, type ClientConfig } from 'pg'
import { preparedNames } from './statements'

/** What a connection is like, beside what pg settles. */
export interface ClientKind {
  /** Statements of statements.ts are sent under their names, so that PostgreSQL parses and plans them once a connection. */
  readonly prepares: boolean
  /** A statement that was not answered for so long fails, and its connection ends: what it still says is no answer to the next. */
  readonly answersWithinMs: number
}

/** How often a connection is looked at while a statement may take its time: so late is a silence noticed, at most. */
const LOOKS = 8

/**
 * The class for the pool, of one kind. Looked at by a timer of the connection: with one for each statement, as pg's
 * `query_timeout` sets it, nearly all that a statement brought outlives the young generation, ten times as much as without.
 */
export const clientOf = ({ prepares, answersWithinMs }: ClientKind): typeof Client =>
  class extends Client {
    /** `performance.now()` of the last statement, while there is one that is not answered. */
    private askedAt: number | null = null

    constructor(config?: string | ClientConfig) {
      super(config)
      this.once('connect', () => {
        const timer = setInterval(() => this.look(), answersWithinMs / LOOKS).unref()
        this.once('end', () => clearInterval(timer))
      })
      // all are answered
      this.on('drain', () => (this.askedAt = null))
    }

    override query(...args: unknown[]): never {
      this.askedAt = performance.now()
      const [text, values] = args
      const name = prepares && typeof text === 'string' ? preparedNames.get(text) : undefined
      if (name === undefined) return super.query(...(args as [never]))
      const rows = new Promise((resolve, reject) => {
        const done = (error: Error | undefined, result: unknown): void => (error ? reject(error) : resolve(result))
        // given to the driver as its own Query: of a configuration it makes a copy, property by property, every time
        super.query(Object.assign(new Query(text as string, values as unknown[], done), { name }))
      })
      return rows as never
    }

    private look(): void {
      if (this.askedAt === null || performance.now() - this.askedAt < answersWithinMs) return
      const error = new Error(`no answer from the database for ${answersWithinMs / 1_000} s`)
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }
  }
