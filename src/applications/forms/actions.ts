// Writes of forms and templates.
import { isDeepStrictEqual } from 'node:util'
import { insertAuditEntry, type Cause } from '../../audit/queries'
import { lockSettings } from '../../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { hasAutomaticGrading } from '../../auth/rules'
import { DomainError, orNotFound } from '../../base/errors'
import { randomBase32 } from '../../base/ids'
import { hashPassword } from './password'
import {
  deleteTemplate,
  findApplication,
  findFormVersion,
  deleteAllPasswordAttempts,
  insertApplication,
  insertTemplate,
  listRequiredForms,
  lockApplication,
  lockForms,
  markDeleted,
  markRestored,
  storeRequired,
  storeVersion,
  type DefinedRow,
  type LockedForm,
  type TemplateRow,
} from './queries'
import {
  assertStorable,
  completeDefinition,
  formRequired,
  isAutomatic,
  joinRequestsOf,
  noAutomaticGrading,
  passAwardsOf,
  textsOf,
  type Definition,
  type DefinitionInput,
} from './rules'
import { assertGivable } from '../pass-awards/actions'
import { assertNotSensitive } from './screen'

export const makeId = (prefix: 'app' | 'tpl' | 'rsp'): string => `${prefix}_${randomBase32(20)}`
const makeStableId = (): string => randomBase32(10)

export type PasswordChange = { readonly keep: true } | { readonly keep: false; readonly password: string | null }

/** @throws DomainError 403 `entitlement_required` for automatic grading without active Pro */
export async function createApplication(
  ctx: Ctx,
  input: DefinitionInput,
  password: string | undefined,
): Promise<DefinedRow> {
  const definition = completeDefinition(input, makeStableId)
  if (isAutomatic(definition)) assertAutomaticGrading(ctx)
  await assertGivable(ctx, input.passAwards)
  await assertNotSensitive(ctx, textsOf(definition))
  return storeNew(ctx, definition, password === undefined ? null : await hashPassword(password), {})
}

/** The duplicate is closed, has no password, join requirement or use of join requests, and gives nothing. */
export async function duplicateApplication(
  ctx: Ctx,
  applicationId: string,
  name: string | undefined,
): Promise<DefinedRow> {
  const source = await requireApplication(ctx, applicationId)
  if (isAutomatic(source.definition)) assertAutomaticGrading(ctx)
  // the other texts were screened with the source
  if (name !== undefined) await assertNotSensitive(ctx, [['name', name]])
  const copy = {
    ...source.definition,
    name: name ?? source.name,
    state: 'closed' as const,
    joinRequests: 'ignore' as const,
    passAwards: {},
  }
  return storeNew(ctx, completeDefinition(copy, makeStableId), null, { duplicateOf: applicationId })
}

function storeNew(ctx: Ctx, definition: Definition, passwordHash: string | null, more: object): Promise<DefinedRow> {
  const applicationId = makeId('app')
  return inTransaction(ctx, async (tx) => {
    await insertApplication(tx, applicationId, definition, passwordHash)
    const after = { applicationId, version: 1, name: definition.name, ...more }
    await insertAuditEntry(tx, { action: 'application.create', after })
    return requireApplication(tx, applicationId)
  })
}

/**
 * State, use of join requests and awards are kept where `input` has none.
 * @throws DomainError 409 `version_conflict` or `application_required`, 403 `entitlement_required` for automatic
 * grading without active Pro
 */
export async function updateApplication(
  ctx: Ctx,
  applicationId: string,
  version: number,
  input: DefinitionInput,
  change: PasswordChange,
): Promise<DefinedRow> {
  const complete = completeDefinition(input, makeStableId)
  assertVersion(await requireApplication(ctx, applicationId), version)
  await assertNotSensitive(ctx, textsOf(complete))
  await assertGivable(ctx, input.passAwards)
  // takes tens of milliseconds
  const newHash = change.keep || change.password === null ? null : await hashPassword(change.password)
  return inTransaction(ctx, async (tx) => {
    const current = await lockCurrent(tx, applicationId, version)
    await tx.assertUnchanged?.(tx)
    const definition: Definition = {
      ...complete,
      state: input.state ?? current.state,
      ...joinRequestsOf(input, current.definition),
      ...passAwardsOf(input, current.definition),
    }
    assertStorable(current, definition, mayGradeAutomatically(tx))
    await storeVersion(tx, current, definition, change.keep ? current.password_hash : newHash)
    if (!change.keep) await deleteAllPasswordAttempts(tx, applicationId)
    await auditUpdate(tx, current, definition, { passwordChanged: !change.keep }, { reason: null })
    return requireApplication(tx, applicationId)
  })
}

async function auditUpdate(
  tx: TxCtx,
  { application_id: applicationId, version, definition: before }: DefinedRow,
  definition: Definition,
  { passwordChanged }: { readonly passwordChanged: boolean },
  cause: Cause,
): Promise<string> {
  const joinsChanged = definition.joinRequests !== before.joinRequests
  const awardsChanged = !isDeepStrictEqual(definition.passAwards, before.passAwards)
  return insertAuditEntry(tx, {
    action: 'application.update',
    ...cause,
    before: { applicationId, version },
    after: {
      applicationId,
      version: version + 1,
      passwordChanged,
      ...(joinsChanged && { joinRequests: definition.joinRequests ?? 'ignore' }),
      ...(awardsChanged && { passAwards: definition.passAwards ?? {} }),
    },
  })
}

