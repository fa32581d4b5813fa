// The connection to the group, and which ranks keys may give there.
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { connectionQuery, ConnectionState } from '../connection'
import { Page } from '../patterns/page'
import { catalogue, useTexts } from '../patterns/texts'
import { useMay } from '../session'
import { GiversSection } from './givers'
import { SyncRanks } from './sync-ranks'

const texts = catalogue('connection-page', {
  title: 'Connection',
  about: 'To the group of the community on the game platform.',
  group: 'Group',
  test: 'Reads the ranks of the group now. The server does so by itself every ten minutes.',
})

export function ConnectionScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const { data } = useQuery(connectionQuery)
  const isThere = data !== undefined && data.state !== 'none'
  return (
    <Page title={t('title')} about={t('about')}>
      <Paper>
        <Stack gap="sm">
          <Title order={2}>{t('group')}</Title>
          <ConnectionState />
          {isThere && may('ranks.write') && (
            <Group gap="sm">
              <SyncRanks isTest />
              <Text size="sm" c="dimmed">
                {t('test')}
              </Text>
            </Group>
          )}
        </Stack>
      </Paper>
      {isThere && may('ranks.read') && <GiversSection />}
    </Page>
  )
}
