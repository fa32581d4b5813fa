// What was taken back, and the previews of it, newest first: the audit log has each of them.
import { Anchor, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { answerOf, api, type Schema } from '../api'
import { BackLink } from '../patterns/back-link'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { Sentence } from '../patterns/sentence'
import { catalogue, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { ListView, useList } from '../patterns/use-list'
import { reversalIn } from './entry'

const texts = catalogue('reversals', {
  title: 'Changes taken back',
  about: 'Each is kept for 32 days, a preview for a day. The audit log keeps that it was asked for.',
  log: 'Audit log',
  none: 'Nothing was taken back yet.',
  open: 'Open',
})

export function ReversalsScreen() {
  const t = useTexts(texts)
  const list = useList<Schema<'AuditEntry'>>({
    key: ['audit', 'reversals'],
    read: (cursor) => {
      const query = {
        order: 'newest',
        action: 'reversal.create',
        names: '1',
        ...(cursor !== null && { cursor }),
      } as const
      return answerOf(api.GET('/v2/audit-entries', { params: { query } }))
    },
  })
  return (
    <Page title={t('title')} about={t('about')} from={<BackLink to="/audit">{t('log')}</BackLink>}>
      <ListView of={list} empty={<Text c="dimmed">{t('none')}</Text>}>
        <Paper>
          <Rows label={t('title')}>
            {list.rows.map((entry) => {
              const reversalId = reversalIn(entry)
              return (
                <Row
                  key={entry.auditId}
                  name={<Sentence of={entry} names={list.names} />}
                  facts={[<Time key="at" at={entry.at} />]}
                  acts={
                    reversalId !== null && (
                      <Anchor component={Link} to={`/audit/reversals/${reversalId}` as string} size="sm">
                        {t('open')}
                      </Anchor>
                    )
                  }
                />
              )
            })}
          </Rows>
        </Paper>
      </ListView>
    </Page>
  )
}
