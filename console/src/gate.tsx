// What stands before the screens: one card in the middle of the window.
import { Center, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './patterns/icons'
import { catalogue, useTexts } from './patterns/texts'

const texts = catalogue('gate', { server: 'Community console on {host}' })

export function Gate({ children }: { readonly children: ReactNode }) {
  const t = useTexts(texts)
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--console-side)">
      <Paper w="100%" maw={420} p="xl" shadow="md">
        <Stack gap="md">
          <ThemeIcon size={44} variant="light">
            <Icon name="members" size={24} />
          </ThemeIcon>
          {children}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('server', { host: window.location.host })}
          </Text>
        </Stack>
      </Paper>
    </Center>
  )
}
