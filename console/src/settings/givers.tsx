// Who gives a rank: people alone, or API keys too.
import { Alert, Badge, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '../api'
import { ConfirmButton } from '../patterns/confirm-button'
import { Row, Rows } from '../patterns/rows'
import { catalogue, useTexts } from '../patterns/texts'
import { useAct } from '../patterns/use-act'
import { ListView } from '../patterns/use-list'
import { isGiven, ranksQuery } from '../ranks-query'
import { useMay } from '../session'
import { useRanks } from './rank-list'

type Rank = Schema<'Rank'>

const texts = catalogue('givers', {
  title: 'Ranks that keys may give',
  about:
    'A key that may change ranks gives each of these, within its bounds. What people alone give, no key gives in any way: not by a form, an event or AutoRank either.',
  list: 'Ranks and who gives them',
  none: 'No rank is known yet. Sync the ranks.',
  everybody: 'people and keys',
  people: 'people alone',
  powers: 'Its holders may {powers}',
  unknown: 'What its holders may do is not known',
  allUnknown: 'The platform has not said yet what the holders of these ranks may do.',
  remove: 'remove members',
  ban: 'ban members',
  rank: 'change ranks',
  accept: 'accept requests to join',
  dangerous_one:
    'The holders of one rank may act on members of the group, and keys may give it. Nobody has decided about it yet:',
  dangerous_other:
    'The holders of {count} ranks may act on members of the group, and keys may give them. Nobody has decided about these yet:',
  open: 'Let keys give it',
  openOf: 'Let keys give it: {name}',
  openAct: 'Let keys give {name}',
  openEffect: 'Every key that may change ranks can give it then, within its bounds.',
  opened: 'Keys give {name}, too.',
  close: 'Let people alone give it',
  closeOf: 'Let people alone give it: {name}',
  closeAct: 'Let people alone give {name}',
  closeEffect: 'No key gives it then. Keys still take it away, and people of the staff give it here.',
  closed: 'People alone give {name} now.',
  threshold: 'AutoRank gives it from {experience} experience. Remove that first, then people alone can give it.',
})

/** The powers in words; a newer server may have more. */
export function usePowersText(): (powers: Rank['powers']) => string {
  const t = useTexts(texts)
  const words: Readonly<Record<string, string>> = {
    remove: t('remove'),
    ban: t('ban'),
    rank: t('rank'),
    accept: t('accept'),
  }
  return (powers) => (powers ?? []).map((power) => words[power] ?? power).join(', ')
}

export function GiversSection() {
  const t = useTexts(texts)
  const may = useMay()
  const powersText = usePowersText()
  const ranks = useRanks()
  const given = ranks.rows.filter(isGiven)
  const undecided = given.filter(({ givenByPeople, powers }) => givenByPeople === null && (powers ?? []).length > 0)
  const isUnknown = given.length > 0 && given.every(({ powers }) => powers === null)
  const list = {
    ...ranks,
    rows: given,
    total: null,
    state: ranks.state === 'rows' && given.length === 0 ? 'empty' : ranks.state,
  } as const
  return (
    <Paper>
      <Stack gap="sm">
        <div>
          <Title order={2}>{t('title')}</Title>
          <Text size="sm" c="dimmed">
            {t('about')}
          </Text>
        </div>
        {undecided.length > 0 && (
          <Alert color="orange">
            {t('dangerous', { count: undecided.length })}
            <List size="sm">
              {undecided.map(({ uniqueId, name, powers }) => (
                <List.Item key={uniqueId}>
                  {name}: {powersText(powers)}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {isUnknown && (
          <Text size="sm" c="dimmed">
            {t('allUnknown')}
          </Text>
        )}
        <ListView of={list} empty={t('none')} isPart skeletonRows={4}>
          <Rows label={t('list')}>
            {given.map((rank) => {
              const { uniqueId, name, givenByPeople, powers, autoRank } = rank
              const isClosed = givenByPeople === true
              return (
                <Row
                  key={uniqueId}
                  name={name}
                  badges={<Badge color={isClosed ? 'gray' : 'blue'}>{t(isClosed ? 'people' : 'everybody')}</Badge>}
                  facts={[
                    powers === null
                      ? isUnknown
                        ? null
                        : t('unknown')
                      : powers.length > 0
                        ? t('powers', { powers: powersText(powers) })
                        : null,
                    !isClosed && autoRank !== null ? t('threshold', { experience: autoRank.experience }) : null,
                  ]}
                  acts={may('ranks.write') && (isClosed || autoRank === null) && <Givers of={rank} />}
                />
              )
            })}
          </Rows>
        </ListView>
      </Stack>
    </Paper>
  )
}

function Givers({ of: rank }: { readonly of: Rank }) {
  const { uniqueId, name, givenByPeople } = rank
  const t = useTexts(texts)
  const isClosed = givenByPeople === true
  const of = isClosed ? 'open' : 'close'
  const act = useAct({
    name: 'updateRank',
    on: `${of}-${uniqueId}`,
    seen: rank,
    title: () => t(`${of}Act`, { name }),
    request: () => ({ path: { uniqueId }, body: { assignable: isClosed } }),
    said: ({ data }) => t(data.givenByPeople === true ? 'closed' : 'opened', { name }),
    reads: [ranksQuery.queryKey],
  })
  return (
    <ConfirmButton
      button={{ size: 'xs', variant: 'default', 'aria-label': t(`${of}Of`, { name }) }}
      act={act}
      title={t(of)}
      subject={name}
      values={undefined}
      isDangerous={false}
      effects={[t(`${of}Effect`)]}
    />
  )
}
