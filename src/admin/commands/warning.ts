// `warning`: add, revoke, list.
import type { Ctx } from '../../context'
import { expiryOf } from '../../moderation/rules'
import { revokeWarning, warn } from '../../moderation/warnings/actions'
import { listWarnings, sumActivePoints } from '../../moderation/warnings/queries'
import { toWarning } from '../../moderation/warnings/views'
import { duration, futureTime, oneOf, member, reason, warningId, wholeNumber } from '../arguments'
import { account } from '../names'
import type { Answer } from '../output'
import { memberFlag, optional, required, type AddNoun, type Verb } from '../verbs'

interface AddFlags {
  readonly user: number
  readonly reason: string
  readonly points: number
  readonly expires?: string
  readonly for?: number
}
interface RevokeFlags {
  readonly warning: string
  readonly reason: string
}
interface ListFlags {
  readonly user?: number
  readonly state: 'live' | 'ended' | 'all'
  readonly limit: number
}

export function addNouns(noun: AddNoun): void {
  noun('warning')
    .communityVerb(adding())
    .communityVerb<RevokeFlags>({
      verb: 'revoke',
      summary: 'revoke a warning; it stays on record',
      flags: [
        required('--warning <id>', 'the warning; see warning list', warningId),
        required('--reason <text>', 'the reason', reason),
      ],
      examples: ['--community cmt_… --warning wrn_… --reason "wrong account"'],
      run: revoke,
    })
    .communityVerb<ListFlags>({
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

const adding = (): Verb<Ctx, AddFlags> => ({
  verb: 'add',
  summary: 'warn an account; it becomes a member if needed',
  flags: [
    memberFlag('write'),
    required('--reason <text>', 'the reason', reason),
    optional('--points <n>', 'its points', wholeNumber(1, 100)).default(1),
    optional('--expires <time>', 'end time, such as 2027-01-31T18:00:00Z', futureTime).conflicts('for'),
    optional('--for <duration>', 'duration, such as 30d', duration(1)),
  ],
  examples: [
    '--community cmt_… --user 90210 --reason "insulted a trainer"',
    '--community cmt_… --user 90210 --reason "left a raid" --points 5 --for 30d',
  ],
  run: add,
})

async function add(ctx: Ctx, { user, reason, points, expires, for: seconds }: AddFlags): Promise<Answer> {
  const expiresAt = expiryOf({ expiresAt: expires, durationSeconds: seconds }, ctx.now())
  const { warning, activePoints } = await warn(ctx, { userId: user, reason, points, expiresAt })
  return {
    json: { ...toWarning(warning), activePoints },
    human: {
      fields: [
        ['warning', warning.warning_id],
        ['user', account(user)],
        ['points', points],
        ['expires', expiresAt],
        ['in force', activePoints],
      ],
    },
  }
}

async function revoke(ctx: Ctx, { warning: id, reason }: RevokeFlags): Promise<Answer> {
  const { warning, activePoints } = await revokeWarning(ctx, id, reason)
  return {
    json: { ...toWarning(warning), activePoints },
    human: {
      fields: [
        ['warning', id],
        ['user', account(warning.user_id)],
        ['in force', activePoints],
      ],
    },
  }
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
