// What was taken back, and the previews of it, newest first, as far as the server still has them.
import { Anchor, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { answerOf, api, type Schema } from '../api'
import { BackLink } from '../patterns/back-link'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { ListView, useList } from '../patterns/use-list'
import { ReversalBadge, ReversalSource, statusText } from './reversal-state'

const texts = catalogue('reversals', {
  title: 'Changes taken back',
  about: 'Each is kept for 32 days, a preview for a day. The audit log keeps that it was asked for.',
  log: 'Audit log',
  none: 'Nothing was taken back in the last 32 days.',
  failed: 'Its page says why it failed.',
  open: 'Open',
})

export function ReversalsScreen() {
  const t = useTexts(texts)
  const list = useList<Schema<'Reversal'>>({
    key: ['audit', 'reversals'],
    read: (cursor) => {
      const query = { names: '1', ...(cursor !== null && { cursor }) } as const
      return answerOf(api.GET('/v2/reversals', { params: { query } }))
    },
  })
  return (
    <Page title={t('title')} about={t('about')} from={<BackLink to="/audit">{t('log')}</BackLink>}>
      <ListView of={list} empty={<Text c="dimmed">{t('none')}</Text>}>
        <Paper>
          <Rows label={t('title')}>
            {list.rows.map((reversal) => {
              const { reversalId } = reversal
              return (
                <Row
                  key={reversalId}
                  name={statusText(reversal) || t('failed')}
                  badges={<ReversalBadge of={reversal} />}
                  acts={
                    <Anchor component={Link} to={`/audit/reversals/${reversalId}` as string} size="sm">
                      {t('open')}
                    </Anchor>
                  }
                >
                  <ReversalSource of={reversal} names={list.names} />
                </Row>
              )
            })}
          </Rows>
        </Paper>
      </ListView>
    </Page>
  )
}
