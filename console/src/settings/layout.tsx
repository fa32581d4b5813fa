// What surrounds the pages of the settings: their list, which is a choice on a phone.
import { Box, NavLink, NativeSelect, Stack } from '@mantine/core'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useTexts } from '../patterns/texts'
import { useMay } from '../session'
import styles from './layout.module.css'
import { pages, pageTexts } from './pages'

export function SettingsLayout() {
  const t = useTexts(pageTexts)
  const may = useMay()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const offered = pages.filter(({ scope }) => scope === null || may(scope))
  const here = offered.find(({ to }) => path.startsWith(to))
  return (
    <div className={styles.settings}>
      <Box component="nav" visibleFrom="sm" aria-label={t('settings')} className={styles.list}>
        <Stack gap={2}>
          {offered.map(({ to, name }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={t(name)}
              active={to === here?.to}
              aria-current={to === here?.to ? 'page' : undefined}
              className={styles.link}
            />
          ))}
        </Stack>
      </Box>
      <Box hiddenFrom="sm">
        <NativeSelect
          label={t('page')}
          data={offered.map(({ to, name }) => ({ value: to, label: t(name) }))}
          value={here?.to ?? ''}
          onChange={({ currentTarget: { value } }) => void navigate({ to: value })}
        />
      </Box>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  )
}
