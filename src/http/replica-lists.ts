// Lists that a read replica may answer (`x-read-replica`); the primary is the fallback.
import { operationTable } from '../../generated/operations'
import type { Ctx } from '../context'
import type { AllHandlers, OperationId } from '../contract/types'
import type { Replica } from '../db/replica'
import { DomainError } from '../base/errors'

type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>

export function withReplica(handlers: AllHandlers, replica: Replica): AllHandlers {
  const names = Object.keys(operationTable) as OperationId[]
  const lists = names
    .filter((name) => operationTable[name].readReplica)
    // safe: input and reply are unchanged
    .map((name) => [name, readingReplica(handlers[name] as unknown as AnyHandler, replica)] as const)
  return { ...handlers, ...Object.fromEntries(lists) }
}

function readingReplica(list: AnyHandler, replica: Replica): AnyHandler {
  return async (ctx, input) => {
    if (!replica.isFresh()) return list(ctx, input)
    try {
      return await list({ ...ctx, db: replica.db }, input)
    } catch (error) {
      if (!mayPrimarySucceed(error)) throw error
      replica.noteFailure(error)
      return list(ctx, input)
    }
  }
}

/** SQLSTATE query_canceled, read_only_sql_transaction. */
const sameOnPrimary = new Set(['57014', '25006'])

/** The object may be newer than the replica, or the replica restarts or lacks a migration. */
function mayPrimarySucceed(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  if (error instanceof DomainError) return error.code.endsWith('_not_found')
  return typeof code !== 'string' || !sameOnPrimary.has(code)
}
