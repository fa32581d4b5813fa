// `application`: list, show, create, require, rollback.
import { createApplication, requireApplication, setFormRequired } from '../../applications/forms/actions'
import { listApplications, type ApplicationRow, type DefinedRow } from '../../applications/forms/queries'
import { rollbackForm } from '../../applications/forms/rollback'
import { isChoice, toDefinition } from '../../applications/forms/rules'
import { hasAutomaticGrading } from '../../auth/rules'
import type { Ctx } from '../../context'
import { applicationId, positiveId } from '../arguments'
import { readForm } from '../form-file'
import type { Answer, Terminal } from '../output'
import { readFormPassword } from '../secrets'
import { optional, required, type AddNoun } from '../verbs'

interface FormFlags {
  readonly application: string
}
interface CreateFlags {
  readonly file: string
  readonly passwordFile?: string
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
    .communityVerb<FormFlags>({
      verb: 'show',
      summary: 'show a form and its questions; with --json, a file for application create',
      flags: [formFlag()],
      examples: ['--community cmt_… --application app_…', '--community cmt_… --application app_… --json > form.json'],
      run: show,
    })
    .communityVerb<CreateFlags>({
      verb: 'create',
      summary: 'create a form from a file; it is closed unless its state is open',
      flags: [
        required('--file <file>', 'the definition as JSON; - is stdin'),
        optional('--password-file <file>', 'a file with the password that applicants need'),
      ],
      examples: ['--community cmt_… --file form.json', '--community cmt_… --file form.json --password-file password'],
      help: createHelp,
      run: create,
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

const createHelp = `The file is a definition of the API (DefinitionInput), such as:
  {"name": "Pilot school", "state": "open", "questions": [
    {"type": "short", "title": "Why do you apply?"},
    {"type": "single", "title": "Up is", "options": [{"label": "this way"}, {"label": "that way"}]}]}`

async function show(ctx: Ctx, { application }: FormFlags): Promise<Answer> {
  return shown(ctx, await requireApplication(ctx, application))
}

async function create(ctx: Ctx, { file, passwordFile }: CreateFlags, terminal: Terminal): Promise<Answer> {
  const password = passwordFile === undefined ? undefined : await readFormPassword(passwordFile, terminal)
  const form = await readForm(file, password, terminal)
  return shown(ctx, await createApplication(ctx, form.definition, form.password))
}

function shown(ctx: Ctx, row: DefinedRow): Answer {
  const form = toJson(ctx, row)
  const definition = toDefinition(row.definition)
  return {
    json: { ...form, definition },
    human: {
      blocks: [
        {
          fields: [
            ['application', form.applicationId],
            ['name', form.name],
            ['state', form.state],
            ['version', form.version],
            ['required', form.required],
            ['password', form.passwordRequired],
            ['grading', form.automaticGrading ? 'automatic' : 'by staff'],
            ['join requests', definition.joinRequests ?? 'ignore'],
          ],
          texts: definition.questions.map((question) => [
            question.title,
            isChoice(question)
              ? `${question.type}: ${question.options.map(({ label }) => label).join(', ')}`
              : question.type,
          ]),
        },
      ],
    },
  }
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
