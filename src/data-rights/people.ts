// Export and erasure of a person of the staff who is bound to no account.
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx } from '../context'
import { orNotFound } from '../base/errors'
import { deletePerson, findPerson, lockPerson } from '../people/queries'
import { toPerson } from '../people/views'
import { erasePersonNames, listSessionsOfPerson } from './queries'
import type { Schema } from '../contract/types'

export interface PersonExport {
  readonly person: Schema<'Person'>
  /** Where the person signs in, and the passkey, without its key. */
  readonly signIn: {
    readonly credentialId: string | null
    readonly issuer: string | null
    readonly subject: string | null
    readonly challengedAt: string | null
  }
  readonly sessions: readonly object[]
}

/** @throws DomainError 404 `person_not_found` */
export function exportPerson(ctx: Ctx, personId: string): Promise<PersonExport> {
  return inTransaction(ctx, async (tx) => {
    const row = orNotFound(await findPerson(tx, personId), 'person_not_found')
    const { credential_id: credentialId, issuer, subject, challenged_at: challengedAt } = row
    await insertAuditEntry(tx, { action: 'person.export', after: { personId } })
    return {
      person: toPerson(row),
      signIn: { credentialId, issuer, subject, challengedAt },
      sessions: await listSessionsOfPerson(tx, personId),
    }
  })
}

/**
 * Also of one who was deleted before: the audit log still has the name then.
 * @returns the number of audit entries that lost the name
 */
export function erasePerson(ctx: Ctx, personId: string): Promise<{ readonly auditEntries: number }> {
  return inTransaction(ctx, async (tx) => {
    if (await lockPerson(tx, personId)) await deletePerson(tx, personId)
    return { auditEntries: await erasePersonNames(tx, personId) }
  })
}
