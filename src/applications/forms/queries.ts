// SQL on application forms.
import { sql, type InferResult, type Selectable } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Ctx, Db, TxCtx, AuthorBounds } from '../../context'
import { anyText, bool, daysAgo, now, toJson } from '../../db/expressions'
import { onPage, cutRows, type CutRow, type Page, type Position } from '../../db/paging'
import { startsNewRound } from './rounds'
import { isAutomatic, type Definition } from './rules'
import { own } from '../../db/own'

export type ApplicationRow = InferResult<ReturnType<typeof selectApplications>>[number]
export type DefinedRow = InferResult<ReturnType<typeof selectDefined>>[number]

const selectApplications = (ctx: Ctx) =>
  own(ctx)
    .selectFrom('application as a')
    .select(['a.application_id', 'a.version', 'a.password_hash', 'a.required', 'a.name', 'a.description', 'a.state'])
    .select(['a.question_count', 'a.automatic_grading', 'a.created_at', 'a.updated_at'])
    .where('a.deleted_at', 'is', null)

/** `round_version`: the first version of the submission round (rounds.ts). */
const selectDefined = (ctx: Ctx, applicationId: string) =>
  selectApplications(ctx)
    .innerJoin('application_version as v', (join) =>
      join
        .onRef('v.community_id', '=', 'a.community_id')
        .onRef('v.application_id', '=', 'a.application_id')
        .onRef('v.version', '=', 'a.version'),
    )
    .select(({ ref }) => sql<AuthorBounds | null>`${ref('v.author_bounds')}`.as('author_bounds'))
    .select(({ fn }) => ['v.definition', fn.coalesce('v.round_version', 'v.version').as('round_version')])
    .where('a.application_id', '=', applicationId)

export const listApplications = (ctx: Ctx, page: Page): Promise<ApplicationRow[]> =>
  selectApplications(ctx)
    .$call(onPage(page, 'desc', 'a.created_at', 'a.application_id'))
    .execute()

export async function findApplication(ctx: Ctx, applicationId: string): Promise<DefinedRow | null> {
  return (await selectDefined(ctx, applicationId).executeTakeFirst()) ?? null
}

export async function lockApplication(tx: TxCtx, applicationId: string): Promise<DefinedRow | null> {
  await own(tx).selectFrom('application').where('application_id', '=', applicationId).forNoKeyUpdate().execute()
  return findApplication(tx, applicationId)
}

