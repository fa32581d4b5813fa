// Operations tagged `applications`: forms and templates.
import { hasAutomaticGrading } from '../../auth/rules'
import type { Ctx } from '../../context'
import type { Handlers, Input, Schema } from '../../contract/types'
import { readPage, type Page } from '../../db/paging'
import { invalid } from '../../base/errors'
import {
  createApplication,
  deleteApplication,
  duplicateApplication,
  removeTemplate,
  requireApplication,
  saveTemplate,
  setRequiredForms,
  updateApplication,
  type PasswordChange,
} from './actions'
import {
  listApplications,
  listRequiredForms,
  listTemplates,
  positionOfApplication,
  positionOfTemplate,
  type ApplicationRow,
  type TemplateRow,
} from './queries'
import { toDefinition } from './rules'

const FORMS_A_PAGE = 50
const TEMPLATES_A_PAGE = 20

export const applications = {
  async listApplications(ctx, { query }) {
    const read = (page: Page) => listApplications(ctx, page)
    const show = (row: ApplicationRow) => toApplication(ctx, row)
    const page = await readPage(
      ctx,
      'applications',
      { ...query, limit: FORMS_A_PAGE },
      { read, positionOf: positionOfApplication, show },
    )
    return { status: 200, body: { data: { items: page.data, ...page.meta } } }
  },

  async createApplication(ctx, { body }) {
    return {
      status: 201,
      body: { data: toApplication(ctx, await createApplication(ctx, body.definition, body.password)) },
    }
  },

  async getApplication(ctx, { path }) {
    return { status: 200, body: { data: toApplication(ctx, await requireApplication(ctx, path.applicationId)) } }
  },

  async getApplicationConfiguration(ctx, { path }) {
    const row = await requireApplication(ctx, path.applicationId)
    return { status: 200, body: { data: { ...toApplication(ctx, row), definition: toDefinition(row.definition) } } }
  },

  async updateApplication(ctx, { path, body }) {
    const row = await updateApplication(ctx, path.applicationId, body.version, body.definition, passwordChange(body))
    return { status: 200, body: { data: toApplication(ctx, row) } }
  },

  async deleteApplication(ctx, { path, query, body }) {
    await deleteApplication(ctx, path.applicationId, versionOf(query.version, body?.version))
    return { status: 204 }
  },

  async duplicateApplication(ctx, { path, body }) {
    const row = await duplicateApplication(ctx, path.applicationId, body?.name)
    return { status: 201, body: { data: toApplication(ctx, row) } }
  },

  async listTemplates(ctx, { query }) {
    const list = { read: (page: Page) => listTemplates(ctx, page), positionOf: positionOfTemplate, show: toTemplate }
    const page = await readPage(ctx, 'templates', { ...query, limit: TEMPLATES_A_PAGE }, list)
    return { status: 200, body: { data: { items: page.data, ...page.meta } } }
  },

  async saveTemplate(ctx, { body }) {
    return { status: 201, body: { data: toTemplate(await saveTemplate(ctx, body.name, body.definition)) } }
  },

  async deleteTemplate(ctx, { path }) {
    await removeTemplate(ctx, path.templateId)
    return { status: 204 }
  },

  async getJoinRequirements(ctx) {
    return { status: 200, body: { data: { applicationIds: await listRequiredForms(ctx) } } }
  },

  async setJoinRequirements(ctx, { body }) {
    return { status: 200, body: { data: { applicationIds: await setRequiredForms(ctx, body.applicationIds) } } }
  },
} satisfies Handlers

function passwordChange({ password, removePassword }: Input<'updateApplication'>['body']): PasswordChange {
  if (removePassword === true && typeof password === 'string') {
    throw invalid('/body/removePassword', 'not', 'must not be true together with a new password')
  }
  if (removePassword === true) return { keep: false, password: null }
  return password === undefined ? { keep: true } : { keep: false, password }
}

function versionOf(inQuery: number | undefined, inBody: number | undefined): number {
  const version = inBody ?? inQuery
  if (version === undefined) throw invalid('/body/version', 'required', 'is required here or as a query parameter')
  if (inQuery === undefined || inQuery === version) return version
  throw invalid('/query/version', 'const', 'must equal the version in the body, or be absent')
}

function toApplication(ctx: Ctx, row: ApplicationRow): Schema<'Application'> {
  return {
    applicationId: row.application_id,
    name: row.name,
    description: row.description,
    state: row.state,
    version: row.version,
    passwordRequired: row.password_hash !== null,
    required: row.required,
    automaticGrading: row.automatic_grading && hasAutomaticGrading(ctx.community, ctx.now().getTime()),
    questionCount: row.question_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toTemplate(row: TemplateRow): Schema<'Template'> {
  const { template_id: templateId, name, definition, created_at: createdAt } = row
  return { templateId, name, definition: toDefinition(definition), createdAt }
}
