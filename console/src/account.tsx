// The own account: the sessions of the person, which any role lists and ends, the look and the language.
import {
  Badge,
  Group,
  Input,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
  useMatches,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Schema } from './api'
import { ConfirmButton } from './patterns/confirm-button'
import { Page } from './patterns/page'
import { catalogue, chooseLanguage, languages, useLanguage, useTexts } from './patterns/texts'
import { Time, dateTimeText } from './patterns/time'
import { useAct } from './patterns/use-act'
import { ListView, useList } from './patterns/use-list'
import { sessionQuery } from './session'

type Session = Schema<'Session'>

const texts = catalogue('account', {
  title: 'Your account',
  about: '{name}, {role} of {community}',
  look: 'Look and language',
  scheme: 'Colours',
  auto: 'As the system',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  sessions: 'Sessions',
  sessionsAbout:
    'Each sign-in begins one. End those that you do not know, and those of a device that you lost: whoever has the device then needs your passkey or account to sign in.',
  passkey: 'Passkey',
  passkeyAbout:
    'The passkey is on your device or in your password manager. Lost it? An administrator invites you again, and the new link makes another one.',
  here: 'this session',
  ended: 'ended',
  since: 'Since',
  lastUsed: 'last used',
  endedAt: 'ended',
  end: 'End',
  endSession: 'End the session',
  effect: 'The next request of that browser is refused.',
  done: 'The session was ended.',
  of: '{browser}, since {since}',
  browser: 'A browser',
  on: '{browser} on {system}',
  none: 'There is no session.',
})

export function AccountScreen() {
  const t = useTexts(texts)
  const { data: current } = useQuery(sessionQuery)
  return (
    <Page
      title={t('title')}
      about={current && t('about', { name: current.name, role: current.role, community: current.communityName })}
    >
      <Stack maw="56rem">
        <Look />
        <Paper>
          <Title order={2}>{t('passkey')}</Title>
          <Text size="sm" c="dimmed">
            {t('passkeyAbout')}
          </Text>
        </Paper>
        <Sessions currentId={current?.sessionId} />
      </Stack>
    </Page>
  )
}

function Look() {
  const t = useTexts(texts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('look')}</Title>
        <Group gap="lg" align="end">
          <div>
            <Input.Label component="div" id="scheme" display="block">
              {t('scheme')}
            </Input.Label>
            <SegmentedControl
              aria-labelledby="scheme"
              orientation={useMatches({ base: 'vertical', sm: 'horizontal' })}
              value={colorScheme}
              onChange={(value) => setColorScheme(value as typeof colorScheme)}
              data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
            />
          </div>
          <Select
            label={t('language')}
            allowDeselect={false}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            value={language}
            onChange={(value) => value !== null && chooseLanguage(value)}
          />
        </Group>
      </Stack>
    </Paper>
  )
}

function Sessions({ currentId }: { readonly currentId: string | undefined }) {
  const t = useTexts(texts)
  const list = useList({
    key: ['own-sessions'],
    read: (cursor) => answerOf(api.GET('/v2/own-sessions', { params: { query: cursor === null ? {} : { cursor } } })),
  })
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2}>{t('sessions')}</Title>
        <Text size="sm" c="dimmed">
          {t('sessionsAbout')}
        </Text>
        <ListView of={list} empty={t('none')} isPart skeletonRows={3}>
          <Stack component="ul" gap="sm" p={0} m={0} aria-label={t('sessions')} style={{ listStyle: 'none' }}>
            {list.rows.map((session) => (
              <Group component="li" key={session.sessionId} justify="space-between" gap="sm">
                <SessionText session={session} isCurrent={session.sessionId === currentId} />
                {isLive(session) && session.sessionId !== currentId && <EndSession session={session} />}
              </Group>
            ))}
          </Stack>
        </ListView>
      </Stack>
    </Paper>
  )
}

/** The first mark counts: Edge names itself after Chrome, Chrome after Safari, and Android after Linux. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The browser and its system in words, as far as they are known. */
function useBrowserText(): (client: string | null) => string {
  const t = useTexts(texts)
  return (client) => {
    const named = (marks: readonly (readonly [string, string])[]) => marks.find(([mark]) => client?.includes(mark))?.[1]
    const [browser, system] = [named(browsers) ?? t('browser'), named(systems)]
    return system === undefined ? browser : t('on', { browser, system })
  }
}

const isLive = ({ endedAt, expiresAt }: Session): boolean => endedAt === null && Date.parse(expiresAt) > Date.now()

function SessionText({ session, isCurrent }: { readonly session: Session; readonly isCurrent: boolean }) {
  const t = useTexts(texts)
  const browserText = useBrowserText()
  const { client, createdAt, lastUsedAt, endedAt } = session
  return (
    <div>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {browserText(client)}
        </Text>
        {isCurrent && <Badge color="teal">{t('here')}</Badge>}
        {!isLive(session) && <Badge color="gray">{t('ended')}</Badge>}
      </Group>
      <Text size="xs" c="dimmed">
        {t('since')} <Time at={createdAt} />, {t('lastUsed')} <Time at={lastUsedAt} />
        {endedAt !== null && (
          <>
            , {t('endedAt')} <Time at={endedAt} />
          </>
        )}
      </Text>
    </div>
  )
}

function EndSession({ session: { sessionId, client, createdAt } }: { readonly session: Session }) {
  const t = useTexts(texts)
  const browserText = useBrowserText()
  const subject = t('of', { browser: browserText(client), since: dateTimeText(createdAt) })
  const act = useAct({
    name: 'revokeOwnSession',
    on: sessionId,
    title: () => `${t('endSession')}: ${subject}`,
    request: () => ({ path: { sessionId } }),
    said: () => t('done'),
    reads: [['own-sessions']],
  })
  return (
    <ConfirmButton
      button={{ size: 'xs', variant: 'light', color: 'red', 'aria-label': `${t('end')}: ${subject}` }}
      label={t('end')}
      act={act}
      title={t('endSession')}
      subject={subject}
      values={undefined}
      effects={[t('effect')]}
    />
  )
}
