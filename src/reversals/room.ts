// How much reversals may store and in which order they run, so that no caller exhausts what others need. Pure.
import { DomainError } from '../base/errors'
import type { ReversalRow } from './queries'

/** A caller keeps so many dry runs; an older one is deleted for a new one. */
export const MAX_DRY_RUNS = 10

export interface Stored {
  /** Of the community: reversals and their entries. */
  readonly used: number
  readonly limit: number
  /** Of the same author. */
  readonly own: number
  /** Of all keys. */
  readonly ofKeys: number
}

/**
 * One caller has at most a quarter of the limit, and all keys together half of it: people get through while a key that
 * was published, and those that it made, use up what keys have.
 * @returns entries; negative when more is stored
 */
export function roomOf({ used, limit, own, ofKeys }: Stored, author: string): number {
  const all = limit - used
  if (author === 'operator') return all
  const one = Math.min(all, Math.floor(limit / 4) - own)
  return author === 'key' ? Math.min(one, Math.floor(limit / 2) - ofKeys) : one
}

export function noRoom({ used, limit }: Stored): DomainError {
  return new DomainError(
    'storage_limit_reached',
    'The reversals of this caller, or of this community, have no room. Delete finished ones (deleteReversal), or ask the operator to raise the limit.',
    { details: { quota: 'reversals', unit: 'items', used, limit } },
  )
}

/** What people ask runs before what keys ask, and a reversal before a dry run. */
export const priorityOf = ({ actor_kind, dry_run }: Pick<ReversalRow, 'actor_kind' | 'dry_run'>): number =>
  (actor_kind === 'key' ? 1 : 0) + (dry_run ? 1 : 0)
