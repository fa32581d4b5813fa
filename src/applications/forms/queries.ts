// SQL on application, application_version and application_template.
import { sql } from 'kysely'
import type { Ctx, TxCtx } from '../../context'
import { cutPage, type CutRow, type Page, type Position } from '../../db/paging'
import { query } from '../../db/statements'
import { startsNewRound } from './rounds'
import { isAutomatic, type Definition } from './rules'

export interface ApplicationRow {
  readonly application_id: string
  readonly version: number
  readonly password_hash: string | null
  readonly required: boolean
  readonly name: string
  readonly description: string
  readonly state: 'open' | 'closed'
  readonly question_count: number
  readonly automatic_grading: boolean
  readonly created_at: string
  readonly updated_at: string
}

export interface DefinedRow extends ApplicationRow {
  readonly definition: Definition
  /** First version of the submission round, see rounds.ts. */
  readonly round_version: number
}

const columns = sql.raw(`a.application_id, a.version, a.password_hash, a.required, a.name, a.description, a.state,
  a.question_count, a.automatic_grading, a.created_at, a.updated_at`)

/** Newest first. */
export async function listApplications(ctx: Ctx, { after, limit }: Page): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select ${columns} from application a
    where a.community_id = ${ctx.community.communityId} and a.deleted_at is null
      ${after === null ? sql`` : sql`and (a.created_at, a.application_id) < (${after.at}::timestamptz, ${after.id})`}
    order by a.created_at desc, a.application_id desc limit ${limit}`.execute(ctx.db)
  return rows
}

export async function findApplication(ctx: Ctx, applicationId: string): Promise<DefinedRow | null> {
  const { rows } = await sql<DefinedRow>`
    select ${columns}, v.definition, coalesce(v.round_version, v.version) as round_version from application a
    join application_version v using (community_id, application_id, version)
    where a.community_id = ${ctx.community.communityId} and a.application_id = ${applicationId} and a.deleted_at is null
  `.execute(ctx.db)
  return rows[0] ?? null
}

/** Locks the form until the transaction ends. */
export async function lockApplication(tx: TxCtx, applicationId: string): Promise<DefinedRow | null> {
  await sql`
    select from application where community_id = ${tx.community.communityId} and application_id = ${applicationId}
    for no key update`.execute(tx.db)
  return findApplication(tx, applicationId)
}

/** Also true for a deleted form. */
export async function applicationExisted(ctx: Ctx, applicationId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('application')
    .select('application_id')
    .where('community_id', '=', ctx.community.communityId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertApplication(
  tx: TxCtx,
  applicationId: string,
  definition: Definition,
  passwordHash: string | null,
): Promise<void> {
  await tx.db
    .insertInto('application')
    .values({
      community_id: tx.community.communityId,
      application_id: applicationId,
      version: 1,
      password_hash: passwordHash,
      ...summaryOf(definition),
    })
    .execute()
  await insertVersion(tx, applicationId, 1, definition, null)
}

/** Stores a definition as the next version. @returns the version */
export async function storeVersion(
  tx: TxCtx,
  current: DefinedRow,
  definition: Definition,
  passwordHash: string | null,
): Promise<number> {
  const { application_id: applicationId } = current
  const version = current.version + 1
  const passwordChanged = passwordHash !== current.password_hash
  const isNewRound = startsNewRound(current.definition, definition, passwordChanged)
  await insertVersion(tx, applicationId, version, definition, isNewRound ? null : current.round_version)
  await tx.db
    .updateTable('application')
    .set({ version, password_hash: passwordHash, updated_at: sql`now()`, ...summaryOf(definition) })
    .where('community_id', '=', tx.community.communityId)
    .where('application_id', '=', applicationId)
    .execute()
  return version
}

async function insertVersion(
  tx: TxCtx,
  applicationId: string,
  version: number,
  definition: Definition,
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
    })
    .execute()
}

function summaryOf(definition: Definition) {
  const { name, description, state, questions } = definition
  return { name, description, state, question_count: questions.length, automatic_grading: isAutomatic(definition) }
}

export async function deleteAllPasswordAttempts(tx: TxCtx, applicationId: string): Promise<void> {
  await tx.db
    .deleteFrom('password_guess')
    .where('community_id', '=', tx.community.communityId)
    .where('application_id', '=', applicationId)
    .execute()
}

/** Keeps the responses, which have copies of the questions. */
export async function markDeleted(tx: TxCtx, applicationId: string): Promise<void> {
  await tx.db
    .deleteFrom('application_version')
    .where('community_id', '=', tx.community.communityId)
    .where('application_id', '=', applicationId)
    .execute()
  await tx.db
    .updateTable('application')
    .set({ deleted_at: sql`now()`, state: 'closed', description: '', updated_at: sql`now()` })
    .where('community_id', '=', tx.community.communityId)
    .where('application_id', '=', applicationId)
    .execute()
}

export async function storeRequired(tx: TxCtx, applicationId: string, required: boolean): Promise<void> {
  await tx.db
    .updateTable('application')
    .set({ required })
    .where('community_id', '=', tx.community.communityId)
    .where('application_id', '=', applicationId)
    .execute()
}

export async function findDefinition(ctx: Ctx, applicationId: string, version: number): Promise<Definition | null> {
  const row = await ctx.db
    .selectFrom('application_version')
    .select('definition')
    .where('community_id', '=', ctx.community.communityId)
    .where('application_id', '=', applicationId)
    .where('version', '=', version)
    .$castTo<{ definition: Definition }>()
    .executeTakeFirst()
  return row?.definition ?? null
}

export async function hasResponses(ctx: Ctx, applicationId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('application_response')
    .select('response_id')
    .where('community_id', '=', ctx.community.communityId)
    .where('application_id', '=', applicationId)
    // makes PostgreSQL use the index
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface FormChangeRow {
  readonly audit_id: number
  readonly at: string
  readonly action: 'application.create' | 'application.update'
  /** Null for a creation. */
  readonly version_before: number | null
  /** Whether this change or an earlier one was rolled back later. */
  readonly undone: boolean
}

/** The creation or update with this audit id; with null, the latest that was not rolled back. */
export async function findFormChange(
  ctx: Ctx,
  applicationId: string,
  auditId: number | null,
): Promise<FormChangeRow | null> {
  const { rows } = await sql<FormChangeRow>`
    select audit_id, at, action, version_before, undone from (
      select e.audit_id, e.at, e.action, (e.before ->> 'version')::integer as version_before,
        exists (
          select from audit_entry r
          where r.community_id = e.community_id and r.action = 'application.rollback' and r.audit_id > e.audit_id
            and r.after ->> 'applicationId' = ${applicationId} and (r.after ->> 'undoneAuditId')::bigint <= e.audit_id) as undone
      from audit_entry e
      where e.community_id = ${ctx.community.communityId} and e.action in ('application.create', 'application.update')
        and e.after ->> 'applicationId' = ${applicationId}) as changes
    where ${auditId === null ? sql`not undone` : sql`audit_id = ${auditId}`}
    order by audit_id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

export interface TemplateRow {
  readonly template_id: string
  readonly name: string
  readonly definition: Definition
  readonly created_at: string
}

const listTemplatesStatement = query<TemplateRow & CutRow>(
  'list_templates',
  cutPage(
    `select template_id, name, definition, created_at, definition_bytes from application_template
     where community_id = $1 and (created_at, template_id) < (coalesce($2::timestamptz, 'infinity'), $3)
     order by created_at desc, template_id desc limit $4`,
    'created_at desc, template_id desc',
    'definition_bytes',
  ),
)

/** Newest first; a page ends at PAGE_BYTES. */
export function listTemplates(ctx: Ctx, { after, limit }: Page): Promise<(TemplateRow & CutRow)[]> {
  return listTemplatesStatement(ctx.db, [ctx.community.communityId, after?.at ?? null, after?.id ?? '', limit])
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

/** @returns false when there was no such template */
export async function deleteTemplate(tx: TxCtx, templateId: string): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('application_template')
    .where('community_id', '=', tx.community.communityId)
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const positionOfApplication = (row: ApplicationRow): Position => ({ at: row.created_at, id: row.application_id })
export const positionOfTemplate = (row: TemplateRow): Position => ({ at: row.created_at, id: row.template_id })
