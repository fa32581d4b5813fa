// Loses the connection to the database at a chosen statement, or at the commit of its transaction.
import pg from 'pg'

/** Whether the connection is lost before or after the commit. */
export type Loss = 'before' | 'after'

/** A query of pg, which calls back if it has a callback; otherwise it returns a promise. */
interface Prepared {
  readonly text?: string
  callback?: (error: Error) => void
}
type Query = (this: pg.Client, config: Prepared | string, ...rest: unknown[]) => unknown

export interface LosingDatabase {
  /**
   * Loses the connection at the next effect; null: at none.
   * @param of a text in the statement's parameters, such as the id of a community, so that background jobs of others
   * keep their connection
   */
  loseNext(loss: Loss | null, of?: string): void
}

/**
 * Replaces pg's `query` in this process, during the tests of the file.
 * @param effect matches the statement's text
 */
export function useLosingDatabase(effect: RegExp): LosingDatabase {
  const query = pg.Client.prototype.query as unknown as Query
  const inTransaction = new WeakSet<pg.Client>()
  const withEffect = new WeakSet<pg.Client>()
  let loss: Loss | null = null
  let subject = ''

  /** Whether the statement completes an effect: alone outside a transaction, or as the commit. */
  function endsEffect(client: pg.Client, text: string, parameters: string): boolean {
    const writes = effect.test(text) && parameters.includes(subject)
    if (/^(begin|start)/i.test(text)) inTransaction.add(client)
    if (writes && inTransaction.has(client)) withEffect.add(client)
    if (!/^(commit|rollback)/i.test(text)) return writes && !inTransaction.has(client)
    inTransaction.delete(client)
    return withEffect.delete(client) && /^commit/i.test(text)
  }

  const losing: Query = function (config, ...rest) {
    const text = typeof config === 'string' ? config : (config.text ?? '')
    const ends = endsEffect(this, text, JSON.stringify([config, rest[0]], statementOnly))
    if (loss === null || !ends) return query.call(this, config, ...rest)
    const when = loss
    loss = null
    if (when === 'before') {
      disconnect(this)
      return query.call(this, config, ...rest)
    }
    if (typeof config === 'string' || !config.callback) return lost(this, query.call(this, config, ...rest))
    const { callback } = config
    config.callback = () => {
      disconnect(this)
      callback(lostConnection())
    }
    return query.call(this, config, ...rest)
  }

  beforeAll(() => {
    pg.Client.prototype.query = losing as never
  })
  afterAll(() => {
    pg.Client.prototype.query = query as never
  })
  return {
    loseNext: (next, of = '') => {
      loss = next
      subject = of
    },
  }
}

/** Leaves out other properties of the query, which may refer to its client. */
const statementOnly = (key: string, value: unknown): unknown =>
  ['', 'text', 'values', 'name'].includes(key) || /^\d+$/.test(key) ? value : undefined

const lostConnection = (): Error => new Error('Connection terminated unexpectedly')

function disconnect(client: pg.Client): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

async function lost(client: pg.Client, result: unknown): Promise<never> {
  await result
  disconnect(client)
  throw lostConnection()
}
