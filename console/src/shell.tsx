// What surrounds each screen: the navigation, the community, the person, the palette, and acts of an earlier page without an answer.
import { AppShell, Box, Burger, Button, Group, Kbd, Menu, NavLink, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType } from 'react'
import { knownCommunities, rememberCommunity } from './communities'
import { Notifications } from './notifications'
import { OfflineNote } from './patterns/error-note'
import { sentenceOf } from './patterns/errors'
import { sendHeld } from './patterns/held-acts'
import { Icon } from './patterns/icons'
import { loadFile, whyNotLoaded } from './patterns/load-file'
import { LostActs } from './patterns/lost-acts'
import { setOwner } from './patterns/owner'
import { catalogue, useTexts } from './patterns/texts'
import { toast } from './patterns/toast'
import { useAct } from './patterns/use-act'
import { QuestionDialog } from './question'
import { screens, screenTexts } from './screens'
import { sessionQuery, useMay, type Session } from './session'
import { ToldOnce } from './settings/told-once'
import styles from './shell.module.css'

const texts = catalogue('shell', {
  skip: 'Skip to the content',
  screens: 'Screens',
  menu: 'Menu',
  search: 'Search',
  loading: 'Loading',
  signOut: 'Sign out',
  signingOut: 'Sign out',
  stillIn: 'You may still be signed in. {why}',
  otherCommunity: 'Sign in to another community',
  community: 'Community: {name}',
})

export function Shell() {
  const t = useTexts(texts)
  const s = useTexts(screenTexts)
  const { data: session } = useQuery(sessionQuery)
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const may = useMay()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // before the screens below read what is kept
  if (session) setOwner(session)
  useEffect(() => {
    if (session) rememberCommunity(session)
  }, [session])
  useEffect(close, [path, close])
  return (
    <>
      <a href="#content" className="skip">
        {t('skip')}
      </a>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <AppShell.Header>
          <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap">
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={t('menu')}
                aria-expanded={isOpen}
              />
              {session && <Communities session={session} />}
            </Group>
            <Group gap="xs" wrap="nowrap">
              <Busy />
              <Notifications />
              <PaletteButton />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={t('screens')} className={styles.side} data-open={isOpen}>
          <AppShell.Section grow>
            <Stack gap={2}>
              {screens
                .filter(({ scope }) => scope === null || may(scope))
                .map(({ to, name, icon }) => (
                  <NavLink
                    key={to}
                    component={Link}
                    to={to}
                    className={styles.link}
                    label={s(name)}
                    leftSection={<Icon name={icon} />}
                    active={path.startsWith(to)}
                    aria-current={path.startsWith(to) ? 'page' : undefined}
                  />
                ))}
            </Stack>
          </AppShell.Section>
          <AppShell.Section>
            {session && (
              <NavLink
                component={Link}
                to="/account"
                className={styles.link}
                label={<bdi>{session.name}</bdi>}
                description={session.role}
                leftSection={<Icon name="account" />}
                active={path.startsWith('/account')}
              />
            )}
            <SignOut />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} bg="var(--console-page)">
          <Box className={styles.main}>
            <Stack gap="md">
              <OfflineNote />
              <LostActs />
              <Outlet />
            </Stack>
          </Box>
        </AppShell.Main>
      </AppShell>
      <ToldOnce />
      <QuestionDialog />
    </>
  )
}

/** A request is under way. */
function Busy() {
  const t = useTexts(texts)
  const isFetching = useIsFetching() > 0
  return isFetching ? (
    <Text size="xs" c="dimmed">
      {t('loading')}
    </Text>
  ) : null
}

function SignOut() {
  const t = useTexts(texts)
  const client = useQueryClient()
  const navigate = useNavigate()
  const act = useAct({
    name: 'endSession',
    on: 'here',
    title: () => t('signOut'),
    request: () => ({}),
    said: () => null,
  })
  const { error } = act
  useEffect(() => {
    if (error === null) return
    toast({ text: t('stillIn', { why: sentenceOf(error) }), isWrong: true })
  }, [error])
  return (
    <Button
      fullWidth
      justify="start"
      variant="subtle"
      color="gray"
      px="sm"
      leftSection={<Icon name="leave" />}
      loading={act.state === 'busy'}
      onClick={async () => {
        await sendHeld()
        if (!(await act.run())) return
        client.clear()
        await navigate({ to: '/sign-in', search: {} })
      }}
    >
      {t('signOut')}
    </Button>
  )
}

function Communities({ session }: { readonly session: Session }) {
  const t = useTexts(texts)
  const others = knownCommunities().filter(({ communityId }) => communityId !== session.communityId)
  const leave = (communityId?: string) =>
    window.location.assign(`/console/sign-in${communityId === undefined ? '' : `?community=${communityId}`}`)
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton aria-label={t('community', { name: session.communityName })}>
          <Group gap="xs" wrap="nowrap">
            <Text fw={650} dir="auto" truncate maw={{ base: '10rem', sm: '16rem' }}>
              {session.communityName}
            </Text>
            <Icon name="choose" size={16} />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.communityName}</Menu.Label>
        {others.map(({ communityId, communityName }) => (
          <Menu.Item key={communityId} onClick={() => leave(communityId)}>
            {communityName}
            <Text size="xs" c="dimmed">
              {communityId}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => leave()}>{t('otherCommunity')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function PaletteButton() {
  const t = useTexts(texts)
  const [Palette, setPalette] = useState<ComponentType<{ readonly onClose: () => void }> | null>(null)
  const open = () =>
    loadFile(() => import('./palette')).then(
      (file) => setPalette(() => file.default),
      (error: unknown) => void toast({ text: whyNotLoaded(error), isWrong: true }),
    )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        void open()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="search" size={14} />}
        rightSection={
          <Box visibleFrom="sm" component="span">
            <Kbd size="xs">Ctrl K</Kbd>
          </Box>
        }
        onClick={() => void open()}
      >
        {t('search')}
      </Button>
      {Palette && <Palette onClose={() => setPalette(null)} />}
    </>
  )
}