/** Deleted forms count. */
export async function applicationExisted(ctx: Ctx, applicationId: string): Promise<boolean> {
  const row = await own(ctx)
    .selectFrom('application')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewVersion {
  readonly definition: Definition
  readonly passwordHash: string | null
  /** Null: without bounds. */
  readonly bounds: AuthorBounds | null
}

export async function insertApplication(tx: TxCtx, applicationId: string, form: NewVersion): Promise<void> {
  await tx.db
    .insertInto('application')
    .values({
      community_id: tx.community.communityId,
      application_id: applicationId,
      version: 1,
      password_hash: form.passwordHash,
      ...summaryOf(form.definition),
    })
    .execute()
  await insertVersion(tx, applicationId, 1, form, null)
}

export async function storeVersion(tx: TxCtx, current: DefinedRow, next: NewVersion): Promise<number> {
  const { definition, passwordHash } = next
  const { application_id: applicationId } = current
  const version = current.version + 1
  const passwordChanged = passwordHash !== current.password_hash
  const isNewRound = startsNewRound(current.definition, definition, passwordChanged)
  await insertVersion(tx, applicationId, version, next, isNewRound ? null : current.round_version)
  await own(tx)
    .updateTable('application')
    .set({ version, password_hash: passwordHash, updated_at: now, ...summaryOf(definition) })
    .where('application_id', '=', applicationId)
    .execute()
  return version
}

async function insertVersion(
  tx: TxCtx,
  applicationId: string,
  version: number,
  { definition, bounds }: NewVersion,
  roundVersion: number | null,
): Promise<void> {
  await tx.db
    .insertInto('application_version')
    .values({
      community_id: tx.community.communityId,
      application_id: applicationId,
      version,
      definition: JSON.stringify(definition),
      round_version: roundVersion,
      author_bounds: toJson(bounds),
    })
    .execute()
}

function summaryOf(definition: Definition) {
  const { name, description, state, questions } = definition
  return { name, description, state, question_count: questions.length, automatic_grading: isAutomatic(definition) }
}

export async function deleteAllPasswordAttempts(tx: TxCtx, applicationId: string): Promise<void> {
  await own(tx).deleteFrom('password_guess').where('application_id', '=', applicationId).execute()
}

/** Versions are kept for a reversal, until `purgeDeletedForms`; responses have copies of the questions. */
export async function markDeleted(tx: TxCtx, applicationId: string): Promise<void> {
  await own(tx)
    .updateTable('application')
    .set({ deleted_at: now, state: 'closed', description: '', updated_at: now })
    .where('application_id', '=', applicationId)
    .execute()
}

export async function listRequiredForms(ctx: Ctx): Promise<string[]> {
  const rows = await own(ctx)
    .selectFrom('application')
    .select('application_id')
    .where('required', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('application_id')
    .execute()
  return rows.map(({ application_id }) => application_id)
}

export type LockedForm = Awaited<ReturnType<typeof lockForms>>[number]

/** The named forms, and all that are required. */
export function lockForms(tx: TxCtx, applicationIds: readonly string[]) {
  return own(tx)
    .selectFrom('application')
    .select(['application_id', 'name', 'state', 'required'])
    .where(({ eb, or }) => or([eb('required', '=', true), eb('application_id', '=', anyText(applicationIds))]))
    .where('deleted_at', 'is', null)
    .orderBy('application_id')
    .forNoKeyUpdate()
    .execute()
}

export async function markRestored(tx: TxCtx, applicationId: string, definition: Definition): Promise<void> {
  await own(tx)
    .updateTable('application')
    .set({ deleted_at: null, updated_at: now, ...summaryOf(definition) })
    .where('application_id', '=', applicationId)
    .execute()
}

/** A day longer than a reversal may bring the form back. */
const VERSIONS_KEPT_DAYS = 32

export async function purgeDeletedForms(db: Db): Promise<void> {
  await db
    .deleteFrom('application_version as v')
    .using('application as a')
    .whereRef('a.community_id', '=', 'v.community_id')
    .whereRef('a.application_id', '=', 'v.application_id')
    .where('a.deleted_at', '<=', daysAgo(VERSIONS_KEPT_DAYS))
    .execute()
}

export async function storeRequired(tx: TxCtx, applicationId: string, required: boolean): Promise<void> {
  await own(tx).updateTable('application').set({ required }).where('application_id', '=', applicationId).execute()
}

export async function findFormVersion(ctx: Ctx, applicationId: string, version: number) {
  const row = await own(ctx)
    .selectFrom('application_version')
    .select('definition')
    .select(({ ref }) => sql<AuthorBounds | null>`${ref('author_bounds')}`.as('author_bounds'))
    .where('application_id', '=', applicationId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ?? null
}

export async function hasResponses(ctx: Ctx, applicationId: string): Promise<boolean> {
  const row = await own(ctx)
    .selectFrom('application_response')
    .select('response_id')
    .where('application_id', '=', applicationId)
    // makes PostgreSQL use the index
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type FormChangeRow = NonNullable<Awaited<ReturnType<typeof findFormChange>>>

/**
 * @param auditId null: the latest change that was not rolled back
 * @returns `undone`: this change or an earlier one was rolled back later
 */
export async function findFormChange({ db, community }: Ctx, applicationId: string, auditId: number | null) {
  const { communityId } = community
  const row = await db
    .selectFrom((from) =>
      from
        .selectFrom('audit_entry as e')
        .select(['e.audit_id', 'e.at', sql<number | null>`(e.before ->> 'version')::integer`.as('version_before')])
        .select(({ exists, selectFrom }) =>
          bool(
            exists(
              selectFrom('audit_entry as r')
                .where('r.community_id', '=', communityId)
                .where('r.action', '=', 'application.rollback')
                .whereRef('r.audit_id', '>', 'e.audit_id')
                .where(sql`r.after ->> 'applicationId'`, '=', applicationId)
                .where(({ eb, ref }) =>
                  eb(sql<number>`(r.after ->> 'undoneAuditId')::bigint`, '<=', ref('e.audit_id')),
                ),
            ),
          ).as('undone'),
        )
        .where('e.community_id', '=', communityId)
        .where('e.action', 'in', ['application.create', 'application.update'])
        .where(sql`e.after ->> 'applicationId'`, '=', applicationId)
        .as('change'),
    )
    .selectAll()
    .where(({ eb, not }) => (auditId === null ? not('undone') : eb('audit_id', '=', auditId)))
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const templateColumns = ['template_id', 'name', 'definition', 'created_at'] as const

export type TemplateRow = Pick<Selectable<DB['application_template']>, (typeof templateColumns)[number]>

/** Newest first; a page ends at PAGE_BYTES. */
export function listTemplates(ctx: Ctx, page: Page): Promise<(TemplateRow & CutRow)[]> {
  const rows = own(ctx)
    .selectFrom('application_template')
    .select([...templateColumns, 'definition_bytes'])
    .$call(onPage(page, 'desc', 'created_at', 'template_id'))
  return ctx.db
    .selectFrom(cutRows(rows, 'created_at desc, template_id desc', 'definition_bytes'))
    .select([...templateColumns, 'more'])
    .orderBy('created_at', 'desc')
    .orderBy('template_id', 'desc')
    .execute()
}

export async function insertTemplate(
  tx: TxCtx,
  templateId: string,
  name: string,
  definition: Definition,
): Promise<TemplateRow> {
  const row = await tx.db
    .insertInto('application_template')
    .values({
      community_id: tx.community.communityId,
      template_id: templateId,
      name,
      definition: JSON.stringify(definition),
    })
    .returning(['template_id', 'name', 'created_at'])
    .executeTakeFirstOrThrow()
  return { ...row, definition }
}

export async function deleteTemplate(tx: TxCtx, templateId: string): Promise<boolean> {
  const result = await own(tx)
    .deleteFrom('application_template')
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const positionOfApplication = (row: ApplicationRow): Position => ({ at: row.created_at, id: row.application_id })
export const positionOfTemplate = (row: TemplateRow): Position => ({ at: row.created_at, id: row.template_id })
