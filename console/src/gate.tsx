// What stands before the screens: one card in the middle of the window.
import { Center, Paper, Stack, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './patterns/icons'

export const Gate = ({ children }: { readonly children: ReactNode }) => (
  <Center component="main" mih="100vh" p="md" bg="var(--console-side)">
    <Paper w="100%" maw={420} p="xl" shadow="md">
      <Stack gap="md">
        <ThemeIcon size={44} variant="light">
          <Icon name="members" size={24} />
        </ThemeIcon>
        {children}
      </Stack>
    </Paper>
  </Center>
)