/** A former definition becomes the next version; the password is kept. The form is locked. */
export async function storeFormer(
  tx: TxCtx,
  current: DefinedRow,
  definition: Definition,
  cause: Cause,
): Promise<string> {
  await storeVersion(tx, current, definition, current.password_hash)
  return auditUpdate(tx, current, definition, { passwordChanged: false }, cause)
}

/** The responses are kept. @throws DomainError 409 `version_conflict` or `application_required` */
export async function deleteApplication(ctx: Ctx, applicationId: string, version: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const current = await lockCurrent(tx, applicationId, version)
    await tx.assertUnchanged?.(tx)
    if (current.required) throw formRequired('deleted')
    await remove(tx, current, { reason: null })
  })
}

/** The form is locked and not required. */
export async function remove(
  tx: TxCtx,
  { application_id: applicationId, version, name }: DefinedRow,
  cause: Cause,
): Promise<string> {
  await markDeleted(tx, applicationId)
  return insertAuditEntry(tx, {
    action: 'application.delete',
    ...cause,
    before: { applicationId, version, name },
  })
}

/** Undeletes a form, which is locked. Its last version stays the current one if it has the definition. */
export async function restore(tx: TxCtx, applicationId: string, of: number, cause: Cause): Promise<string> {
  const definition = await requireVersion(tx, applicationId, of)
  await markRestored(tx, applicationId, definition)
  const current = await requireApplication(tx, applicationId)
  const isCurrent = isDeepStrictEqual(definition, current.definition)
  const version = isCurrent ? current.version : await storeVersion(tx, current, definition, current.password_hash)
  return insertAuditEntry(tx, {
    action: 'application.restore',
    ...cause,
    after: { applicationId, version, name: definition.name },
  })
}

export async function requireVersion(tx: TxCtx, applicationId: string, version: number): Promise<Definition> {
  const definition = await findFormVersion(tx, applicationId, version)
  if (definition) return definition
  throw new Error(`version ${version} of the form ${applicationId} is missing`)
}

/**
 * @returns the forms that are required now
 * @throws DomainError 404 `application_not_found`, 409 `application_closed`
 */
export function setRequiredForms(ctx: Ctx, applicationIds: readonly string[]): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    // two lists at the same time would require the forms of both
    await lockSettings(tx.db, tx.community.communityId)
    await tx.assertUnchanged?.(tx)
    const forms = await lockForms(tx, applicationIds)
    for (const applicationId of applicationIds) assertRequirable(applicationId, forms)
    for (const { application_id: applicationId, required } of forms) {
      if (required === applicationIds.includes(applicationId)) continue
      await storeRequired(tx, applicationId, !required)
      await insertAuditEntry(tx, {
        action: 'application.require',
        before: { applicationId, required },
        after: { applicationId, required: !required },
      })
    }
    return listRequiredForms(tx)
  })
}

function assertRequirable(applicationId: string, forms: readonly LockedForm[]): void {
  const form = forms.find(({ application_id }) => application_id === applicationId)
  if (!form) {
    throw new DomainError('application_not_found', `This community has no application form ${applicationId}.`)
  }
  if (form.state === 'open') return
  throw new DomainError(
    'application_closed',
    `"${form.name}" is closed, and a required form must be open. Open it first.`,
  )
}

async function lockCurrent(tx: TxCtx, applicationId: string, version: number): Promise<DefinedRow> {
  const current = orNotFound(await lockApplication(tx, applicationId), 'application_not_found')
  assertVersion(current, version)
  return current
}

function assertVersion(current: Pick<DefinedRow, 'version'>, version: number): void {
  if (current.version === version) return
  throw new DomainError(
    'version_conflict',
    `The form is at version ${current.version}. Read its configuration and apply the change to that version.`,
  )
}

export async function requireApplication(ctx: Ctx, applicationId: string): Promise<DefinedRow> {
  return orNotFound(await findApplication(ctx, applicationId), 'application_not_found')
}

export const mayGradeAutomatically = ({ community, now }: Pick<Ctx, 'community' | 'now'>): boolean =>
  hasAutomaticGrading(community, now().getTime())

function assertAutomaticGrading(ctx: Ctx): void {
  if (!mayGradeAutomatically(ctx)) throw noAutomaticGrading()
}

/** Automatic grading needs a plan only when a form is created. */
export async function saveTemplate(ctx: Ctx, name: string, input: DefinitionInput): Promise<TemplateRow> {
  const definition: Definition = { ...completeDefinition(input, makeStableId), state: 'closed' }
  await assertGivable(ctx, input.passAwards)
  await assertNotSensitive(ctx, [['name', name], ...textsOf(definition)])
  const templateId = makeId('tpl')
  return inTransaction(ctx, async (tx) => {
    await insertAuditEntry(tx, { action: 'application.template.create', after: { templateId, name } })
    return insertTemplate(tx, templateId, name, definition)
  })
}

export async function removeTemplate(ctx: Ctx, templateId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    orNotFound((await deleteTemplate(tx, templateId)) || null, 'template_not_found')
    await insertAuditEntry(tx, { action: 'application.template.delete', before: { templateId } })
  })
}
