// `warning`: list.
import type { Ctx } from '../../context'
import { listWarnings, sumActivePoints } from '../../moderation/warnings/queries'
import { toWarning } from '../../moderation/warnings/views'
import { member, oneOf, wholeNumber } from '../arguments'
import { account } from '../names'
import type { Answer } from '../output'
import { optional, type AddNoun } from '../verbs'

interface ListFlags {
  readonly user?: number
  readonly state: 'live' | 'ended' | 'all'
  readonly limit: number
}

export function addNouns(noun: AddNoun): void {
  noun('warning').communityVerb<ListFlags>({
    verb: 'list',
    csv: true,
    summary: 'list the warnings, including ended ones, newest first',
    flags: [
      optional('--user <id|name>', 'only this member, with the sum of active points', member('read')),
      optional('--state <state>', 'live, ended or all', oneOf(['live', 'ended', 'all'])).default('all'),
      optional('--limit <n>', 'maximum number', wholeNumber(1, 10_000)).default(1_000),
    ],
    examples: ['--community cmt_…', '--community cmt_… --user 90210 --state live --json'],
    run: listAll,
  })
}

async function listAll(ctx: Ctx, { user, state, limit }: ListFlags): Promise<Answer> {
  const found = await listWarnings(ctx, { state, userId: user }, { after: null, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const activePoints = user === undefined ? null : await sumActivePoints(ctx, user)
  const notes = [
    ...(rows.length === 0 ? ['There are no warnings.'] : []),
    ...(activePoints === null ? [] : [`Active points: ${activePoints}`]),
    ...(found.length > limit ? ['There are older warnings; use a larger --limit.'] : []),
  ]
  return {
    json: {
      warnings: rows.map(toWarning),
      more: found.length > limit,
      ...(activePoints === null ? {} : { activePoints }),
    },
    human: {
      table: {
        columns: ['WARNING', 'USER', 'POINTS', 'STATE', 'GIVEN', 'EXPIRES', 'REASON'],
        rows: rows.map((row) => [
          row.warning_id,
          account(row.user_id),
          row.points,
          row.state,
          row.created_at,
          row.expires_at,
          row.reason,
        ]),
      },
      ...(notes.length === 0 ? {} : { note: notes.join('\n') }),
    },
  }
}
