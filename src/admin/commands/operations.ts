// The noun `operations`.
import type { Base } from '../../communities/actions'
import { readConfig } from '../../process/config'
import type { Ctx } from '../../context'
import {
  findContextOf,
  pauseCommunity,
  pauseDeployment,
  resumeCommunity,
  resumeDeployment,
  retryOperation,
  type SwitchResult,
} from '../../operations/operator/actions'
import { listOperations } from '../../operations/operator/queries'
import { findOperation } from '../../operations/queries'
import { statuses, type OperationStatus } from '../../operations/rules'
import { communityId, member, oneOf, operationId, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import { toListed } from '../derived/operation'
import { account, actor } from '../names'
import type { Answer, Terminal } from '../output'
import { sentenceOf } from '../sentences'
import { inCommunity } from '../session'
import { optional, required } from '../options'
import type { AddNoun, Noun } from '../verbs'
import { readStatus } from './operations-status'

interface ListFlags {
  readonly status?: OperationStatus
  readonly user?: number
  readonly limit: number
  readonly before?: string
}
interface OperationFlags {
  readonly operation: string
}
interface SwitchFlags {
  readonly community?: string
}

const operationFlag = () => required('--operation <id>', 'the rank change; see operations list', operationId)

export function addNouns(noun: AddNoun): void {
  const operations = noun('operations').communityVerb<ListFlags>({
    verb: 'list',
    csv: true,
    summary: 'list the rank changes of a community, newest first',
    flags: [
      optional('--status <status>', `only one status: ${statuses.join(', ')}`, oneOf(statuses)),
      optional('--user <id|name>', 'only this member, by its user id or username', member('read')),
      optional('--limit <n>', 'maximum number', wholeNumber(1, 1_000)).default(50),
      optional('--before <operation>', 'cursor of the previous page', operationId),
    ],
    examples: ['--community cmt_…', '--community cmt_… --status failed --limit 200 --json'],
    run: listPage,
  })
  addSwitch(operations, 'pause', 'hold queued rank changes and refuse new ones', {
    confirm: (_, { community }) =>
      `rank changes of ${community ?? 'every community'} are refused until operations resume`,
    help: `Without --community it pauses the whole deployment. Rank changes in execution are completed. Queued ones keep their
    deadline and are cancelled when it passes. New ones are answered 503.`,
    community: pauseCommunity,
    deployment: pauseDeployment,
  })
  addSwitch(operations, 'resume', 'resume rank changes', {
    help: `Without --community it resumes the whole deployment, except communities that are paused themselves.`,
    community: resumeCommunity,
    deployment: resumeDeployment,
  })
  operations
    .verb<OperationFlags>({
      verb: 'retry',
      summary: 'queue a failed or cancelled rank change again',
      flags: [operationFlag()],
      examples: ['--operation op_…'],
      help: `A retry is a new operation of the operator with a deadline of five minutes. A promotion or demotion keeps the target rank
      that was resolved before, so that a retry never promotes twice; without one, it starts from the member's current rank.
      AutoRank decides again. A second retry is refused until a day after the end of the first; retry a failed retry instead.`,
      run: retry,
    })
    .verb({
      verb: 'status',
      summary: 'show the workers, the queue, pauses and the rate limit budgets of the platform',
      examples: ['', '--json'],
      run: readStatus,
    })
}

function addSwitch(
  operations: Noun,
  verb: 'pause' | 'resume',
  summary: string,
  {
    help,
    confirm,
    community,
    deployment,
  }: {
    help: string
    confirm?: (base: Base, flags: SwitchFlags) => string
    community: (ctx: Ctx) => Promise<SwitchResult>
    deployment: (base: Base) => Promise<SwitchResult>
  },
): void {
  operations.verb<SwitchFlags>({
    verb,
    summary,
    flags: [optional('--community <id>', 'only this community', communityId)],
    examples: confirm ? ['--community cmt_… --yes', '--yes'] : ['--community cmt_…', ''],
    help,
    ...(confirm && { confirm }),
    run: async (base, flags) => {
      const switched =
        flags.community === undefined
          ? await deployment(base)
          : await community(await inCommunity(base, flags.community))
      return switchAnswer(verb, flags.community ?? null, switched)
    },
  })
}

function switchAnswer(verb: 'pause' | 'resume', communityId: string | null, switched: SwitchResult): Answer {
  const { changed, paused_at: deploymentPausedAt, lane_paused_at: communityPausedAt, queued, under_way } = switched
  return {
    json: { communityId, changed, deploymentPausedAt, communityPausedAt, queued, underWay: under_way },
    human: {
      fields: [
        ...(communityId === null ? [] : ([['community paused', communityPausedAt]] as const)),
        ['deployment paused', deploymentPausedAt],
        [verb === 'pause' ? 'held' : 'queued', queued],
        ['under way', under_way],
      ],
      note: switchNote(verb, switched),
    },
  }
}

function switchNote(verb: 'pause' | 'resume', { changed, paused_at, lane_paused_at }: SwitchResult): string {
  if (verb === 'pause') {
    return changed
      ? 'Paused: queued rank changes keep their deadline; those in execution are completed.'
      : 'It was paused already.'
  }
  const result = changed ? 'Resumed.' : 'It was not paused.'
  return paused_at !== null && lane_paused_at === null ? `${result} The whole deployment is still paused.` : result
}

async function listPage(ctx: Ctx, { status, user, limit, before }: ListFlags): Promise<Answer> {
  if (before !== undefined && !(await findOperation(ctx, before))) {
    throw new UsageError(`this community has no operation ${before}; give --before an operation of this community`)
  }
  const filter = { status: status ?? null, userId: user ?? null, before: before ?? null }
  // one more, to detect a next page
  const found = await listOperations(ctx, filter, limit + 1)
  const rows = found.slice(0, limit)
  const nextBefore = found.length > limit ? (rows.at(-1)?.operation_id ?? null) : null
  return {
    json: { operations: rows.map(toListed), nextBefore },
    human: {
      table: {
        columns: ['OPERATION', 'STATUS', 'KIND', 'USER', 'ACCEPTED', 'WHY', 'TARGET', 'BY'],
        rows: rows.map((row) => [
          row.operation_id,
          row.status,
          row.kind,
          account(row.user_id),
          row.created_at,
          row.error_message ?? whyOf(row.error_code ?? row.reason),
          row.target_unique_id,
          actor(row.actor_kind, row.actor_id),
        ]),
      },
      ...noteOf(rows.length, nextBefore),
    },
  }
}

const whyOf = (code: string | null): string | null => (code === null ? null : sentenceOf(code))

function noteOf(count: number, nextBefore: string | null): { note?: string } {
  if (count === 0) return { note: 'There are no rank changes.' }
  return nextBefore === null ? {} : { note: `Next page: --before ${nextBefore}` }
}

async function retry(base: Base, { operation }: OperationFlags, { env }: Terminal): Promise<Answer> {
  if (!readConfig(env).scheduler)
    throw new UsageError('SCHEDULER is off, so no worker would execute the retry; set SCHEDULER to on')
  const ctx = await findContextOf(base, operation)
  const retriedAs = await retryOperation(ctx, operation)
  return {
    json: { operationId: retriedAs, retryOf: operation, communityId: ctx.community.communityId },
    human: {
      fields: [
        ['operation', retriedAs],
        ['retry of', operation],
      ],
    },
  }
}
