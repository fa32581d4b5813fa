// The operator corrects which account an id belongs to.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { violatedConstraint } from '../../db/errors'
import { conflictError, unknownIdentity } from '../rules'
import { deleteIdentity, lockIdentity, putIdentity } from './queries'

export interface IdentityKey {
  readonly domain: string
  readonly id: number
}

/**
 * Replaces another account, and ends the conflict of the id.
 * @returns the account before, or null
 * @throws DomainError 409 `identity_conflict` when the account has another id in the domain
 */
export async function setIdentity(ctx: Ctx, { domain, id }: IdentityKey, userId: number): Promise<number | null> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const before = (await lockIdentity(tx, domain, id))?.user_id ?? null
      await putIdentity(tx, domain, id, userId)
      const facts = { domain, id: String(id) }
      if (before !== null && before !== userId)
        await insertAuditEntry(tx, { action: 'identity.delete', userId: before, before: facts })
      await insertAuditEntry(tx, { action: 'identity.set', userId, after: facts })
      return before
    })
  } catch (error) {
    // a shard of a distributed database adds its number to the name
    if (violatedConstraint(error)?.startsWith('identity_account')) throw conflictError(domain, false)
    throw error
  }
}

/** The next report finds the account again. @throws DomainError 404 `identity_unknown` */
export function removeIdentity(ctx: Ctx, { domain, id }: IdentityKey): Promise<number | null> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockIdentity(tx, domain, id)
    if (!row) throw unknownIdentity(domain, id)
    await deleteIdentity(tx, domain, id)
    await insertAuditEntry(tx, {
      action: 'identity.delete',
      userId: row.user_id,
      before: { domain, id: String(id) },
    })
    return row.user_id
  })
}
