// The driver's client: statements under their names, a time limit for each, and the types of values.
import { Client, types } from 'pg'
import type { Outages } from './outages'
import { preparedNames, timeOfDatabase } from './statements'

export interface ClientKind {
  /** Sends declared statements under their names: PostgreSQL parses and plans a named one once for each connection. */
  readonly prepares: boolean
  /** As `query_timeout` of the driver. */
  readonly answersWithinMs: number
  readonly outages?: Outages | null
}

/** Of pg, for a statement that took longer than `query_timeout`. */
const READ_TIMEOUT = 'Query read timeout'

export const clientOf = ({ prepares, answersWithinMs, outages }: ClientKind): typeof Client =>
  class extends Client {
    override connect(...[done]: unknown[]): never {
      // the pool passes a callback
      if (!outages || typeof done !== 'function') return super.connect(...([done] as [never])) as never
      const told = (error?: Error): void => {
        if (error) outages.connectFailed(error)
        ;(done as (error?: Error) => void)(error)
      }
      return super.connect(told) as never
    }

    override query(...args: unknown[]): never {
      const [text, values] = args
      const name = prepares && typeof text === 'string' ? preparedNames.get(text) : undefined
      const sent: unknown = super.query(...((name === undefined ? args : [{ name, text, values }]) as [never]))
      return (sent instanceof Promise ? sent.catch((error: Error) => this.fail(error)) : sent) as never
    }

    private fail(error: Error): never {
      outages?.statementFailed(error)
      if (error.message !== READ_TIMEOUT) throw error
      // the next statement would wait for the late answer of this one
      void this.end()
      const late = new Error(`PostgreSQL did not answer within ${answersWithinMs / 1_000} s`)
      throw Object.assign(late, { code: 'ETIMEDOUT' })
    }
  }

const INT8 = 20
const INT8_ARRAY = 1016
const TIMESTAMPTZ = 1184

/** bigint and its arrays as safe integers, timestamptz as RFC 3339. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === INT8_ARRAY) return toSafeIntegers
  if (oid === TIMESTAMPTZ) return timeOfDatabase
  return types.getTypeParser(oid, format) as (value: string) => unknown
}

function toSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint from the database is outside the safe integer range')
  return number
}

const toSafeIntegers = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : toSafeInteger(one)))
