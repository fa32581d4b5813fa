// The noun `operations`.
import type { Base } from '../../communities/actions'
import type { Ctx } from '../../context'
import {
  pauseCommunity,
  pauseDeployment,
  resumeCommunity,
  resumeDeployment,
  type SwitchResult,
} from '../../operations/operator/actions'
import type { Answer } from '../output'
import { inCommunity } from '../session'
import { communityFlag } from '../options'
import type { Noun } from '../verbs'
import { readStatus } from './operations-status'

interface SwitchFlags {
  readonly community?: string
}

export function addVerbs(noun: Noun): void {
  addSwitch(noun, 'pause', 'hold queued rank changes and refuse new ones', {
    confirm: (_, { community }) =>
      `rank changes of ${community ?? 'every community'} are refused until operations resume`,
    help: `Without --community it pauses the whole deployment. Rank changes in execution are completed. Queued ones keep their
    deadline and are cancelled when it passes. New ones are answered 503.`,
    community: pauseCommunity,
    deployment: pauseDeployment,
  })
  addSwitch(noun, 'resume', 'resume rank changes', {
    help: `Without --community it resumes the whole deployment, except communities that are paused themselves.`,
    community: resumeCommunity,
    deployment: resumeDeployment,
  })
  noun.verb({
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
    flags: [communityFlag('only this community')],
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
      fields: {
        ...(communityId !== null && { 'community paused': communityPausedAt }),
        'deployment paused': deploymentPausedAt,
        [verb === 'pause' ? 'held' : 'queued']: queued,
        'under way': under_way,
      },
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
