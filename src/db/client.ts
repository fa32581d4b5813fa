// A pooled connection: names the prepared statements and closes when a statement is not answered in time.
import { Client, Query, type ClientConfig } from 'pg'
import { preparedNames } from './statements'

export interface ClientKind {
  /** Prepared statements are sent under their names, so that PostgreSQL parses and plans them once per connection. */
  readonly prepares: boolean
  /** A statement that takes longer fails and its connection is closed, because a late answer would be read as the next one. */
  readonly answersWithinMs: number
}

/** Checks per timeout: the timeout is exceeded by at most one eighth. */
const CHECKS = 8

/**
 * The client class for a pool. One timer for each connection: with pg's `query_timeout`, which sets one for each statement,
 * most objects of a statement survive the young generation.
 */
export const clientOf = ({ prepares, answersWithinMs }: ClientKind): typeof Client =>
  class extends Client {
    /** `performance.now()` of the last statement; null: all are answered. */
    private sentAt: number | null = null

    constructor(config?: string | ClientConfig) {
      super(config)
      this.once('connect', () => {
        const timer = setInterval(() => this.check(), answersWithinMs / CHECKS).unref()
        this.once('end', () => clearInterval(timer))
      })
      this.on('drain', () => (this.sentAt = null))
    }

    override query(...args: unknown[]): never {
      this.sentAt = performance.now()
      const [text, values] = args
      const name = prepares && typeof text === 'string' ? preparedNames.get(text) : undefined
      if (name === undefined) return super.query(...(args as [never]))
      const rows = new Promise((resolve, reject) => {
        const done = (error: Error | undefined, result: unknown): void => (error ? reject(error) : resolve(result))
        // a Query object: the driver copies a configuration object for every statement
        super.query(Object.assign(new Query(text as string, values as unknown[], done), { name }))
      })
      return rows as never
    }

    private check(): void {
      if (this.sentAt === null || performance.now() - this.sentAt < answersWithinMs) return
      const error = new Error(`PostgreSQL did not answer within ${answersWithinMs / 1_000} s`)
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }
  }
