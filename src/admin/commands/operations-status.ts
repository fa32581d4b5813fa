// `operations status`.
import type { Base } from '../../communities/actions'
import {
  listBudgets,
  listPausedCommunities,
  listWorkers,
  readBacklog,
  readQueues,
  readUnderWay,
} from '../../operations/operator/queries'
import type { Answer } from '../output'

export async function readStatus({ db }: Base): Promise<Answer> {
  const [workers, lanes, underWay, backlog, pausedLanes, budgets] = [
    await listWorkers(db),
    await readQueues(db),
    await readUnderWay(db),
    await readBacklog(db, null),
    await listPausedCommunities(db),
    await listBudgets(db),
  ]
  const alive = workers.filter((worker) => worker.alive)
  return {
    json: {
      workers: workers.map(({ worker_id, started_at, beat_seconds, alive }) => {
        return { workerId: worker_id, startedAt: started_at, beatSecondsAgo: beat_seconds, alive }
      }),
      lanes: lanes.map(({ lane, queued, due, oldest_seconds }) => ({
        lane,
        queued,
        due,
        oldestSeconds: oldest_seconds,
      })),
      atWork: underWay.at_work,
      outcomePending: underWay.outcome_pending,
      halfApplied: underWay.half_applied,
      oldestPendingSeconds: underWay.oldest_pending_seconds,
      deploymentPausedAt: backlog.paused_at,
      pausedCommunities: pausedLanes.map(({ community_id, name, paused_at, queued }) => {
        return { communityId: community_id, name, pausedAt: paused_at, held: queued }
      }),
      budgets: budgets.map(({ owner, used, per_minute, blocked_until }) => {
        return { owner, used, perMinute: per_minute, blockedUntil: blocked_until }
      }),
    },
    human: {
      fields: [
        ['workers alive', alive.length],
        ...workers.map(
          (worker) =>
            [worker.worker_id, `beat ${worker.beat_seconds} s ago${worker.alive ? '' : ', expired'}`] as const,
        ),
        ...lanes.map(({ lane, queued, due, oldest_seconds }) => {
          const oldest = oldest_seconds === null ? '' : `, ${due} due, the oldest ${oldest_seconds} s old`
          return [`queued ${lane}`, `${queued}${oldest}`] as const
        }),
        ['at work', underWay.at_work],
        ['outcome pending', underWay.outcome_pending],
        ['half applied', underWay.half_applied],
        ['deployment paused', backlog.paused_at],
        ...pausedLanes.map(({ community_id, paused_at, queued }) => {
          return [`paused ${community_id}`, `${paused_at}, ${queued} held`] as const
        }),
        ...budgets.map(({ owner, used, per_minute, blocked_until }) => {
          const blocked = blocked_until === null ? '' : `, blocked until ${blocked_until}`
          return [`budget ${owner}`, `${used} of ${per_minute} calls this minute${blocked}`] as const
        }),
      ],
      note: alive.length === 0 ? 'No worker is alive, so rank changes are refused. Start a worker.' : undefined,
    },
  }
}
