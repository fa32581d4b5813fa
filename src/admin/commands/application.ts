// `application`: rollback.
import { rollbackForm } from '../../applications/forms/rollback'
import type { Ctx } from '../../context'
import { applicationId, positiveId } from '../arguments'
import type { Answer } from '../output'
import { optional, required } from '../options'
import type { Noun } from '../verbs'

interface RollbackFlags {
  readonly application: string
  readonly audit?: number
}

export function addVerbs(noun: Noun): void {
  noun.communityVerb<RollbackFlags>({
    verb: 'rollback',
    summary: 'undo the creation or an update of a form, within 30 days',
    flags: [
      required('--application <id>', 'the form; see application list', applicationId),
      optional('--audit <auditId>', 'the change; see audit list; default: the latest one not undone', positiveId),
    ],
    help: [
      'Undoing an update creates a new version with the previous definition; the password does not change.',
      'Undoing the creation deletes the form; this fails when it has responses.',
      'Later changes are undone too.',
    ].join('\n'),
    examples: ['--application app_…', '--application app_… --audit 4711'],
    run: rollback,
  })
}

async function rollback(ctx: Ctx, { application, audit }: RollbackFlags): Promise<Answer> {
  const { undoneAuditId, version } = await rollbackForm(ctx, application, audit ?? null)
  return {
    json: { applicationId: application, undoneAuditId, version, deleted: version === null },
    human: {
      fields: { application, undone: `audit entry ${undoneAuditId}`, version },
      note:
        version === null
          ? 'The form is deleted.'
          : 'The previous definition is a new version; the password did not change.',
    },
  }
}
