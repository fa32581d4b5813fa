// The connection of the community to its group on the platform, and the pause of the writes to it.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Act } from './act'
import { answerOf, api, type Schema, writes } from './api'
import { GiversProposal } from './givers'
import { ListState } from './list'
import { useMay } from './session'

type Connection = Schema<'PlatformConnection'>

export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: async () => (await answerOf(api.GET('/v2/platform-connection'))).data,
})

/** Milliseconds: an alarm is shown for an hour. */
const ALARM_MS = 3_600_000

const isRecent = (alarmedAt: string | null): alarmedAt is string =>
  alarmedAt !== null && Date.now() - Date.parse(alarmedAt) < ALARM_MS

const timeOf = (time: string | null): string => (time === null ? 'an unknown time' : new Date(time).toLocaleString())

/** The state in words; a newer server may have more states. */
function textOf({ state, groupId, connectedAt }: Connection): string {
  switch (state) {
    case 'none':
      return 'The community is not connected to the platform. An operator must connect it.'
    case 'reconnect_required':
      return 'The platform refuses the credential of the community, so changes wait. An operator must connect it again.'
    case 'connected':
    case 'paused':
      return `Connected to group ${groupId} since ${timeOf(connectedAt)}.`
    default:
      return state
  }
}

const isWorking = ({ state }: Connection): boolean => state === 'connected' || state === 'paused'

interface Props {
  /** How often the queue is read again, in milliseconds. */
  readonly refetchInterval?: number | false
  readonly onDone: (text: string) => Promise<void> | void
}

export function ConnectionState({ refetchInterval = false, onDone }: Props) {
  const may = useMay()
  const client = useQueryClient()
  const connection = useQuery({ ...connectionQuery, refetchInterval })
  const { data } = connection
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: connectionQuery.queryKey })
    await onDone(text)
  }
  const isPaused = data !== undefined && data.pausedAt !== null
  return (
    <>
      <ListState of={connection} what="The state of the connection" loading="Loading the connection" />
      {data && <p className={isWorking(data) ? undefined : 'wrong'}>{textOf(data)}</p>}
      {isPaused && (
        <p className="wrong">
          Somebody paused the writes to the group at {timeOf(data.pausedAt)}. Changes wait, and their deadlines stand
          still.
        </p>
      )}
      {data && isRecent(data.alarmedAt) && (
        <p className="wrong">
          Many members of the group were changed by hand within a minute, until {timeOf(data.alarmedAt)}. The entry
          group.alarm of the audit log names the account that changed the most. If it is a raid, pause the writes, stop
          the account on the platform, and take back what it changed.
        </p>
      )}
      {data && data.state !== 'none' && <GiversProposal onDone={onDone} />}
      {data && data.state !== 'none' && may('settings.write') && (
        <div className="actions">
          <Act
            title={isPaused ? 'Resume the writes' : 'Pause the writes'}
            run={() => answerOf(writes.PATCH('/v2/platform-connection', { body: { paused: !isPaused } }))}
            onDone={() => done(isPaused ? 'The writes were resumed.' : 'The writes are paused.')}
          >
            <p>
              {isPaused
                ? 'The changes that wait are sent. Cancel those that are not wanted before you resume.'
                : 'Rank changes, role changes and decisions on requests to join wait until somebody resumes the writes.'}
            </p>
          </Act>
        </div>
      )}
    </>
  )
}
