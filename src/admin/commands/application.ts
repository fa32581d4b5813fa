// `application`: list, require, rollback.
import { setFormRequired } from '../../applications/forms/actions'
import { listApplications, type ApplicationRow } from '../../applications/forms/queries'
import { rollbackForm } from '../../applications/forms/rollback'
import { hasAutomaticGrading } from '../../auth/rules'
import type { Ctx } from '../../context'
import { applicationId, positiveId } from '../arguments'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface FormFlags {
  readonly application: string
}
type RequireFlags = FormFlags & { readonly off?: boolean }
type RollbackFlags = FormFlags & { readonly audit?: number }

const formFlag = () => required('--application <id>', 'the form; see application list', applicationId)

export function addNouns(noun: AddNoun): void {
  noun('application')
    .communityVerb({
      verb: 'list',
      csv: true,
      summary: 'list the forms of a community, newest first',
      examples: ['--community cmt_…'],
      run: listAll,
    })
    .communityVerb<RequireFlags>({
      verb: 'require',
      summary: 'require an open form for joining; it then cannot be closed or deleted',
      flags: [formFlag(), optional('--off', 'the form is no longer required')],
      examples: ['--community cmt_… --application app_…', '--community cmt_… --application app_… --off'],
      run: setRequired,
    })
    .communityVerb<RollbackFlags>({
      verb: 'rollback',
      summary: 'undo the creation or an update of a form, within 30 days',
      flags: [
        formFlag(),
        optional('--audit <auditId>', 'the change; see audit list; default: the latest one not undone', positiveId),
      ],
      help: [
        'Undoing an update creates a new version with the previous definition; the password does not change.',
        'Undoing the creation deletes the form; this fails when it has responses.',
        'Later changes are undone too.',
      ].join('\n'),
      examples: ['--community cmt_… --application app_…', '--community cmt_… --application app_… --audit 4711'],
      run: rollback,
    })
}

async function listAll(ctx: Ctx): Promise<Answer> {
  const forms = await listApplications(ctx, { after: null, limit: Number.MAX_SAFE_INTEGER })
  return {
    json: { applications: forms.map((form) => toJson(ctx, form)) },
    human: {
      table: {
        columns: ['APPLICATION', 'STATE', 'NAME', 'VERSION', 'REQUIRED', 'PASSWORD', 'GRADING', 'QUESTIONS', 'UPDATED'],
        rows: forms.map((form) => [
          form.application_id,
          form.state,
          form.name,
          form.version,
          form.required,
          form.password_hash !== null,
          isGraded(ctx, form) ? 'automatic' : 'by staff',
          form.question_count,
          form.updated_at,
        ]),
      },
      ...(forms.length === 0 ? { note: 'This community has no application forms.' } : {}),
    },
  }
}

function isGraded(ctx: Ctx, form: ApplicationRow): boolean {
  return form.automatic_grading && hasAutomaticGrading(ctx.community, ctx.now().getTime())
}

function toJson(ctx: Ctx, form: ApplicationRow) {
  return {
    applicationId: form.application_id,
    name: form.name,
    state: form.state,
    version: form.version,
    passwordRequired: form.password_hash !== null,
    required: form.required,
    automaticGrading: isGraded(ctx, form),
    questionCount: form.question_count,
    createdAt: form.created_at,
    updatedAt: form.updated_at,
  }
}

async function setRequired(ctx: Ctx, { application, off }: RequireFlags): Promise<Answer> {
  const form = await setFormRequired(ctx, application, off !== true)
  return {
    json: { applicationId: application, required: form.required },
    human: {
      fields: [
        ['application', application],
        ['name', form.name],
        ['required', form.required],
      ],
    },
  }
}

async function rollback(ctx: Ctx, { application, audit }: RollbackFlags): Promise<Answer> {
  const { undoneAuditId, version } = await rollbackForm(ctx, application, audit ?? null)
  return {
    json: { applicationId: application, undoneAuditId, version, deleted: version === null },
    human: {
      fields: [
        ['application', application],
        ['undone', `audit entry ${undoneAuditId}`],
        ['version', version],
      ],
      note:
        version === null
          ? 'The form is deleted.'
          : 'The previous definition is a new version; the password did not change.',
    },
  }
}
