// Rollback of a change of a form (spec, Limits: 30 days).
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { DomainError, orNotFound } from '../../base/errors'
import { mayGradeAutomatically, requireVersion } from './actions'
import {
  findFormChange,
  hasResponses,
  lockApplication,
  markDeleted,
  storeVersion,
  type DefinedRow,
  type FormChangeRow,
} from './queries'
import { assertStorable, formRequired } from './rules'

const WINDOW_DAYS = 30
const DAY_MS = 86_400_000

export interface RolledBack {
  readonly undoneAuditId: string
  /** Null: the form was deleted. */
  readonly version: number | null
}

/**
 * Later changes are undone too; the password is kept.
 * @param auditId entry of the change; null: the latest not rolled back
 * @throws DomainError 404 `application_not_found`, 409 `application_required`, 403 `entitlement_required`, 400
 * `validation_failed`
 */
export function rollbackForm(ctx: Ctx, applicationId: string, auditId: number | null): Promise<RolledBack> {
  return inTransaction(ctx, async (tx) => {
    const current = orNotFound(await lockApplication(tx, applicationId), 'application_not_found')
    const change = await requireChange(tx, applicationId, auditId)
    const version =
      change.version_before === null
        ? await undoCreation(tx, current)
        : await undoUpdate(tx, current, change.version_before)
    const undoneAuditId = String(change.audit_id)
    await insertAuditEntry(tx, {
      action: 'application.rollback',
      before: { applicationId, version: current.version },
      after: { applicationId, version, undoneAuditId },
    })
    return { undoneAuditId, version }
  })
}

async function requireChange(tx: TxCtx, applicationId: string, auditId: number | null): Promise<FormChangeRow> {
  const change = await findFormChange(tx, applicationId, auditId)
  if (!change) {
    const which =
      auditId === null ? 'has no change to roll back' : `was not created or updated by audit entry ${auditId}`
    throw refused(`This form ${which}. The command "audit list" shows its changes.`)
  }
  if (change.undone) throw refused(`The change of audit entry ${change.audit_id} was already rolled back.`)
  if (Date.parse(change.at) >= tx.now().getTime() - WINDOW_DAYS * DAY_MS) return change
  throw refused(`The change of ${change.at} is older than ${WINDOW_DAYS} days, so it cannot be rolled back.`)
}

async function undoCreation(tx: TxCtx, { application_id, required }: DefinedRow): Promise<null> {
  if (required) throw formRequired('deleted')
  if (await hasResponses(tx, application_id)) {
    throw refused('This form has responses, so its creation cannot be rolled back. Close or delete it instead.')
  }
  await markDeleted(tx, application_id)
  return null
}

async function undoUpdate(tx: TxCtx, current: DefinedRow, versionBefore: number): Promise<number> {
  const { definition, author_bounds: bounds } = await requireVersion(tx, current.application_id, versionBefore)
  assertStorable(current, definition, mayGradeAutomatically(tx))
  return storeVersion(tx, current, { definition, passwordHash: current.password_hash, bounds })
}

function refused(message: string): DomainError {
  return new DomainError('validation_failed', message)
}
