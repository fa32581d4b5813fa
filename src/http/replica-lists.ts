// The lists that the contract lets a read replica answer (`x-read-replica`): asked there while it is fresh, and of the
// primary whenever the replica has no answer.
import { operationTable } from '../../generated/operations'
import type { Ctx } from '../context'
import type { AllHandlers, OperationId } from '../contract/types'
import type { Replica } from '../db/replica'
import { DomainError } from '../errors'

type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>

/** The same handlers, of which those of the marked lists read from the replica. The others are not touched. */
export function withReplica(handlers: AllHandlers, replica: Replica): AllHandlers {
  const names = Object.keys(operationTable) as OperationId[]
  const lists = names
    .filter((name) => operationTable[name].readReplica)
    // what a list takes and answers stays what the contract says: only its database is another one
    .map((name) => [name, readingReplica(handlers[name] as unknown as AnyHandler, replica)] as const)
  return { ...handlers, ...Object.fromEntries(lists) }
}

function readingReplica(list: AnyHandler, replica: Replica): AnyHandler {
  return async (ctx, input) => {
    if (!replica.isFresh()) return list(ctx, input)
    try {
      return await list({ ...ctx, db: replica.db }, input)
    } catch (error) {
      if (!mayPrimaryKnow(error)) throw error
      replica.doubt(error)
      return list(ctx, input)
    }
  }
}

/** PostgreSQL: the statement took too long, and would again; it writes, which a list must not. */
const sameEverywhere = new Set(['57014', '25006'])

/** A form or an event may be younger than the replica; a replica that restarts, or is behind a migration, refuses a statement. */
function mayPrimaryKnow(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  if (error instanceof DomainError) return error.code.endsWith('_not_found')
  return typeof code !== 'string' || !sameEverywhere.has(code)
}
