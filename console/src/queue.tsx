// Changes on the platform, newest first: who asked for what, what waits and why, what failed, and what can be done.
import { Alert, Badge, Checkbox, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api } from './api'
import { ConnectionState } from './connection'
import { stateColours, stateText, stateTexts } from './operation'
import { OperationAct, OperationDialog, useAsked } from './operation-acts'
import { OperationSentence } from './operation-sentence'
import { findMembers, type FoundMember } from './patterns/find-members'
import { Filters } from './patterns/filters'
import { MemberPicker } from './patterns/member-picker'
import { Page } from './patterns/page'
import { catalogue, useTexts } from './patterns/texts'
import { Time, timeText } from './patterns/time'
import { ListView, useList } from './patterns/use-list'
import { isStatus, isUserId, queueSearchOf, type QueueSearch } from './queue-search'
import { useMay } from './session'
import styles from './queue.module.css'

const texts = catalogue('queue', {
  title: 'Queue',
  about: 'Changes of ranks and roles on the platform, newest first. They stay here for 30 days after their end.',
  connection: 'Connection to the group',
  filters: 'Filters',
  state: 'State',
  any: 'any',
  still: 'Hold the list still',
  readAt: 'Read at {at}.',
  stillAt: 'Held still since {at}.',
  list: 'Changes on the platform',
  none: 'Nothing was asked of the platform within the last 30 days.',
  noMatch: 'No change matches.',
  noState: 'The address asks for the state “{text}”, which does not exist. Choose another, or clear the filters.',
  noMember: 'The address asks for the member “{text}”, which is no user id. Choose the member here by name.',
  count_one: '{count} change.',
  count_other: '{count} changes.',
  countMore_one: 'More than {count} change.',
  countMore_other: 'More than {count} changes.',
})

const REFRESH_MS = 4_000
const key = ['queue'] as const

/** The member of the address, with the name as soon as it is known. */
function useMember(userId: string | undefined): [FoundMember | null, (member: FoundMember | null) => void] {
  const [picked, pick] = useState<FoundMember | null>(null)
  const isPicked = picked !== null && picked.userId === userId
  const { data = [] } = useQuery({
    queryKey: ['found-members', userId],
    enabled: userId !== undefined && isUserId(userId) && !isPicked,
    queryFn: () => findMembers(userId ?? ''),
    staleTime: 60_000,
  })
  if (userId === undefined || !isUserId(userId)) return [null, pick]
  return [isPicked ? picked : (data.find((one) => one.userId === userId) ?? { userId, username: null }), pick]
}

export function QueueScreen() {
  const t = useTexts(texts)
  const word = useTexts(stateTexts)
  const may = useMay()
  // the router leaves what the check leaves out
  const search = queueSearchOf(useSearch({ from: '/screens/queue' }))
  const { status, userId, paused = false } = search
  const navigate = useNavigate({ from: '/queue' })
  const change = (changed: Partial<Record<keyof QueueSearch, unknown>>) =>
    void navigate({ search: queueSearchOf({ ...search, ...changed }), replace: true })
  const wrong = [
    ...(status === undefined || isStatus(status) ? [] : [t('noState', { text: status })]),
    ...(userId === undefined || isUserId(userId) ? [] : [t('noMember', { text: userId })]),
  ]
  const everyMs = paused ? undefined : REFRESH_MS
  const list = useList({
    key: [...key, status ?? '', userId ?? ''],
    everyMs,
    enabled: wrong.length === 0,
    read: (cursor) => {
      const query = {
        names: '1' as const,
        total: '1' as const,
        ...(status !== undefined && isStatus(status) && { status }),
        ...(userId !== undefined && { userId }),
        ...(cursor !== null && { cursor }),
      }
      return answerOf(api.GET('/v2/platform-operations', { params: { query } }))
    },
  })
  const [member, pick] = useMember(userId)
  const [asked, ask] = useAsked()
  const { total } = list
  const isFiltered = status !== undefined || userId !== undefined
  return (
    <Page title={t('title')} about={t('about')}>
      {may('settings.read') && (
        <Paper component="section" aria-label={t('connection')}>
          <ConnectionState everyMs={everyMs} />
        </Paper>
      )}
      <Filters
        label={t('filters')}
        first={
          <MemberPicker
            value={member}
            onChange={(one) => {
              pick(one)
              change({ userId: one?.userId ?? '' })
            }}
          />
        }
        set={status === undefined ? 0 : 1}
        onClear={isFiltered ? () => change({ status: '', userId: '' }) : null}
      >
        <Select
          label={t('state')}
          placeholder={t('any')}
          clearable
          data={Object.keys(stateTexts.english).map((value) => ({ value, label: word(value as 'queued') }))}
          value={status !== undefined && isStatus(status) ? status : null}
          onChange={(value) => change({ status: value ?? '' })}
        />
      </Filters>
      {wrong.map((text) => (
        <Alert key={text} color="red" role="alert">
          {text}
        </Alert>
      ))}
      {wrong.length === 0 && (
        <Stack gap="xs" role="region" aria-label={t('list')}>
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              {total !== null && t(total.exact ? 'count' : 'countMore', { count: total.count })}{' '}
              {list.readAt > 0 && t(paused ? 'stillAt' : 'readAt', { at: timeText(list.readAt) })}
            </Text>
            <Checkbox
              label={t('still')}
              checked={paused}
              onChange={({ currentTarget: { checked } }) => change({ paused: checked })}
            />
          </Group>
          <ListView of={list} empty={<Text c="dimmed">{t(isFiltered ? 'noMatch' : 'none')}</Text>}>
            <Paper component="ol" className={styles.list}>
              {list.rows.map((operation) => (
                <li key={operation.id}>
                  <Badge color={stateColours[operation.status]}>{word(operation.status)}</Badge>
                  <div className={styles.text}>
                    <OperationSentence of={operation} names={list.names} />
                    <Text size="xs" c="dimmed">
                      {stateText(operation)}
                    </Text>
                  </div>
                  <Text size="xs" c="dimmed">
                    <Time at={operation.createdAt} />
                  </Text>
                  <div>
                    <OperationAct operation={operation} onAsk={ask} />
                  </div>
                </li>
              ))}
            </Paper>
          </ListView>
        </Stack>
      )}
      <OperationDialog asked={asked} reads={[key]} />
    </Page>
  )
}
