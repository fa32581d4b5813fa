// Beside a response: what the community knows of the person, and what the person submitted before.
import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { answerOf, api, RequestError, type Schema } from './api'
import { sentenceOf } from './patterns/errors'
import { MemberAvatar } from './patterns/member-avatar'
import { namesOf } from './patterns/names'
import { catalogue, numberText, useTexts } from './patterns/texts'
import { Time } from './patterns/time'
import { useMay } from './session'
import styles from './review.module.css'

const texts = catalogue('review-person', {
  person: 'The person',
  unknown: 'Not a member that this server has read.',
  rank: 'Rank',
  notInGroup: 'not in the group',
  experience: 'Experience',
  medals: 'Medals',
  qualifications: 'Qualifications',
  warnings: 'Warnings',
  since: 'Known since',
  andMore: '{names} and {count} more',
  none: 'none',
  open: 'Show the member',
  earlier: 'Earlier responses',
  noEarlier: 'None.',
  Passed: 'passed',
  Failed: 'did not pass',
  Pending: 'waits',
  more: 'The newest {count} are shown.',
})

const EARLIER = 5
/** So many awards are named; the page of the member has all. */
const NAMED = 5
const colours = { Passed: 'green', Failed: 'red', Pending: 'gray' } as const

interface PersonProps {
  readonly userId: string
  /** Left out of the earlier ones. */
  readonly responseId: string
}

export function ReviewPerson({ userId, responseId }: PersonProps) {
  const t = useTexts(texts)
  const may = useMay()
  const member = useQuery({
    queryKey: ['member', userId],
    queryFn: async () => (await answerOf(api.GET('/v2/members/{userId}', { params: { path: { userId } } }))).data,
    retry: false,
  })
  const warnings = useQuery({
    queryKey: ['warnings', userId, 'count'],
    queryFn: async () =>
      (await answerOf(api.GET('/v2/warnings', { params: { query: { userId, limit: 1, total: '1' } } }))).meta.total,
    enabled: may('warnings.read'),
    retry: false,
  })
  const earlier = useQuery({
    queryKey: ['earlier', userId],
    queryFn: () =>
      answerOf(api.GET('/v2/responses', { params: { query: { userId, limit: EARLIER + 1, names: '1' } } })),
  })
  const others = earlier.data?.data.filter((one) => one.responseId !== responseId).slice(0, EARLIER) ?? []
  const names = namesOf([earlier.data?.meta.names])
  const isUnknown = member.error instanceof RequestError && member.error.status === 404
  return (
    <Stack gap="md" component="aside">
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Title order={3} size="h5">
            {t('person')}
          </Title>
          {member.error && (
            <Text size="sm" c="dimmed">
              {isUnknown ? t('unknown') : sentenceOf(member.error)}
            </Text>
          )}
          {member.data && <Facts member={member.data} warnings={warnings.data?.count ?? null} />}
          {!isUnknown && (
            <Group gap="xs">
              <MemberAvatar userId={userId} name={member.data?.username ?? userId} />
              <Anchor component={Link} to={`/members/${userId}` as string} size="sm">
                {t('open')}
              </Anchor>
            </Group>
          )}
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Title order={3} size="h5">
            {t('earlier')}
          </Title>
          {earlier.error && (
            <Text size="sm" c="red">
              {sentenceOf(earlier.error)}
            </Text>
          )}
          {earlier.data && others.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('noEarlier')}
            </Text>
          )}
          {others.map((one) => (
            <Group key={one.responseId} gap="xs" justify="space-between" wrap="nowrap">
              <Anchor
                component={Link}
                to={`/review/${one.responseId}` as string}
                search={{ of: one.applicationId } as never}
                size="sm"
                dir="auto"
                className={styles.text}
              >
                {names.form(one.applicationId)}, <Time at={one.submittedAt} isDay />
              </Anchor>
              <Badge size="sm" variant="light" color={colours[one.status]} className={styles.state}>
                {t(one.status)}
              </Badge>
            </Group>
          ))}
          {(earlier.data?.meta.nextCursor ?? null) !== null && (
            <Text size="xs" c="dimmed">
              {t('more', { count: others.length })}
            </Text>
          )}
        </Stack>
      </Paper>
    </Stack>
  )
}

interface FactsProps {
  readonly member: Schema<'Member'>
  /** Null: not known here. */
  readonly warnings: number | null
}

function Facts({ member, warnings }: FactsProps) {
  const t = useTexts(texts)
  const named = (all: readonly string[]): string => {
    const names = all.slice(0, NAMED).join(', ')
    return all.length > NAMED ? t('andMore', { names, count: all.length - NAMED }) : names
  }
  const facts: readonly (readonly [string, string | null])[] = [
    [t('rank'), member.rank?.name ?? t('notInGroup')],
    [t('experience'), numberText(member.experience)],
    [t('medals'), named(member.medals.map(({ name, count }) => (count === 1 ? name : `${name} × ${count}`)))],
    [t('qualifications'), named(member.qualifications.map(({ name }) => name))],
    [t('warnings'), warnings === null ? null : warnings === 0 ? '' : String(warnings)],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value === '' ? t('none') : value}</dd>
          </div>
        ),
      )}
      <div>
        <dt>{t('since')}</dt>
        <dd>
          <Time at={member.createdAt} isDay />
        </dd>
      </div>
    </dl>
  )
}
