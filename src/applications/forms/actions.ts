// Writes of forms and templates.
import { isDeepStrictEqual } from 'node:util'
import { insertAuditEntry, type Cause } from '../../audit/queries'
import { lockSettings } from '../../communities/queries'
import { inTransaction, type Ctx, type TxCtx, type AuthorBounds } from '../../context'
import { hasAutomaticGrading } from '../../auth/rules'
import { assertMayStore } from '../../auth/stored/actions'
import { boundsAfter } from '../../auth/stored/rules'
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
  type NewVersion,
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

/** @throws DomainError 403 `entitlement_required` for automatic grading without active Pro; as `assertMayStore` */
export async function createApplication(
  ctx: Ctx,
  input: DefinitionInput,
  password: string | undefined,
): Promise<DefinedRow> {
  const definition = completeDefinition(input, makeStableId)
  if (isAutomatic(definition)) assertAutomaticGrading(ctx)
  await assertGivable(ctx, input.passAwards)
  const { bounds } = await assertMayCreate(ctx, 'createApplication', { definition })
  await assertNotSensitive(ctx, textsOf(definition))
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return storeNew(ctx, { definition, passwordHash, bounds }, {})
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
  const definition = completeDefinition(copy, makeStableId)
  return storeNew(ctx, { definition, passwordHash: null, bounds: null }, { duplicateOf: applicationId })
}

function storeNew(ctx: Ctx, form: NewVersion, more: object): Promise<DefinedRow> {
  const applicationId = makeId('app')
  return inTransaction(ctx, async (tx) => {
    await insertApplication(tx, applicationId, form)
    const after = { applicationId, version: 1, name: form.definition.name, ...more }
    await insertAuditEntry(tx, { action: 'application.create', after })
    return requireApplication(tx, applicationId)
  })
}

/**
 * State, use of join requests and awards are kept where `input` has none.
 * @throws DomainError 409 `version_conflict` or `application_required`, 403 `entitlement_required` for automatic
 * grading without active Pro; as `assertMayStore`
 */
export async function updateApplication(
  ctx: Ctx,
  applicationId: string,
  version: number,
  input: DefinitionInput,
  change: PasswordChange,
): Promise<DefinedRow> {
  const complete = completeDefinition(input, makeStableId)
  const known = await requireApplication(ctx, applicationId)
  assertVersion(known, version)
  await assertNotSensitive(ctx, textsOf(complete))
  if (!isDeepStrictEqual(complete.passAwards, known.definition.passAwards)) await assertGivable(ctx, input.passAwards)
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
    const recorded = await assertMayChange(tx, current, definition, change)
    const bounds = boundsAfter(recorded, current.author_bounds)
    await storeVersion(tx, current, { definition, passwordHash: change.keep ? current.password_hash : newHash, bounds })
    if (!change.keep) await deleteAllPasswordAttempts(tx, applicationId)
    await auditUpdate(tx, current, definition, { passwordChanged: !change.keep }, { reason: null })
    return requireApplication(tx, applicationId)
  })
}

async function assertMayCreate(ctx: Ctx, operationId: 'createApplication' | 'saveTemplate', after: object) {
  const recorded = await assertMayStore(ctx, operationId, null, after)
  return { bounds: boundsAfter(recorded) }
}

/** A password where there was none lets nobody pass who could not before. */
function assertMayChange(tx: TxCtx, current: DefinedRow, definition: Definition, change: PasswordChange) {
  const isReplaced = !change.keep && current.password_hash !== null
  const after = { definition, ...(isReplaced ? { password: change.password } : {}) }
  return assertMayStore(tx, 'updateApplication', { definition: current.definition }, after)
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

/** A former version becomes the next one, with the bounds of its author; the password is kept. The form is locked. */
export async function storeFormer(
  tx: TxCtx,
  current: DefinedRow,
  former: FormerVersion,
  cause: Cause,
): Promise<string> {
  const { definition, author_bounds: bounds } = former
  await storeVersion(tx, current, { definition, passwordHash: current.password_hash, bounds })
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
  const { definition, author_bounds: bounds } = await requireVersion(tx, applicationId, of)
  await markRestored(tx, applicationId, definition)
  const current = await requireApplication(tx, applicationId)
  const isCurrent = isDeepStrictEqual(definition, current.definition)
  const former = { definition, passwordHash: current.password_hash, bounds }
  const version = isCurrent ? current.version : await storeVersion(tx, current, former)
  return insertAuditEntry(tx, {
    action: 'application.restore',
    ...cause,
    after: { applicationId, version, name: definition.name },
  })
}

export interface FormerVersion {
  readonly definition: Definition
  readonly author_bounds: AuthorBounds | null
}

export async function requireVersion(tx: TxCtx, applicationId: string, version: number): Promise<FormerVersion> {
  const former = await findFormVersion(tx, applicationId, version)
  if (former) return former
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
  await assertMayCreate(ctx, 'saveTemplate', { definition })
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
