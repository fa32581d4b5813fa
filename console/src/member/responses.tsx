// What a member has submitted to the forms of the community.
import { Anchor, Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { answerOf, api } from '../api'
import { Row } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { useList } from '../patterns/use-list'
import { keyOfMember, type Member } from './member-act'
import { Records } from './records'

const texts = catalogue('member-responses', {
  title: 'Responses',
  none: 'Nothing was submitted.',
  Pending: 'waits for a decision',
  Passed: 'passed',
  Failed: 'failed',
  submitted: 'submitted',
  decided: 'decided',
  version: 'version {version} of the form',
  score: 'score {score}',
})

const colours = { Pending: 'blue', Passed: 'teal', Failed: 'red' } as const

export function Responses({ member: { userId } }: { readonly member: Member }) {
  const t = useTexts(texts)
  const list = useList({
    key: [...keyOfMember(userId), 'responses'],
    read: (cursor) => {
      const query = { userId, names: '1', total: '1', limit: 20, ...(cursor !== null && { cursor }) } as const
      return answerOf(api.GET('/v2/responses', { params: { query } }))
    },
  })
  return (
    <Records of={list} title={t('title')} empty={t('none')}>
      {list.rows.map(({ responseId, applicationId, applicationVersion, status, score, submittedAt, reviewedAt }) => (
        <Row
          key={responseId}
          name={
            <Anchor
              component={Link}
              to={`/review/${responseId}` as string}
              search={{ of: applicationId } as never}
              inherit
            >
              {list.names.form(applicationId)}
            </Anchor>
          }
          badges={<Badge color={colours[status]}>{t(status)}</Badge>}
          facts={[
            <>
              {t('submitted')} <Time at={submittedAt} />
            </>,
            reviewedAt === null ? null : (
              <>
                {t('decided')} <Time at={reviewedAt} />
              </>
            ),
            score === null ? null : t('score', { score: String(score) }),
            t('version', { version: applicationVersion }),
          ]}
        />
      ))}
    </Records>
  )
}
