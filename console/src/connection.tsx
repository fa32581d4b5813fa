// The connection of the community to its group on the platform: what is wrong, what to do, and the pause of the writes.
import { Alert, Badge, Code, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Schema } from './api'
import { ConfirmButton } from './patterns/confirm-button'
import { ErrorNote } from './patterns/error-note'
import { catalogue, useTexts } from './patterns/texts'
import { Time } from './patterns/time'
import { useAct } from './patterns/use-act'
import { waitOf } from './patterns/use-list'
import { useMay } from './session'

type Connection = Schema<'PlatformConnection'>

const texts = catalogue('connection', {
  loading: 'Loading the connection',
  connected: 'Connected',
  paused: 'Writes paused',
  none: 'Not connected',
  reconnect_required: 'Refused by the platform',
  group: 'Group {id}',
  since: 'connected since',
  noneText: 'The community is not connected to its group, so ranks are neither read nor changed.',
  noneDo:
    'Only the operator, who runs the server, can connect it. Ask the operator: this page shows it when it is done.',
  reconnectText: 'The platform refuses the credential of the community, so changes of ranks wait.',
  reconnectDo:
    'Only the operator, who runs the server, can give it another credential of the platform. Ask the operator: the changes go on when it is done.',
  forOperator: 'For the operator',
  command: 'On the server, at the command line:',
  pausedText: 'Changes of the group wait, and their deadlines stand still, since',
  pausedDo: 'Look at the queue, cancel what is not wanted, then resume.',
  alarm: 'Many members of the group were changed by hand within a minute, until',
  alarmDo:
    'The audit log names the account that changed the most. If it is a raid: pause the writes, stop the account on the platform, and take back what it changed.',
  pause: 'Pause the writes',
  pauseEffect: 'Changes of ranks and roles, and decisions on requests to join, wait until somebody resumes the writes.',
  pauseNew: 'New ones are accepted and wait, too. Nothing is lost.',
  pauseDone: 'The writes are paused.',
  resume: 'Resume the writes',
  resumeEffect: 'The changes that wait are sent. Cancel those that are not wanted before.',
  resumeDone: 'The writes were resumed.',
})

export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: async () => (await answerOf(api.GET('/v2/platform-connection'))).data,
})

const COMMAND = 'npm run admin -- platform connect'

/** Milliseconds: an alarm is shown for an hour. */
const ALARM_MS = 3_600_000

const colours = { connected: 'teal', paused: 'orange', none: 'gray', reconnect_required: 'red' } as const

/** @property everyMs how often it is read again, in milliseconds */
export function ConnectionState({ everyMs }: { readonly everyMs?: number | undefined }) {
  const t = useTexts(texts)
  const may = useMay()
  const { data, error, refetch } = useQuery({
    ...connectionQuery,
    refetchInterval: ({ state }) => (everyMs === undefined ? false : Math.max(everyMs, waitOf(state.error))),
  })
  if (data === undefined) {
    if (error !== null) return <ErrorNote error={error} onAgain={() => void refetch()} />
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('loading')}
      </Text>
    )
  }
  const { state, groupId, connectedAt, pausedAt, alarmedAt } = data
  const isAlarmed = alarmedAt !== null && Date.now() - Date.parse(alarmedAt) < ALARM_MS
  return (
    <Stack gap="sm">
      <ErrorNote error={error} onAgain={() => void refetch()} />
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Badge color={colours[state as keyof typeof colours] ?? 'gray'}>
            {state in colours ? t(state as keyof typeof colours) : state}
          </Badge>
          {groupId !== null && (
            <Text size="sm" fw={600}>
              {t('group', { id: groupId })}
            </Text>
          )}
          {connectedAt !== null && (
            <Text size="sm" c="dimmed">
              {t('since')} <Time at={connectedAt} isDay />
            </Text>
          )}
        </Group>
        {state !== 'none' && may('settings.write') && <Pause of={data} />}
      </Group>
      {state === 'none' && (
        <Alert color="yellow">
          {t('noneText')} {t('noneDo')}
          <ForOperator />
        </Alert>
      )}
      {state === 'reconnect_required' && (
        <Alert color="red">
          {t('reconnectText')} {t('reconnectDo')}
          <ForOperator />
        </Alert>
      )}
      {pausedAt !== null && (
        <Alert color="orange">
          {t('pausedText')} <Time at={pausedAt} />. {t('pausedDo')}
        </Alert>
      )}
      {isAlarmed && (
        <Alert color="red">
          {t('alarm')} <Time at={alarmedAt} />. {t('alarmDo')}
        </Alert>
      )}
    </Stack>
  )
}

function ForOperator() {
  const t = useTexts(texts)
  return (
    <details>
      <Text component="summary" size="xs" mt="xs">
        {t('forOperator')}
      </Text>
      <Text size="xs">
        {t('command')} <Code>{COMMAND}</Code>
      </Text>
    </details>
  )
}

function Pause({ of }: { readonly of: Connection }) {
  const t = useTexts(texts)
  const isPaused = of.pausedAt !== null
  const title = t(isPaused ? 'resume' : 'pause')
  const act = useAct({
    name: 'updatePlatformConnection',
    on: isPaused ? 'resume' : 'pause',
    seen: of,
    title: () => title,
    request: () => ({ body: { paused: !isPaused } }),
    said: ({ data }: { readonly data: Connection }) => t(data.pausedAt === null ? 'resumeDone' : 'pauseDone'),
    reads: [connectionQuery.queryKey],
  })
  return (
    <ConfirmButton
      button={{ variant: isPaused ? 'filled' : 'default' }}
      act={act}
      title={title}
      values={undefined}
      isDangerous={false}
      effects={isPaused ? [t('resumeEffect')] : [t('pauseEffect'), t('pauseNew')]}
    />
  )
}
