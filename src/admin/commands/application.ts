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

const formFlag = () => required('--application <id>', 'the form, as application list shows it', applicationId)

/** Adds the noun. */
export function addApplication(noun: AddNoun): void {
  noun('application', 'application forms: which are required to join, and undoing their changes')
    .communityVerb({
      verb: 'list',
      says: 'the forms of a community, newest first',
      examples: ['--community cmt_…'],
      run: listAll,
    })
    .communityVerb<RequireFlags>({
      verb: 'require',
      says: 'make an open form required to join; it can then be neither closed nor deleted',
      flags: [formFlag(), optional('--off', 'it is required no longer')],
      examples: ['--community cmt_… --application app_…', '--community cmt_… --application app_… --off'],
      run: setRequired,
    })
    .communityVerb<RollbackFlags>({
      verb: 'rollback',
      says: 'undo a creation or update of the last 30 days',
      flags: [
        formFlag(),
        optional('--audit <auditId>', 'the change, as audit list shows it; else the latest that stands', positiveId),
      ],
      help: [
        'An update is undone by a new version with the definition from before it; the password stays as it is.',
        'A creation is undone by deleting the form, as long as it has no responses.',
        'What was changed after the change you name is undone with it.',
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
        columns: ['APPLICATION', 'VERSION', 'STATE', 'REQUIRED', 'PASSWORD', 'GRADING', 'QUESTIONS', 'UPDATED', 'NAME'],
        rows: forms.map((form) => [
          form.application_id,
          form.version,
          form.state,
          form.required,
          form.password_hash !== null,
          isGraded(ctx, form) ? 'automatic' : 'by staff',
          form.question_count,
          form.updated_at,
          form.name,
        ]),
      },
      ...(forms.length === 0 ? { note: 'This community has no application form yet.' } : {}),
    },
  }
}

/** Whether responses are graded at submission now. */
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
          : 'The definition from before the change is a new version; the password is the one it had.',
    },
  }
}
