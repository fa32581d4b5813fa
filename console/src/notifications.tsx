// The newest notifications of the staff, behind a bell. What is unread is kept in the browser.
import { ActionIcon, Anchor, Group, Indicator, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { answerOf, api, type Schema } from './api'
import { ErrorNote } from './patterns/error-note'
import { Icon } from './patterns/icons'
import { namesOf, type Names } from './patterns/names'
import { ownerOf, storageOf } from './patterns/owner'
import { catalogue, useTexts } from './patterns/texts'
import { Time } from './patterns/time'
import { waitOf } from './patterns/use-list'
import { useMay } from './session'
import styles from './notifications.module.css'

const texts = catalogue('notifications', {
  title: 'Notifications',
  unread_one: 'Notifications: {count} is new',
  unread_other: 'Notifications: {count} are new',
  none: 'Nothing has happened yet.',
  isNew: 'New',
  Passed: 'The response of {member} passed: {form}.',
  Failed: 'The response of {member} failed: {form}.',
  Pending: 'The response of {member} waits: {form}.',
  limited: 'More than {limit} takes in an hour: {who}.',
  remaining_one: 'Ended or paused, while {count} key or person of it still works: {who}.',
  remaining_other: 'Ended or paused, while {count} keys and people of it still work: {who}.',
  other: 'Something new: {kind}.',
  otherOf: 'Something new of {member}: {kind}.',
})

type Notification = Schema<'Notification'>

const EVERY_MS = 60_000
const NEWEST = 20

const kept = () => `console.notifications.${ownerOf()}`
/** Ids are decimal numbers; the greater is the newer. */
const isAfter = (id: string, seen: string): boolean => BigInt(id) > BigInt(seen)

export function Notifications() {
  return useMay()('applications.responses.read') ? <Bell /> : null
}

function Bell() {
  const t = useTexts(texts)
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [seen, setSeen] = useState(() => storageOf('localStorage')?.getItem(kept()) ?? null)
  // what was new when it was opened stays marked until it is closed
  const [marked, setMarked] = useState(seen)
  const { data, error } = useQuery({
    queryKey: ['notifications'],
    queryFn: () => answerOf(api.GET('/v2/notifications', { params: { query: { limit: NEWEST, names: '1' } } })),
    staleTime: EVERY_MS,
    // no other read than that of each minute
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => Math.max(EVERY_MS, waitOf(state.error)),
  })
  const rows = data?.data ?? []
  const newest = rows[0]?.notificationId ?? '0'
  const unread = seen === null ? [] : rows.filter(({ notificationId }) => isAfter(notificationId, seen))
  const isRead = data !== undefined
  // in a browser that never showed them nothing is new yet; what is on the screen is seen
  const isSeen = isRead && (seen === null || (isOpen && isAfter(newest, seen)))
  useEffect(() => {
    if (!isSeen) return
    storageOf('localStorage')?.setItem(kept(), newest)
    setSeen(newest)
  }, [isSeen, newest])
  const label = unread.length === 0 ? t('title') : t('unread', { count: unread.length })
  const names = namesOf([data?.meta.names])
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
    >
      <Indicator disabled={unread.length === 0} color="red" size={9} offset={4}>
        <Popover.Target>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={label}
            onClick={() => {
              setMarked(seen)
              toggle()
            }}
          >
            <Icon name="bell" size={16} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t('title')} p="sm">
        <Stack gap="xs">
          <Text fw={650} tabIndex={-1} data-autofocus>
            {t('title')}
          </Text>
          <ErrorNote error={error} />
          {isRead && rows.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('none')}
            </Text>
          )}
          {rows.length > 0 && (
            <ul className={styles.list} aria-label={t('title')}>
              {rows.map((one) => (
                <Row
                  key={one.notificationId}
                  of={one}
                  names={names}
                  isNew={marked !== null && isAfter(one.notificationId, marked)}
                  onFollow={close}
                />
              ))}
            </ul>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface RowProps {
  readonly of: Notification
  readonly names: Names
  readonly isNew: boolean
  readonly onFollow: () => void
}

function Row({ of, names, isNew, onFollow }: RowProps) {
  const t = useTexts(texts)
  const { text, to, search } = useSaid(of, names)
  return (
    <li>
      {to === null ? (
        <Text size="sm">{text}</Text>
      ) : (
        <Anchor component={Link} to={to as string} search={search as never} size="sm" onClick={onFollow}>
          {text}
        </Anchor>
      )}
      <Group gap={6}>
        <Text size="xs" c="dimmed">
          <Time at={of.createdAt} />
        </Text>
        {isNew && (
          <Text size="xs" fw={650} c="red">
            {t('isNew')}
          </Text>
        )}
      </Group>
    </li>
  )
}

/** The sentence, and where it leads. */
function useSaid({ kind, userId, response, limited, remaining }: Notification, names: Names) {
  const t = useTexts(texts)
  const member = userId === null ? null : names.account(userId)
  if (response !== undefined && member !== null) {
    const { responseId, applicationId, status } = response
    const text = t(status, { member, form: names.form(applicationId) })
    return { text, to: `/review/${responseId}`, search: { of: applicationId } }
  }
  const { keyId, personId } = limited ?? remaining ?? {}
  const author =
    keyId !== undefined ? { kind: 'key', id: keyId } : personId !== undefined ? { kind: 'person', id: personId } : null
  if (author !== null) {
    const who = names.actor(author)
    const to = author.kind === 'key' ? `/settings/keys/${author.id}` : `/settings/people/${author.id}`
    if (limited !== undefined) return { text: t('limited', { limit: limited.limit, who }), to, search: {} }
    if (remaining !== undefined)
      return { text: t('remaining', { count: remaining.dependants.length, who }), to, search: {} }
  }
  // of a newer server
  if (member === null || userId === null) return { text: t('other', { kind }), to: null, search: {} }
  return { text: t('otherOf', { kind, member }), to: `/members/${userId}`, search: {} }
}
