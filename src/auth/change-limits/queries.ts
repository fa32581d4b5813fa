// SQL of the numbers a minute.
import { sql } from 'kysely'
import type { ChangeKind, Db, TxCtx } from '../../context'
import { now } from '../../db/expressions'
import { own } from '../../db/own'
import { statement } from '../../db/statements'
import { nameOfKind } from './rules'

const takeStatement = statement(
  'take_changes',
  `select granted as "granted!", taken_in as "slot!", left_ms as "leftMs!"
   from take_changes(:communityId, :owner, :kind, :needed, :wanted, :most, :unspent, :unspentSlot)`,
)

/** It is the first key of a chain of rotations, or a person. */
export interface Owner {
  readonly communityId: string
  readonly owner: string
}

export interface TakeRequest extends Owner {
  readonly kind: ChangeKind
  readonly needed: number
  readonly wanted: number
  readonly most: number
  /** They are of an earlier slot. */
  readonly unspent: number
  readonly unspentSlot: number
}

export interface Taken {
  /** It is 0 when fewer than `needed` are left. */
  readonly granted: number
  readonly slot: number
  /** The slot ends then. */
  readonly leftMs: number
}

export async function takeChanges(db: Db, { kind, ...request }: TakeRequest): Promise<Taken> {
  const [taken] = await takeStatement(db, { ...request, kind: nameOfKind[kind] })
  if (!taken) throw new Error('take_changes returned no row')
  return taken
}

/** @returns the ids of the valid keys of the chain that were not paused */
export async function pauseKeys(tx: TxCtx, owner: string): Promise<string[]> {
  const rows = await own(tx)
    .updateTable('api_key')
    .set({ paused_at: now })
    .where(sql<string>`coalesce(origin_key_id, key_id)`, '=', owner)
    .where('paused_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('key_id')
    .execute()
  return rows.map(({ key_id }) => key_id)
}
